// What the rules say about cells, drawn on the board: what has won, what is forbidden, in which order stones came.
import { s } from './dom.js';
import { sideOf } from './games.js';
import { CELL } from './pieces.js';

// Around the stones that have decided the game.
export const ringsOf = (board, cells) =>
  cells.map(cell => {
    const [x, y] = board.spot(cell);
    return s('circle', { class: 'deciding', cx: x, cy: y, r: 37, fill: 'none', stroke: '#ffd54a', 'stroke-width': 12 });
  });

// On free points that whoever moves may not take.
export function crossesOf(board) {
  const crosses = board.forbidden().map(cell => {
    const [x, y] = board.spot(cell);
    return `M${x - 20} ${y - 20}l40 40m0-40l-40 40`;
  });
  const look = { stroke: '#b3251a', 'stroke-width': 9, 'stroke-linecap': 'round' };
  return s('path', { class: 'forbidden', d: crosses.join(''), ...look });
}

// On each stone, the number of its move.
export const numbersOf = board =>
  Object.entries(board.numbers)
    .filter(([cell]) => board.position.cells[cell])
    .map(([cell, number]) => {
      const [x, y] = board.spot(Number(cell)),
        last = Number(cell) === board.position.to;
      const fill = last ? '#e0492f' : sideOf(board.position.cells[cell]) ? '#1d1d1f' : '#fff';
      const look = { fill, 'font-size': 38, 'font-weight': 650, 'text-anchor': 'middle' };
      return s('text', { class: 'number', x, y: y + 13, 'font-family': 'system-ui,sans-serif', ...look }, number);
    });

// Where a finger that is asked twice has pointed.
export function crosshairOf(board) {
  const [x, y] = board.spot(board.pending),
    width = board.game.cols * CELL,
    height = board.game.rows * CELL;
  return s(
    'g',
    { stroke: '#e0492f', 'stroke-width': 6, fill: 'none' },
    s('path', { d: `M${x} 0V${height}M0 ${y}H${width}`, opacity: 0.5 }),
    s('circle', { cx: x, cy: y, r: 44, fill: '#e0492f', 'fill-opacity': 0.25 }),
  );
}
