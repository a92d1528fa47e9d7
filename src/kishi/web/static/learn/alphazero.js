// AlphaZero: the shipped networks' policy and value, their search a simulation at a time, and the real curve.
import { h, s, replace } from '../dom.js';
import { ask } from '../net.js';
import { t, number } from '../texts.js';
import { gameName } from '../games.js';
import { bars, curves } from '../charts.js';
import { Stepper } from './steps.js';
import { LineBoard, slider, choice, wideTable, status } from './widgets.js';

// Boards with a network, and a line to begin with.
const LINES = { 'gomoku-8': 'd5 e5 e4 d4 f5', 'othello-6': 'c2 d2 e2', minishogi: '' };

async function boardOf(game, show) {
  const line = LINES[game] ? await ask('/api/read', { game, text: LINES[game] }) : { plies: [] };
  return new LineBoard(game, { moves: line.plies.slice(1).map(p => p.move), show });
}

const two = v =>
  v
    .toFixed(2)
    .replace(/^-(0\.00)$/, '$1')
    .replace('-', '−');

const games = changed =>
  choice(
    t('game'),
    Object.keys(LINES).map(name => [name, gameName(name)]),
    changed,
  );

// From games to a network to games again.
function loop(el) {
  const box = (x, y, key) =>
    s(
      'g',
      { transform: `translate(${x} ${y})` },
      s('rect', { x: -92, y: -28, width: 184, height: 56, rx: 12 }),
      s('text', { y: 5, 'text-anchor': 'middle' }, t(key)),
    );
  replace(
    el,
    s(
      'svg',
      { viewBox: '0 0 640 210', class: 'loop', role: 'img', 'aria-label': t('az_loop') },
      s('path', { d: 'M204 46H426m-10 -6l10 6l-10 6', class: 'flow' }),
      s('path', { d: 'M500 78L372 152m4 -11l-4 11l11 1', class: 'flow' }),
      s('path', { d: 'M268 152L140 78m4 11l-4 -11l11 -1', class: 'flow' }),
      box(108, 46, 'az_network'),
      box(524, 46, 'az_search'),
      box(320, 172, 'az_games'),
    ),
  );
}

// What the network says before any search.
async function policy(el) {
  const place = h('div'),
    list = h('div'),
    note = status();
  let board;
  const show = async line => {
    if (line.end) {
      replace(list);
      note.textContent = t('game_over');
      return;
    }
    const data = await ask('/api/learn/alphazero/policy', board.here);
    const rows = [...data.moves].sort((a, b) => b.prior - a.prior);
    board.mark({ badges: badges(rows, 'prior') });
    replace(
      list,
      bars(
        rows.slice(0, 10).map((m, i) => ({
          name: m.text,
          value: m.prior,
          text: `${(100 * m.prior).toFixed(1)}%`,
          best: i === 0,
        })),
      ),
    );
    note.textContent = t('az_says', {
      value: two(data.value),
      draw: Math.round(100 * data.draw),
    });
  };
  const begin = async () => {
    board?.close();
    board = await boardOf(game.value, show);
    replace(place, board.el, h('div', { class: 'row' }, board.buttons()));
    await board.update();
  };
  const game = games(begin);
  replace(el, h('div', { class: 'row' }, game.el), h('div', { class: 'split' }, place, h('div', null, note, list)));
  await begin();
  return () => board.close();
}

// Shares of a whole on the board, those that round to nothing left out. Of moves to one square the first counts.
function badges(rows, name) {
  const total = rows.reduce((sum, r) => sum + r[name], 0) || 1,
    most = Math.max(...rows.map(r => r[name])),
    seen = new Set();
  return rows
    .filter(r => r.to >= 0 && r[name] / total >= 0.005 && !seen.has(r.to) && seen.add(r.to))
    .map(r => ({
      cell: r.to,
      text: `${Math.round((100 * r[name]) / total)}%`,
      heat: (2 * r[name]) / most - 1,
      best: r[name] === most,
    }));
}

// The search, a simulation a step.
async function searching(el) {
  const place = h('div'),
    table = h('div'),
    note = status();
  let board, data;
  const draw = at => {
    const frame = data.frames[at],
      before = data.frames[at - 1];
    const rows = data.moves.map((m, i) => ({ ...m, ...frame.rows[i] }));
    const went = before ? rows.findIndex((r, i) => r.visits > before.rows[i].visits) : -1;
    const top = rows.reduce((best, r, i) => (r.score > rows[best].score ? i : best), 0);
    board.mark({
      badges: badges(
        rows.map(r => ({ ...r })).sort((a, b) => b.visits - a.visits),
        at ? 'visits' : 'prior',
      ),
    });
    const puct = rule.value === 'puct';
    replace(
      table,
      wideTable(
        t('visits'),
        [
          'puct_move',
          'puct_prior',
          'puct_visits',
          'puct_q',
          ...(puct ? ['az_bonus', 'puct_bound'] : ['az_target']),
        ].map(key => t(key)),
        rows
          .slice(0, 12)
          .map((r, i) => [
            i === went ? `▸ ${r.text}` : r.text,
            `${(100 * r.prior).toFixed(1)}%`,
            r.visits,
            r.mean === null ? '–' : two(r.mean),
            ...(puct
              ? [two(r.bonus), h(i === top ? 'strong' : 'span', null, two(r.score))]
              : [at === data.frames.length - 1 ? `${(100 * data.target[i]).toFixed(1)}%` : '']),
          ]),
      ),
    );
    const alive = rows.filter(r => r.visits === Math.max(...rows.map(x => x.visits))).length;
    note.textContent = before
      ? t(puct ? 'az_went' : 'az_gumbel', { n: at, move: rows[went]?.text ?? '', next: rows[top].text, alive })
      : t('az_begin');
  };
  const stepper = new Stepper(0, draw);
  const load = async () => {
    data = await ask('/api/learn/alphazero/search', {
      ...board.here,
      rule: rule.value,
      simulations: simulations.value,
      exploration: c.value,
    });
    stepper.begin(data.frames.length - 1);
  };
  const begin = async () => {
    board?.close();
    board = await boardOf(game.value, line => (line.end ? null : load()));
    replace(place, board.el, h('div', { class: 'row' }, board.buttons()));
    await board.update();
  };
  const game = games(begin),
    rule = choice(
      t('az_rule'),
      [
        ['puct', 'PUCT'],
        ['gumbel', 'Gumbel'],
      ],
      () => load(),
    ),
    simulations = slider(t('az_simulations'), { min: 8, max: 128, step: 8, value: 32, changed: () => load() }),
    c = slider('c', { min: 0, max: 4, step: 0.1, value: 1.5, changed: () => load() });
  replace(
    el,
    h('div', { class: 'row' }, game.el, rule.el),
    simulations.el,
    c.el,
    h('div', { class: 'split' }, place, h('div', null, stepper.el, note, table)),
  );
  await begin();
  return () => board.close();
}

// The strength of the real run.
async function measured(el) {
  const { points } = await ask('/api/learn/alphazero/curve', {});
  replace(
    el,
    curves([{ points }], { label: t('az_curve'), from: 0 }),
    wideTable(
      t('az_curve'),
      ['column_n_games', 'column_elo', 'column_interval'].map(key => t(key)),
      points.map(p => [number(p.x), `+${p.y}`, `+${p.low} … +${p.high}`]),
    ),
    h(
      'pre',
      { class: 'command', tabindex: 0 },
      'kishi train gomoku-8 alphazero --preset evening --jobs 2 --seed 1 --name g8-evening',
    ),
  );
}

export const alphazero = {
  name: 'alphazero',
  real: { game: 'gomoku-8', player: 'alphazero', method: 'alphazero' },
  parts: { idea: loop, example: policy, steps: searching, measured },
};
