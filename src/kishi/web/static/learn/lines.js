// Attack and guard: the write-up's diagrams, its score tables to change, a heat map, and P and C in any pairing.
import { h, replace, button, toast } from '../dom.js';
import { ask } from '../net.js';
import { t } from '../texts.js';
import { saving } from './map_editor.js';
import { Stepper } from './steps.js';
import { asking, choice, LineBoard, percent, status, wideTable } from './widgets.js';

const BOARD = 'gomoku-16';

// A row of numbers one can change: the scores of one to five in a row.
function scoreRow(name, values, changed) {
  const inputs = values.map((value, i) =>
    h('input', {
      type: 'number',
      value,
      step: 'any',
      'aria-label': `${name} ${i + 1}`,
      oninput: event => {
        if (!Number.isFinite(event.target.valueAsNumber)) return;
        values[i] = event.target.valueAsNumber;
        changed();
      },
    }),
  );
  return h(
    'tr',
    null,
    h('th', { scope: 'row' }, name),
    inputs.map(input => h('td', null, input)),
  );
}

const lengths = [1, 2, 3, 4, 5].map(String);
const scoreTable = rows =>
  h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('lines_table') },
    h(
      'table',
      { class: 'score-table' },
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          [t('lines_length'), ...lengths].map(text => h('th', { scope: 'col' }, text)),
        ),
      ),
      h('tbody', null, rows),
    ),
  );

async function example(el) {
  const given = await ask('/api/learn/lines/tables', {});
  const note = status(),
    place = h('div');
  let board;
  const weigh = async () => {
    if (board.line.end) return;
    const { moves } = await ask('/api/learn/lines/rows', { ...board.here, rows: given.rows });
    const most = Math.max(...moves.map(r => r.value));
    board.mark({
      badges: moves.map(r => ({
        cell: r.to,
        text: String(r.value).replace('-', '−'),
        heat: r.value < 0 ? -1 : r.value / Math.max(1, most),
        best: r.value === most,
      })),
    });
    const best = moves.filter(r => r.value === most).map(r => r.text);
    note.textContent = t(`lines_${which.value}`, { moves: best.join(', '), value: most });
  };
  const show = async () => {
    board?.close();
    board = new LineBoard(BOARD, { moves: given.diagrams[which.value], show: weigh });
    replace(place, board.el, h('div', { class: 'row' }, board.buttons()));
    await board.update();
  };
  const which = choice(
    t('lines_diagram'),
    [
      ['corner', t('lines_corner_name')],
      ['four', t('lines_four_name')],
    ],
    show,
  );
  const table = scoreTable([scoreRow(t('lines_row'), given.rows, weigh)]);
  replace(el, h('div', { class: 'split' }, place, h('div', null, which.el, table, note)));
  await show();
  return () => board.close();
}

async function steps(el, world) {
  const given = await ask('/api/learn/lines/tables', {});
  const scores = () => [...given.attack, ...given.guard, given.centre];
  const note = status(),
    told = status();
  let answer,
    through = { windows: [] };
  const board = new LineBoard(BOARD, { moves: given.diagrams.four.slice(0, 5), show: () => weigh() });
  const weigh = async () => {
    if (board.line.end) {
      note.textContent = t('game_over');
      return;
    }
    answer = await ask('/api/learn/lines/scores', { ...board.here, scores: scores() });
    const best = answer.moves.find(r => r.move === answer.chosen);
    through = await ask('/api/learn/lines/windows', { ...board.here, cell: best.to, scores: scores() });
    note.textContent = t('lines_choice', { move: answer.text, attack: best.attack, guard: best.guard });
    stepper.begin(through.windows.length);
  };
  const worth = r => (what.value === 'sum' ? r.attack + r.guard + r.place : r[what.value]);
  const draw = at => {
    if (!answer) return;
    const values = answer.moves.map(worth),
      most = Math.max(...values),
      least = Math.min(...values);
    const window = through.windows[at - 1];
    board.mark({
      badges: answer.moves
        .filter(r => worth(r) > least + (most - least) * 0.08)
        .map(r => ({
          cell: r.to,
          text: String(Math.round(worth(r))),
          heat: most > least ? 2 * ((worth(r) - least) / (most - least)) - 1 : 0,
          best: r.move === answer.chosen,
        })),
      rings: window?.cells ?? [],
    });
    told.textContent = window
      ? t('lines_window', {
          group: t(`score_${window.group}`),
          n: window.cells.length,
          worth: window.worth,
          sum: window.sum,
        })
      : t('lines_windows', { move: through.text, n: through.windows.length });
  };
  const what = choice(
    t('show_score'),
    ['sum', 'attack', 'guard'].map(name => [name, t(`score_${name}`)]),
    () => draw(stepper.at),
  );
  const stepper = new Stepper(0, draw);
  await board.update();
  const tables = scoreTable([
    scoreRow(t('score_attack'), given.attack, weigh),
    scoreRow(t('score_guard'), given.guard, weigh),
  ]);
  const best = button('next', t('play_best'), () => board.play(answer.chosen));
  replace(
    el,
    h(
      'div',
      { class: 'split' },
      h('div', null, board.el, h('div', { class: 'row' }, best, board.buttons())),
      h(
        'div',
        null,
        note,
        stepper.el,
        told,
        what.el,
        h('h3', null, t('lines_table')),
        tables,
        saving(BOARD, scores, { kind: 'lines' }, world),
      ),
    ),
  );
  return () => board.close();
}

// As docs/measured/lessons.md has them.
const ROWS = [['row_lines', '2,000', '51.3 ± 1.0%', 'kishi match gomoku-16 lines lines:faithful=true --games 2000']];

async function measured(el) {
  const said = status();
  let seed = 0;
  const run = async () => {
    const found = await ask('/api/learn/lines/compare', { seed: ++seed });
    said.textContent = t('lines_compared', { ...found, score: percent(found) });
  };
  replace(
    el,
    h('div', { class: 'row' }, asking('play', t('lines_compare'), run, said), said),
    wideTable(
      t('measured_table'),
      ['player', 'n_games', 'score', 'command'].map(key => t(`column_${key}`)),
      ROWS.map(([key, games, score, command]) => [t(key), games, score, h('code', null, command)]),
    ),
  );
}

// P is a person, C the computer; o moves first.
async function play(el, world) {
  const start = async pair => {
    const seats = pair.split(' ').map(side => (side === 'P' ? 'human' : 'lines'));
    try {
      world.go(`/play/${(await ask('/api/tables', { game: BOARD, seats })).id}`);
    } catch (wrong) {
      toast(wrong.message, true);
    }
  };
  const pairs = ['P C', 'C P', 'P P', 'C C'];
  replace(
    el,
    h(
      'div',
      { class: 'row' },
      pairs.map((pair, i) => button('play', pair, () => start(pair), { kind: i ? '' : 'primary' })),
    ),
  );
}

export const lines = {
  name: 'lines',
  real: { game: 'gomoku', player: 'lines', method: 'cmaes' },
  parts: { example, steps, measured, play },
};
