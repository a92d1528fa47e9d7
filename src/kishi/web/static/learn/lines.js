// Attack and guard: the line scores of the Gomoku write-up, on a board.
import { h, replace, button } from '../dom.js';
import { ask } from '../net.js';
import { t } from '../texts.js';
import { Board } from '../board.js';
import { linesPicture } from './pictures.js';

async function scoring(el, world) {
  let moves = [40, 41, 31],
    line,
    chosen;
  const board = new Board(
    world.games.find(g => g.name === 'gomoku-9'),
    {
      onMove: move => {
        moves.push(move);
        update();
      },
    },
  );
  const note = h('p', { class: 'result', role: 'status' });
  const what = h(
    'select',
    { id: 'which-score', onchange: () => update() },
    ['sum', 'attack', 'guard'].map(name => h('option', { value: name }, t(`score_${name}`))),
  );
  const update = async () => {
    line = await ask('/api/line', { game: 'gomoku-9', moves });
    board.show(line.plies.at(-1), { legal: line.legal });
    if (line.end) {
      board.mark({});
      note.textContent = t('game_over');
      return;
    }
    const answer = await ask('/api/learn/lines/scores', { game: 'gomoku-9', moves });
    chosen = answer.chosen;
    const worth = r => (what.value === 'sum' ? r.attack + r.guard + r.place : r[what.value]);
    const most = Math.max(...answer.moves.map(worth)),
      least = Math.min(...answer.moves.map(worth));
    board.mark({
      badges: answer.moves
        .filter(r => worth(r) > least + 3)
        .map(r => ({
          cell: r.to,
          text: String(Math.round(worth(r))),
          heat: most > least ? 2 * ((worth(r) - least) / (most - least)) - 1 : 0,
          best: r.move === chosen,
        })),
    });
    const row = answer.moves.find(r => r.move === chosen);
    note.textContent = t('lines_choice', { move: answer.text, attack: row.attack, guard: row.guard });
  };
  await update();
  replace(
    el,
    h(
      'div',
      { class: 'split' },
      board.el,
      h(
        'div',
        null,
        h('div', { class: 'row' }, h('label', { for: 'which-score' }, t('show_score')), what),
        note,
        h(
          'div',
          { class: 'row' },
          button('next', t('play_best'), () => {
            if (!line.end) {
              moves.push(chosen);
              update();
            }
          }),
          button(
            'undo',
            t('undo'),
            () => {
              moves.pop();
              update();
            },
            { bare: true },
          ),
        ),
      ),
    ),
  );
  return () => board.close();
}

export const lines = {
  name: 'lines',
  picture: linesPicture,
  real: { game: 'gomoku-16', player: 'lines' },
  parts: { steps: scoring },
};
