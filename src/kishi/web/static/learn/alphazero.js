// How AlphaZero shares out its visits: PUCT at the root, with real random games in place of a value network.
import { h, replace, button, toast, headings } from '../dom.js';
import { ask } from '../net.js';
import { t } from '../texts.js';
import { Board } from '../board.js';
import { alphazeroPicture } from './pictures.js';

const STORED = 200;

async function visiting(el, world) {
  let moves = [],
    rows = [],
    running = false,
    gone = false,
    line;
  const game = world.games.find(g => g.name === 'othello');
  const board = new Board(game, {
    onMove: move => {
      moves.push(move);
      update();
    },
  });
  const table = h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('visits') }),
    note = h('p', { class: 'result', role: 'status' });
  const c = h('input', {
      type: 'range',
      min: 0,
      max: 4,
      step: 0.1,
      value: 1.4,
      id: 'puct-c',
      oninput: () => {
        shown.textContent = c.value;
        restart();
      },
    }),
    shown = h('output', { for: 'puct-c' }, '1.4');
  const prior = h(
    'select',
    { id: 'puct-prior', onchange: () => restart() },
    ['even', 'good', 'bad'].map(name => h('option', { value: name }, t(`prior_${name}`))),
  );
  const restart = () => {
    const scores = rows.map(r => r.truth),
      weight = { even: 0, good: 12, bad: -12 }[prior.value];
    const powers = scores.map(v => Math.exp(weight * v)),
      total = powers.reduce((a, b) => a + b, 0);
    rows.forEach((r, i) => Object.assign(r, { prior: powers[i] / total, visits: 0, sum: 0 }));
    draw();
  };
  const upper = r => {
    const n = rows.reduce((sum, o) => sum + o.visits, 0);
    return (r.visits ? r.sum / r.visits : 0.5) + Number(c.value) * r.prior * (Math.sqrt(n + 1) / (1 + r.visits)) * 0.5;
  };
  // A visit: the move with the highest bound gets one more of its random games.
  const visit = () => {
    const r = rows.reduce((a, b) => (upper(b) > upper(a) ? b : a));
    const luck = Math.random() * STORED;
    r.sum += luck < r.wins ? 1 : luck < r.wins + r.draws ? 0.5 : 0;
    r.visits++;
    return r;
  };
  const draw = last => {
    const total = rows.reduce((sum, r) => sum + r.visits, 0),
      most = Math.max(...rows.map(r => r.visits));
    board.mark({
      badges: rows
        .filter(r => r.to >= 0 && total)
        .map(r => ({
          cell: r.to,
          text: `${Math.round((100 * r.visits) / total)}%`,
          heat: most ? (2 * r.visits) / most - 1 : 0,
          best: r.visits === most,
        })),
    });
    replace(
      table,
      h(
        'table',
        { class: 'wide' },
        headings(['move', 'prior', 'visits', 'q', 'bound', 'truth'].map(key => t(`puct_${key}`))),
        h(
          'tbody',
          null,
          rows.map(r =>
            h(
              'tr',
              { class: r === last ? 'best' : '' },
              h('th', { scope: 'row' }, r.text),
              h('td', null, `${(100 * r.prior).toFixed(0)}%`),
              h('td', null, r.visits),
              h('td', null, r.visits ? (r.sum / r.visits).toFixed(2) : '–'),
              h('td', null, upper(r).toFixed(2)),
              h('td', null, r.truth.toFixed(2)),
            ),
          ),
        ),
      ),
    );
    note.textContent = t('puct_note', { n: total });
  };
  const update = async () => {
    line = await ask('/api/line', { game: 'othello', moves });
    board.mark({});
    board.show(line.plies.at(-1), { legal: line.legal });
    if (line.end) {
      rows = [];
      replace(table, h('p', null, t('game_over')));
      return;
    }
    try {
      const answer = await ask('/api/learn/montecarlo/playouts', { game: 'othello', moves, playouts: STORED });
      rows = answer.moves.map(r => ({ ...r, truth: (r.wins + r.draws / 2) / STORED }));
      restart();
    } catch (wrong) {
      toast(wrong.message, true);
    }
  };
  const run = button(
    'play',
    t('visit_on'),
    async () => {
      running = !running;
      run.lastChild.textContent = t(running ? 'pause' : 'visit_on');
      while (running && !gone && rows.length) {
        draw(visit());
        await new Promise(done => setTimeout(done, 60));
      }
    },
    { kind: 'primary', disabled: true },
  );
  const once = button(
    'next',
    t('one_visit'),
    () => {
      if (rows.length) draw(visit());
    },
    { disabled: true },
  );
  replace(
    el,
    h(
      'div',
      { class: 'row' },
      once,
      run,
      h('label', { for: 'puct-c' }, 'c'),
      c,
      shown,
      h('label', { for: 'puct-prior' }, t('puct_prior')),
      prior,
    ),
    h('div', { class: 'split' }, board.el, h('div', null, note, table)),
  );
  for (const text of ['f5', 'd6', 'c3', 'd3', 'c4']) {
    const now = await ask('/api/line', { game: 'othello', moves });
    moves.push(now.legal.find(m => m[3] === text)[0]);
  }
  await update();
  once.disabled = run.disabled = false;
  return () => {
    gone = true;
    running = false;
    board.close();
  };
}

export const alphazero = {
  name: 'alphazero',
  picture: alphazeroPicture,
  real: { game: 'othello', player: 'alphazero', method: 'alphazero' },
  parts: { steps: visiting },
};
