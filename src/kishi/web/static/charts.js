// Charts of our own: how a game stood, a bar of who stands better, curves with error bands, a map of numbers.
import { h, s, replace } from './dom.js';
import { t, signed, short, number } from './texts.js';

const WIDTH = 600,
  HEIGHT = 150;

// Values for the first player in [-1, 1], or null where nobody thought.
export class ValueGraph {
  constructor(onPick) {
    this.svg = s('svg', {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      class: 'graph',
      role: 'img',
      'aria-label': t('graph_label'),
    });
    this.el = h('figure', { class: 'graph-box' }, this.svg);
    this.svg.addEventListener('click', event => {
      const box = this.svg.getBoundingClientRect();
      onPick?.(Math.round(((event.clientX - box.left) / box.width) * Math.max(1, this.last)));
    });
    this.last = 1;
  }

  draw(values, ply, mistakes = []) {
    this.last = Math.max(20, values.length - 1);
    const x = i => (i / this.last) * WIDTH,
      y = v => HEIGHT / 2 - v * (HEIGHT / 2 - 6);
    const points = values.map((v, i) => (v === null || v === undefined ? null : [x(i), y(v)])).filter(Boolean);
    const line = points.map(p => p.map(n => n.toFixed(1)).join(' ')).join('L');
    const area = points.length > 1 ? `M${points[0][0]} ${HEIGHT / 2}L${line}L${points.at(-1)[0]} ${HEIGHT / 2}Z` : '';
    replace(
      this.svg,
      s('rect', { width: WIDTH, height: HEIGHT / 2, class: 'graph-up' }),
      s('path', { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: 'graph-zero' }),
      area && s('path', { d: area, class: 'graph-area' }),
      line &&
        s('path', {
          d: points.length > 1 ? `M${line}` : `M${line}h.01`,
          class: 'graph-line',
          'vector-effect': 'non-scaling-stroke',
        }),
      s('path', { d: `M${x(ply)} 0V${HEIGHT}`, class: 'graph-now', 'vector-effect': 'non-scaling-stroke' }),
      mistakes.map(m =>
        s('path', {
          d: `M${x(m.ply)} ${y(values[m.ply] ?? 0)}h.01`,
          class: `graph-mistake ${m.grade}`,
          'vector-effect': 'non-scaling-stroke',
        }),
      ),
    );
  }
}

// Who stands better: full for the first player at the bottom.
export class ValueBar {
  constructor() {
    this.fill = h('div', { class: 'bar-fill' });
    this.text = h('span', { class: 'bar-text' });
    this.el = h(
      'div',
      {
        class: 'value-bar',
        role: 'meter',
        'aria-label': t('bar_label'),
        'aria-valuemin': -1,
        'aria-valuemax': 1,
        'aria-valuenow': 0,
      },
      this.fill,
      this.text,
    );
  }

  show(value, flipped = false) {
    const known = value !== null && value !== undefined;
    this.el.style.setProperty('--share', `${50 + 50 * (known ? value : 0)}%`);
    this.el.classList.toggle('flipped', flipped);
    this.el.setAttribute('aria-valuenow', known ? value.toFixed(2) : 0);
    this.text.textContent = known ? `${Math.round(50 + 50 * value)}` : '';
  }
}

// Round numbers from at most `low` to at least `high`, a handful of them.
function roundTicks(low, high) {
  const rough = (high - low) / 4,
    power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map(f => f * power).find(f => f >= rough);
  const first = Math.floor(low / step + 1e-9),
    last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

// Curves: series [{ name, points: [{ x, y, low, high }] }]. The band is drawn where low and high are; `across` and
// `up` say what the axes count; whoever points at a place is told the values there.
export function curves(series, { from, to, label, unit = '', across = '', up = '' } = {}) {
  const all = series.flatMap(one => one.points);
  if (!all.length) return h('p', { class: 'empty' }, t('no_points'));
  // On a phone the same letters need a narrower picture.
  const left = 46,
    bottom = across ? 40 : 26,
    top = up ? 24 : 8,
    width = innerWidth < 640 ? 340 : WIDTH,
    height = 240;
  const xs = all.map(p => p.x),
    ys = all.flatMap(p => [p.low ?? p.y, p.high ?? p.y]);
  const [x0, x1] = [Math.min(...xs), Math.max(...xs, Math.min(...xs) + 1)];
  const ticks = roundTicks(from ?? Math.min(...ys), to ?? Math.max(...ys, Math.min(...ys) + 1e-6)),
    [y0, y1] = [ticks[0], ticks.at(-1)];
  const x = v => left + ((v - x0) / (x1 - x0)) * (width - left - 8),
    y = v => top + ((y1 - v) / (y1 - y0)) * (height - bottom - top);
  const path = (points, of) => points.map(p => `${x(p.x).toFixed(1)} ${y(of(p)).toFixed(1)}`).join('L');
  return s(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, class: 'curves', role: 'img', 'aria-label': label },
    ticks.map(v => [
      s('path', { d: `M${left} ${y(v)}H${width}`, class: 'tick' }),
      s('text', { x: left - 6, y: y(v) + 4, 'text-anchor': 'end' }, `${Number(v.toPrecision(3))}${unit}`),
    ]),
    [x0, x1].map((v, i) =>
      s('text', { x: x(v), y: height - bottom + 18, 'text-anchor': i ? 'end' : 'start' }, short(v)),
    ),
    up && s('text', { class: 'axis', x: 4, y: 13 }, up),
    across && s('text', { class: 'axis', x: width - 8, y: height - 6, 'text-anchor': 'end' }, across),
    series.map((one, i) =>
      s(
        'g',
        { class: `series series-${i}` },
        one.points.some(p => p.low !== undefined) &&
          s('path', {
            class: 'band',
            d: `M${path(one.points, p => p.high ?? p.y)}L${path([...one.points].reverse(), p => p.low ?? p.y)}Z`,
          }),
        s('path', { class: 'curve', d: `M${path(one.points, p => p.y)}` }),
        one.points.length === 1 && s('circle', { cx: x(one.points[0].x), cy: y(one.points[0].y), r: 4 }),
      ),
    ),
    hovers(series, x, { top, height: height - bottom - top, across }),
  );
}

// A strip for each place on the axis; whoever points at it reads what every curve has there.
function hovers(series, x, { top, height, across }) {
  const places = [...new Set(series.flatMap(one => one.points.map(p => p.x)))].sort((a, b) => a - b);
  const edges = places.map((v, i) => (i ? (x(v) + x(places[i - 1])) / 2 : x(v) - 6));
  return places.map((v, i) => {
    const told = series
      .map(one => [one.name, one.points.find(p => p.x === v)])
      .filter(([, p]) => p)
      .map(([name, p]) => `${name ?? ''} ${valueText(p)}`.trim());
    const right = edges[i + 1] ?? x(v) + 6;
    return s(
      'rect',
      { class: 'hover', x: edges[i], y: top, width: Math.max(1, right - edges[i]), height },
      s('title', null, [`${across} ${number(v)}`.trim(), ...told].join('\n')),
    );
  });
}

const digits = v => Number(v.toPrecision(4));
const valueText = p =>
  p.low === undefined ? String(digits(p.y)) : `${digits(p.y)} (${digits(p.low)} … ${digits(p.high ?? p.y)})`;

export function mapColour(value, most) {
  const v = Math.max(-1, Math.min(1, value / (most || 1)));
  const [a, b] =
    v < 0
      ? [
          [247, 243, 234],
          [178, 58, 46],
        ]
      : [
          [247, 243, 234],
          [32, 116, 90],
        ];
  return `rgb(${a.map((from, i) => Math.round(from + (b[i] - from) * Math.sqrt(Math.abs(v)))).join(',')})`;
}

// At most five signs, so that they fit into a square.
const cellText = v => String(Number(v.toFixed(Math.abs(v) < 10 ? 2 : Math.abs(v) < 100 ? 1 : 0)));

// A board of numbers as colours: a value map. With `onPick` one can choose a square.
export function mapBoard(values, size, { onPick = null, chosen = null, numbers = true, label = '' } = {}) {
  const most = Math.max(...values.map(Math.abs), 1e-9),
    cell = 50;
  const dark = v => Math.abs(v) / most > 0.45;
  return s(
    'svg',
    {
      viewBox: `0 0 ${size * cell} ${size * cell}`,
      class: `map ${onPick ? 'pickable' : ''}`,
      role: 'img',
      'aria-label': label,
      onclick: event => {
        const box = event.currentTarget.getBoundingClientRect();
        onPick?.(
          Math.floor(((event.clientY - box.top) / box.height) * size) * size +
            Math.floor(((event.clientX - box.left) / box.width) * size),
        );
      },
    },
    values.map((value, i) =>
      s(
        'g',
        { transform: `translate(${(i % size) * cell} ${Math.floor(i / size) * cell})` },
        s('rect', { width: cell, height: cell, fill: mapColour(value, most), stroke: '#fff8', 'stroke-width': 1 }),
        numbers &&
          s(
            'text',
            {
              x: cell / 2,
              y: cell / 2 + 5,
              'text-anchor': 'middle',
              'font-size': 14,
              fill: dark(value) ? '#fff' : '#33302a',
            },
            cellText(value),
          ),
        i === chosen &&
          s('rect', {
            x: 2,
            y: 2,
            width: cell - 4,
            height: cell - 4,
            fill: 'none',
            stroke: '#1f6feb',
            'stroke-width': 4,
          }),
      ),
    ),
  );
}

// A map of numbers that changes: the same squares take new colours, so that one can see them move.
export class LiveMap {
  // `names`: of the squares, in reading order, for whoever points at one.
  constructor(size, label, names = []) {
    const cell = 50;
    this.squares = Array.from({ length: size * size }, (_, i) => {
      const rect = s('rect', { width: cell, height: cell, stroke: '#fff8', 'stroke-width': 1, class: 'live-square' }),
        text = s('text', { x: cell / 2, y: cell / 2 + 5, 'text-anchor': 'middle', 'font-size': 14 });
      const name = s('title', null, names[i] ?? ''),
        place = { transform: `translate(${(i % size) * cell} ${Math.floor(i / size) * cell})` };
      return { rect, text, name, el: s('g', place, name, rect, text) };
    });
    this.names = names;
    this.svg = s(
      'svg',
      { viewBox: `0 0 ${size * cell} ${size * cell}`, class: 'map', role: 'img', 'aria-label': label },
      this.squares.map(q => q.el),
    );
  }

  show(values) {
    const most = Math.max(...values.map(Math.abs), 1e-9);
    this.squares.forEach(({ rect, text, name }, i) => {
      name.textContent = `${this.names[i] ?? ''} ${cellText(values[i])}`.trim();
      rect.style.fill = mapColour(values[i], most);
      text.style.fill = Math.abs(values[i]) / most > 0.45 ? '#fff' : '#33302a';
      text.textContent = cellText(values[i]);
    });
  }
}

// Rows of bars: [{ name, value in [0, 1], text, best }].
export function bars(rows) {
  return h(
    'ul',
    { class: 'bars' },
    rows.map(row => {
      const fill = h('span', { class: 'bars-fill' });
      fill.style.width = `${Math.max(0, Math.min(100, row.value * 100))}%`;
      return h(
        'li',
        { class: row.best ? 'best' : '' },
        h('span', { class: 'bars-name' }, row.name),
        h('span', { class: 'bars-track' }, fill),
        h('span', { class: 'bars-text' }, row.text),
      );
    }),
  );
}

export const span = (value, low, high, digits = 0) =>
  `${signed(value, digits)} (${signed(low, digits)} … ${signed(high, digits)})`;

// Numbers that are no map: bars beside what they were by hand; or how many there are.
export function weightBars(weights) {
  if (!weights.numbers.length) return h('p', { class: 'empty' }, t('too_many_weights'));
  const most = Math.max(...weights.numbers.map(n => n.value));
  return bars(
    weights.numbers.map(n => ({
      name: `${t(`gene_${n.group}`)} ${n.name}`,
      value: n.value / most,
      text: t('by_hand', { value: number(n.value), by_hand: number(n.by_hand) }),
    })),
  );
}
