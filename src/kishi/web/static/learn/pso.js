// A value map one can change: which move it makes the player choose, and how well that plays.
import { h, replace, button, toast } from '../dom.js';
import { ask } from '../net.js';
import { t } from '../texts.js';
import { Board } from '../board.js';
import { mapBoard } from '../charts.js';
import { psoPicture } from './pictures.js';

// The eight squares that a board's symmetries make of one.
function alike(cell) {
  const r = Math.floor(cell / 8),
    c = cell % 8;
  return [
    ...new Set(
      [
        [r, c],
        [c, r],
      ]
        .flatMap(([a, b]) => [
          [a, b],
          [7 - a, b],
          [a, 7 - b],
          [7 - a, 7 - b],
        ])
        .map(([a, b]) => a * 8 + b),
    ),
  ];
}

async function editing(el, world) {
  const { maps } = await ask('/api/learn/maps');
  let map = [...maps.classic],
    chosen = 0,
    moves = [],
    line = null;
  const game = world.games.find(g => g.name === 'othello');
  const board = new Board(game, {
    onMove: move => {
      moves.push(move);
      update();
    },
  });
  const place = h('div'),
    result = h('p', { class: 'result', role: 'status' });
  const value = h('input', {
    type: 'range',
    min: -30,
    max: 30,
    step: 1,
    id: 'worth',
    oninput: () => {
      for (const cell of alike(chosen)) map[cell] = Number(value.value);
      drawMap();
      weigh();
    },
  });
  const shown = h('output', { for: 'worth' });
  const drawMap = () => {
    value.value = map[chosen];
    shown.textContent = `${board.cellName(chosen)}: ${map[chosen]}`;
    replace(
      place,
      mapBoard(map, 8, {
        chosen,
        onPick: cell => {
          chosen = cell;
          drawMap();
        },
        label: t('map_of', { name: '' }),
      }),
    );
  };
  const weigh = async () => {
    if (line.end) {
      board.mark({});
      return;
    }
    const { moves: rows } = await ask('/api/learn/pso/worth', { game: 'othello', moves, map });
    const most = Math.max(...rows.map(r => r.worth)),
      scale = Math.max(1, ...rows.map(r => Math.abs(r.worth)));
    const best = rows.find(r => r.worth === most);
    board.mark({
      badges: rows
        .filter(r => r.to >= 0)
        .map(r => ({ cell: r.to, text: String(Number(r.worth.toFixed(1))), heat: r.worth / scale, best: r === best })),
    });
    next = best?.move;
  };
  let next = null;
  const update = async () => {
    line = await ask('/api/line', { game: 'othello', moves });
    board.show(line.plies.at(-1), { legal: line.legal });
    await weigh();
  };
  const measure = async () => {
    result.textContent = t('measuring');
    try {
      const [classic, random] = await Promise.all(
        ['classic', 'random'].map(against => ask('/api/learn/pso/measure', { maps: [map], games: 200, against })),
      );
      const say = s => `${Math.round(100 * s.score)}% (${Math.round(100 * s.low)}–${Math.round(100 * s.high)}%)`;
      result.textContent = t('map_result', { classic: say(classic.scores[0]), random: say(random.scores[0]) });
    } catch (wrong) {
      toast(wrong.message, true);
    }
  };
  drawMap();
  await update();
  replace(
    el,
    h(
      'div',
      { class: 'split' },
      h(
        'div',
        null,
        h('h3', null, t('map_weights')),
        place,
        h('div', { class: 'row' }, h('label', { for: 'worth' }, t('worth')), value, shown),
        h(
          'div',
          { class: 'row' },
          button(
            null,
            t('map_classic'),
            () => {
              map = [...maps.classic];
              drawMap();
              weigh();
            },
            { kind: 'small' },
          ),
          button(
            null,
            t('map_flat'),
            () => {
              map = map.map(() => 1);
              drawMap();
              weigh();
            },
            { kind: 'small' },
          ),
          button('play', t('measure'), measure, { kind: 'primary' }),
        ),
        result,
      ),
      h(
        'div',
        null,
        h('h3', null, t('map_board')),
        board.el,
        h(
          'div',
          { class: 'row' },
          button('next', t('play_best'), () => {
            if (next !== null && !line.end) {
              moves.push(next);
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

export const pso = {
  name: 'pso',
  picture: psoPicture,
  real: { game: 'othello', player: 'greedy', method: 'pso' },
  parts: { steps: editing },
};
