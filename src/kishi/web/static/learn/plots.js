// Small plots of the lessons: how often, and one thing against another.
import { s } from '../dom.js';

const WIDTH = 340,
  HEIGHT = 200,
  LEFT = 30,
  BOTTOM = 24;
const x = v => LEFT + v * (WIDTH - LEFT - 8),
  y = v => 8 + (1 - v) * (HEIGHT - BOTTOM - 8);

const axes = [0, 0.25, 0.5, 0.75, 1];
const percent = v => `${Math.round(100 * v)}%`;
const across = () =>
  axes.map(v => s('text', { x: x(v), y: HEIGHT - 7, 'text-anchor': v === 1 ? 'end' : 'middle' }, percent(v)));

// How often values from 0 to 1 fall into each of some bins; several series lie over each other.
export function histogram(series, { bins = 20, label = '' } = {}) {
  const counted = series.map(values => {
    const counts = Array(bins).fill(0);
    for (const v of values) counts[Math.min(bins - 1, Math.floor(v * bins))]++;
    return counts.map(n => n / values.length);
  });
  const most = Math.max(...counted.flat());
  return s(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'plot', role: 'img', 'aria-label': label },
    s('path', { d: `M${LEFT} ${y(0)}H${WIDTH - 8}`, class: 'tick' }),
    counted.map((shares, i) =>
      shares.map((share, bin) =>
        s('rect', {
          class: `bin ${'ab'[i]}`,
          x: x(bin / bins) + 0.5,
          y: y(share / most),
          width: (WIDTH - LEFT - 8) / bins - 1,
          height: y(0) - y(share / most),
        }),
      ),
    ),
    across(),
  );
}

// Points [across, up], both from 0 to 1.
export function scatter(points, { across: name, up }) {
  return s(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT + 14}`, class: 'plot', role: 'img', 'aria-label': `${name}, ${up}` },
    axes.map(v => s('path', { d: `M${LEFT} ${y(v)}H${WIDTH - 8}`, class: 'tick' })),
    axes.map(v => s('text', { x: LEFT - 4, y: y(v) + 4, 'text-anchor': 'end' }, Math.round(100 * v))),
    across(),
    points.map(([a, b]) => s('circle', { class: 'dot', cx: x(a), cy: y(b), r: 4 })),
    s('text', { x: (WIDTH + LEFT) / 2, y: HEIGHT + 10, 'text-anchor': 'middle' }, name),
    s('text', { x: 9, y: HEIGHT / 2, 'text-anchor': 'middle', transform: `rotate(-90 9 ${HEIGHT / 2})` }, up),
  );
}

// A row of dots from 0 to 1 with some of them marked: [{ value, kind, name }].
export function strip(dots, label) {
  return s(
    'svg',
    { viewBox: `0 0 ${WIDTH} 72`, class: 'plot strip', role: 'img', 'aria-label': label },
    s('path', { d: `M${LEFT} 30H${WIDTH - 8}`, class: 'tick' }),
    axes.map(v => s('text', { x: x(v), y: 66, 'text-anchor': v === 1 ? 'end' : 'middle' }, percent(v))),
    dots.map(({ value, kind, name }) => [
      s('circle', { class: `dot ${kind}`, cx: x(value), cy: 30, r: kind === 'plain' ? 4 : 7 }),
      name && s('text', { x: x(value), y: kind === 'a' ? 14 : 49, 'text-anchor': 'middle' }, name),
    ]),
  );
}
