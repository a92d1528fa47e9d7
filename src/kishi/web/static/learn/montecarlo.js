// Monte-Carlo, epsilon-greedy: playouts of one move one by one, the write-up's mean beside the right one, its match.
import { h, s, replace } from '../dom.js';
import { ask } from '../net.js';
import { t, number } from '../texts.js';
import { bars } from '../charts.js';
import { Stepper } from './steps.js';
import { LineBoard, slider, formula, wideTable, asking, status, percent } from './widgets.js';

const LINE = 'f5 d6 c3 d3 c4';
const REWARD = 2; // of a win; a loss is its opposite
// A playout's reward is 2, 1 or -2, so its square is at most 4.
const error = (mean, n) => (1.96 * Math.sqrt(Math.max(0, REWARD * REWARD - mean * mean))) / Math.sqrt(n);
const shown = v =>
  (Math.abs(v) >= 1e4 ? v.toExponential(1) : v.toFixed(2)).replace(/^-(0\.00)$/, '$1').replace('-', '−');

async function lineOf(text) {
  const line = await ask('/api/read', { game: 'othello', text });
  return line.plies.slice(1).map(p => p.move);
}

// How good a single playout is, and a hundred: every move of the start gets as many.
async function counting(el) {
  const tallies = new Map(),
    list = h('div'),
    note = status();
  let seed = 1;
  const board = new LineBoard('othello', { moves: await lineOf(LINE), playable: false });
  const draw = () => {
    const rows = [...tallies.values()]
      .map(r => ({ ...r, games: r.wins + r.draws + r.losses }))
      .map(r => ({ ...r, mean: (r.wins + r.draws / 2) / r.games }))
      .sort((a, b) => b.mean - a.mean);
    replace(
      list,
      bars(
        rows.map((r, i) => ({
          name: r.text,
          value: r.mean,
          text: `${(100 * r.mean).toFixed(0)}% ±${(98 / Math.sqrt(r.games)).toFixed(0)}`,
          best: i === 0,
        })),
      ),
    );
    board.mark({
      badges: rows.map((r, i) => ({
        cell: r.to,
        text: `${Math.round(100 * r.mean)}%`,
        heat: 2 * r.mean - 1,
        best: !i,
      })),
    });
    note.textContent = t('playouts_so_far', { n: number(rows.reduce((sum, r) => sum + r.games, 0)) });
  };
  const more = each => async () => {
    const answer = await ask('/api/learn/montecarlo/playouts', { ...board.here, playouts: each, seed: seed++ * 1000 });
    for (const row of answer.moves) {
      const tally = tallies.get(row.move) ?? { ...row, wins: 0, draws: 0, losses: 0 };
      for (const name of ['wins', 'draws', 'losses']) tally[name] += row[name];
      tallies.set(row.move, tally);
    }
    draw();
  };
  replace(
    el,
    h(
      'div',
      { class: 'split' },
      board.el,
      h(
        'div',
        null,
        h(
          'div',
          { class: 'row' },
          [1, 10, 100].map(n => asking('plus', t('playouts_each', { n }), more(n), note)),
        ),
        note,
        list,
      ),
    ),
  );
  await board.update();
  return () => board.close();
}

// The write-up's player at one move: first ten each, then by epsilon.
async function stepping(el) {
  const chart = h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('mc_chart') }),
    note = status();
  let data;
  const draw = at => {
    const now = data.right[at],
      before = data.right[at - 1];
    const last = before ? now.visits.findIndex((n, i) => n > before.visits[i]) : -1;
    const rows = data.moves.map((m, i) => ({ ...m, mean: now.means[i], visits: now.visits[i], now: i === last }));
    replace(chart, errorBars(rows, now.chosen));
    board.mark({
      badges: rows.map((r, i) => ({
        cell: r.to,
        text: String(r.visits),
        heat: r.mean / REWARD,
        best: i === now.chosen,
      })),
    });
    const greedy = before && last === before.chosen;
    note.textContent = before
      ? t(greedy ? 'mc_greedy' : 'mc_random', { n: at, move: data.moves[last].text, mean: shown(now.means[last]) })
      : t('mc_begin', { n: data.moves.length * first.value, each: first.value });
    if (at === data.right.length - 1) note.textContent += ` ${t('mc_end', { move: data.moves[now.chosen].text })}`;
  };
  const stepper = new Stepper(0, draw);
  const load = async () => {
    data = await ask('/api/learn/montecarlo/story', {
      ...board.here,
      first: first.value,
      rollouts: rollouts.value,
      epsilon: epsilon.value,
    });
    stepper.begin(data.right.length - 1);
  };
  const first = slider(t('mc_first'), { min: 1, max: 20, value: 10, changed: () => load() }),
    rollouts = slider(t('mc_rollouts'), { min: 0, max: 300, step: 10, value: 150, changed: () => load() }),
    epsilon = slider('ε', { min: 0, max: 1, step: 0.05, value: 0.2, changed: () => load() });
  const board = new LineBoard('othello', { moves: await lineOf(LINE), show: line => (line.end ? null : load()) });
  replace(
    el,
    h(
      'div',
      { class: 'split' },
      h('div', null, board.el, h('div', { class: 'row' }, board.buttons())),
      h('div', null, first.el, rollouts.el, epsilon.el, chart, stepper.el, note),
    ),
  );
  await board.update();
  return () => board.close();
}

// Means from -2 to 2 with their 95% intervals, and how many playouts each is of.
function errorBars(rows, chosen) {
  const width = Math.max(340, rows.length * 62),
    height = 250,
    y = v => 16 + ((REWARD - v) / (2 * REWARD)) * 190,
    x = i => 44 + (i + 0.5) * ((width - 52) / rows.length);
  return s(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, width, height, class: 'error-bars', role: 'img', 'aria-label': t('mc_chart') },
    [-2, -1, 0, 1, 2].map(v => [
      s('path', { d: `M40 ${y(v)}H${width}`, class: v ? 'tick' : 'tick zero' }),
      s('text', { x: 34, y: y(v) + 4, 'text-anchor': 'end' }, shown(v).replace('.00', '')),
    ]),
    rows.map((r, i) => {
      const off = r.visits ? error(r.mean, r.visits) : REWARD,
        [top, low] = [y(Math.min(REWARD, r.mean + off)), y(Math.max(-REWARD, r.mean - off))];
      return s(
        'g',
        { class: `error-bar ${i === chosen ? 'best' : ''} ${r.now ? 'now' : ''}` },
        s('rect', { x: x(i) - 15, width: 30, y: Math.min(y(0), y(r.mean)), height: Math.abs(y(r.mean) - y(0)), rx: 2 }),
        s('path', { class: 'error', d: `M${x(i)} ${top}V${low}M${x(i) - 7} ${top}h14M${x(i) - 7} ${low}h14` }),
        s('text', { x: x(i), y: height - 24, 'text-anchor': 'middle', class: 'error-move' }, r.text),
        s('text', { x: x(i), y: height - 8, 'text-anchor': 'middle' }, `n ${r.visits}`),
      );
    }),
  );
}

// The mean as written beside the right one, and the write-up's 96-1-3 against random play, again.
async function comparing(el) {
  const place = h('div'),
    note = status(),
    table = h('div');
  const moves = await lineOf(LINE);
  const n = slider('n', { min: 1, max: 250, value: 80, changed: () => update() }),
    v = slider('v', { min: -2, max: 2, step: 0.1, value: 0.5, said: shown, changed: () => update() });
  const update = () => {
    const [count, mean] = [n.value, v.value];
    replace(
      place,
      formula([
        t('mc_written'),
        { symbol: 'n·v + r/(n+1)', value: shown(count * mean + REWARD / (count + 1)), kind: 'accent' },
      ]),
      formula([
        t('mc_right'),
        { symbol: '(n·v + r)/(n+1)', value: shown((count * mean + REWARD) / (count + 1)), kind: 'good' },
      ]),
    );
  };
  update();
  const data = await ask('/api/learn/montecarlo/story', { game: 'othello', moves, rollouts: 150 });
  const right = data.right.at(-1);
  replace(
    table,
    wideTable(
      t('mc_both'),
      ['puct_move', 'puct_visits', 'mc_right', 'puct_visits', 'mc_written'].map(key => t(key)),
      data.moves.map((m, i) => [
        m.text,
        right.visits[i],
        `${shown(right.means[i])} ± ${error(right.means[i], right.visits[i]).toFixed(2)}`,
        data.written.visits[i],
        shown(data.written.means[i]),
      ]),
    ),
  );
  const matches = h('div');
  const totals = { true: [0, 0, 0], false: [0, 0, 0] };
  const drawMatches = () =>
    replace(
      matches,
      wideTable(
        t('mc_match'),
        ['column_player', 'column_n_games', 'wdl', 'column_score'].map(key => t(key)),
        [true, false].map(written => {
          const [w, d, l] = totals[written],
            all = w + d + l;
          return [
            t(written ? 'mc_as_written' : 'mc_corrected'),
            all,
            `${w}-${d}-${l}`,
            all ? percent(interval(w, d, l)) : '–',
          ];
        }),
      ),
    );
  const play = async () => {
    for (let i = 0; i < 10; i++) {
      for (const written of [true, false]) {
        const seed = 1000 * (totals[written][0] + totals[written][1] + totals[written][2]) + 7;
        const got = await ask('/api/learn/montecarlo/games', { games: 10, as_written: written, seed });
        totals[written] = totals[written].map((was, k) => was + [got.wins, got.draws, got.losses][k]);
      }
      drawMatches();
    }
    note.textContent = t('mc_played');
  };
  drawMatches();
  replace(
    el,
    h('h3', null, t('mc_both')),
    n.el,
    v.el,
    place,
    table,
    h('h3', null, t('mc_match')),
    matches,
    h('div', { class: 'row' }, asking('play', t('mc_play100'), play, note)),
    note,
    h('pre', { class: 'command', tabindex: 0 }, 'kishi match othello montecarlo:faithful=true random --games 1000'),
  );
}

// Wilson's interval: shares near 1 have one, too.
function interval(w, d, l) {
  const n = w + d + l,
    p = (w + d / 2) / n,
    z = 1.96,
    middle = (p + (z * z) / (2 * n)) / (1 + (z * z) / n),
    off = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
  return { score: p, low: middle - off, high: middle + off };
}

export const montecarlo = {
  name: 'montecarlo',
  real: { game: 'othello', player: 'montecarlo' },
  parts: { example: counting, steps: stepping, measured: comparing },
};
