// Value network: the 361 inputs, the network at work, the targets of one game, mates learned while one watches.
import { h, s, replace } from '../dom.js';
import { ask } from '../net.js';
import { t, number } from '../texts.js';
import { pieceName } from '../games.js';
import { curves, mapBoard } from '../charts.js';
import { trainLink } from './frame.js';
import { Stepper } from './steps.js';
import { LineBoard, slider, choice, formula, wideTable, asking, status } from './widgets.js';

const SILVER = 'k4/5/1+SS2/5/4K b Pgb 1'; // the write-up's example, with kings
const SIDES = ['vn_own', 'vn_other'];

// A position, and what the network is given of it.
async function inputs(el) {
  const maps = h('div'),
    network = h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('vn_network') }),
    note = status();
  const place = h('div');
  let board;
  const show = async line => {
    if (line.end) {
      note.textContent = t('game_over');
      return;
    }
    const data = await ask('/api/learn/valuenet/inputs', board.here);
    replace(maps, attackMaps(data));
    replace(network, drawNetwork(data));
    note.textContent = t('vn_says', { chance: (100 * data.chance).toFixed(1) });
  };
  const begin = async () => {
    board?.close();
    board = new LineBoard('minishogi', { start: which.value || null, show });
    replace(place, board.el, h('div', { class: 'row' }, board.buttons()));
    await board.update();
  };
  const which = choice(
    t('tree_position'),
    [
      [SILVER, t('vn_silver')],
      ['', t('empty_board')],
    ],
    begin,
  );
  replace(
    el,
    h('div', { class: 'row' }, which.el),
    h('div', { class: 'split' }, place, maps),
    h('h3', null, t('vn_network')),
    network,
    note,
  );
  await begin();
  return () => board.close();
}

const attackMaps = ({ kinds, attacks, places, hands, first }) =>
  SIDES.map((side, who) => [
    h('h3', null, t(side)),
    h(
      'div',
      { class: 'attack-maps' },
      kinds.map((kind, k) => inputMap(pieceName('minishogi', kind, ''), attacks[who][k])),
      inputMap(t('vn_places'), places[who]),
    ),
    h('p', { class: 'dim' }, t('vn_hand', { pieces: handText(kinds, hands[who]) })),
  ]).concat(h('p', { class: 'dim' }, t(first ? 'vn_first' : 'vn_second')));

const handText = (kinds, hand) => hand.map((n, k) => `${pieceName('minishogi', kinds[k], '')} ${n}`).join(', ');

const inputMap = (name, values) => h('figure', null, mapBoard(values, 5, { label: name }), h('figcaption', null, name));

// Each layer as a block of cells, brighter where it says more.
function drawNetwork({ attacks, places, hands, first, layers, widths, chance }) {
  const all = [[...attacks.flat(2), ...places.flat(), ...hands.flat(), first], ...layers.slice(0, -1)];
  const cell = 7,
    height = 172;
  let x = 10;
  const blocks = all.map((values, i) => {
    const rows = i ? 16 : 19,
      columns = Math.ceil(values.length / rows),
      most = Math.max(...values, 1e-9),
      left = x,
      top = (height - rows * cell) / 2 - 8;
    x += columns * cell + 34;
    return s(
      'g',
      null,
      values.map((v, k) =>
        s('rect', {
          x: left + Math.floor(k / rows) * cell,
          y: top + (k % rows) * cell,
          width: cell - 1,
          height: cell - 1,
          class: 'unit',
          'fill-opacity': (0.08 + (0.92 * v) / most).toFixed(2),
        }),
      ),
      s('path', { d: `M${left + columns * cell + 8} ${height / 2 - 8}h16m-5 -4l5 4l-5 4`, class: 'flow' }),
      s('text', { x: left + (columns * cell) / 2, y: height - 6, 'text-anchor': 'middle' }, widths[i]),
    );
  });
  return s(
    'svg',
    {
      viewBox: `0 0 ${x + 60} ${height}`,
      width: x + 60,
      height,
      class: 'network',
      role: 'img',
      'aria-label': t('vn_network'),
    },
    blocks,
    s('circle', { cx: x + 24, cy: height / 2 - 8, r: 22, class: 'unit', 'fill-opacity': 1 }),
    s('text', { x: x + 24, y: height / 2 - 4, 'text-anchor': 'middle', class: 'out' }, `${Math.round(100 * chance)}%`),
    s('text', { x: x + 24, y: height - 6, 'text-anchor': 'middle' }, '1'),
  );
}

// One game from its end backwards.
async function targets(el) {
  const chart = h('div'),
    math = h('div'),
    note = status();
  let data;
  const board = new LineBoard('minishogi', { playable: false });
  const firsts = values => values.map((v, i) => ({ x: i, y: data.plies[i].turn ? 1 - v : v }));
  const draw = at => {
    const n = data.plies.length - 1,
      i = n - at;
    board.board.show(data.plies[i], { legal: [] });
    const two = v => v.toFixed(2);
    replace(
      math,
      i === n
        ? formula([{ symbol: `R${sub(n)}`, kind: 'accent', value: two(data.shown[n]) }])
        : formula([
            { symbol: `R${sub(i)}`, kind: 'accent', value: two(data.shown[i]) },
            '= 1 − (',
            { symbol: '(1−γ)', value: two(1 - gamma.value) },
            {
              symbol: `V(s${sub(i + 1)})`,
              value: two(updated.value === 'after' ? data.targets[i + 1] : data.values[i + 1]),
            },
            '+',
            { symbol: 'γ', value: two(gamma.value) },
            { symbol: `R${sub(i + 1)}`, value: two(data.shown[i + 1]) },
            ')',
          ]),
      formula([
        { symbol: `V(s${sub(i)})`, kind: 'good', value: two(data.targets[i]) },
        '← ',
        { symbol: '(1−α)', value: two(1 - alpha.value) },
        { symbol: `V(s${sub(i)})`, value: two(data.values[i]) },
        '+',
        { symbol: 'α', value: two(alpha.value) },
        { symbol: `R${sub(i)}`, value: two(data.shown[i]) },
      ]),
    );
    note.textContent = t('vn_ply', { i, n, side: t(data.plies[i].turn ? 'gote' : 'sente') });
  };
  const stepper = new Stepper(0, draw);
  const load = async () => {
    const at = stepper.at;
    data = await ask('/api/learn/valuenet/targets', {
      alpha: alpha.value,
      gamma: gamma.value,
      updated: updated.value === 'after',
    });
    replace(
      chart,
      curves([{ points: firsts(data.values) }, { points: firsts(data.shown) }, { points: firsts(data.targets) }], {
        from: 0,
        to: 1,
        label: t('vn_chart'),
      }),
      h(
        'p',
        { class: 'legend' },
        ['vn_v', 'vn_r', 'vn_new'].map((key, k) => h('span', { class: `key key-${k}` }, t(key))),
      ),
    );
    stepper.count = data.plies.length - 1;
    stepper.go(at);
  };
  const alpha = slider('α', { min: 0, max: 1, step: 0.05, value: 0.2, changed: () => load() }),
    gamma = slider('γ', { min: 0, max: 1, step: 0.05, value: 0.8, changed: () => load() }),
    updated = choice(
      t('vn_which'),
      [
        ['before', t('vn_before')],
        ['after', t('vn_after')],
      ],
      () => load(),
    );
  replace(
    el,
    h(
      'div',
      { class: 'split' },
      board.el,
      h('div', null, alpha.el, gamma.el, h('div', { class: 'row' }, updated.el), math, stepper.el, note, chart),
    ),
  );
  await board.update();
  await load();
  return () => board.close();
}

const sub = n => String(n).replace(/\d/g, d => '₀₁₂₃₄₅₆₇₈₉'[d]);

// The strength of the real run.
async function measured(el) {
  const { points } = await ask('/api/learn/valuenet/curve', {});
  replace(
    el,
    curves([{ points }], { label: t('vn_curve'), from: 0 }),
    wideTable(
      t('vn_curve'),
      ['column_n_games', 'column_elo', 'column_interval'].map(key => t(key)),
      points.map(p => [number(p.x), `+${p.y}`, `+${p.low} … +${p.high}`]),
    ),
    h('pre', { class: 'command', tabindex: 0 }, 'kishi train minishogi valuenet --preset faithful --name faithful-1'),
  );
}

// Mates, learned while one watches.
async function learning(el) {
  const loss = h('div'),
    right = h('div'),
    note = status();
  let gone = false;
  const seed = slider(t('seed'), { min: 1, max: 20, value: 1 });
  const draw = ({ looks, guessing }) => {
    const line = of => looks.map(l => ({ x: l.positions, ...of(l) }));
    replace(
      loss,
      h('h3', null, t('vn_loss')),
      curves(
        [
          { points: line(l => ({ y: l.loss })) },
          { points: [0, Math.max(looks.at(-1).positions, 1)].map(x => ({ x, y: guessing })) },
        ],
        { from: 0, to: 0.8, label: t('vn_loss') },
      ),
      h('p', { class: 'dim' }, t('vn_guessing')),
    );
    replace(
      right,
      h('h3', null, t('vn_right')),
      curves(
        [
          {
            points: line(l => ({ y: 100 * l.right, low: 100 * (l.right - l.error), high: 100 * (l.right + l.error) })),
          },
        ],
        {
          from: 40,
          to: 100,
          unit: '%',
          label: t('vn_right'),
        },
      ),
    );
    const last = looks.at(-1);
    note.textContent = t('vn_learned', {
      n: number(last.positions),
      loss: last.loss.toFixed(3),
      right: (100 * last.right).toFixed(1),
      error: (100 * last.error).toFixed(1),
    });
  };
  const learn = async () => {
    for (let chunks = 0, all = 1; chunks <= all && !gone; chunks++) {
      const data = await ask('/api/learn/valuenet/learning', { seed: seed.value, chunks });
      all = data.chunks;
      draw(data);
    }
  };
  replace(
    el,
    h('div', { class: 'row' }, asking('play', t('train_it'), learn, note), seed.el),
    note,
    h('div', { class: 'split' }, loss, right),
    h('div', { class: 'row' }, trainLink({ game: 'minishogi', method: 'valuenet' })),
  );
  draw(await ask('/api/learn/valuenet/learning', { seed: 1, chunks: 0 }));
  return () => {
    gone = true;
  };
}

export const valuenet = {
  name: 'valuenet',
  real: { game: 'minishogi', player: 'valuenet', method: 'valuenet' },
  parts: { example: inputs, steps: targets, measured, train: learning },
};
