// What a player thinks, drawn on the board: a badge with a number on each square, and arrows.
import { s } from './dom.js';
import { CELL } from './pieces.js';
import { meritOf, shortScore } from './scores.js';

// From bad through even to good, readable on green felt and on wood.
export function heat(value) {
  const v = Math.max(-1, Math.min(1, value));
  const [a, b] =
    v < 0
      ? [
          [202, 138, 43],
          [176, 48, 38],
        ]
      : [
          [202, 138, 43],
          [22, 84, 150],
        ];
  const mix = a.map((from, i) => Math.round(from + (b[i] - from) * Math.abs(v)));
  return `rgb(${mix.join(',')})`;
}

// badges: [{ cell, text, heat, best }]; arrows: [{ from, to }]; rings: [cell]
export function drawMarks(board, { badges = [], arrows = [], rings = [] }) {
  const cells = board.game.rows * board.game.cols;
  return [
    arrows
      .filter(a => a.from >= 0 && a.from < cells && a.to >= 0)
      .map(({ from, to, faint }) => {
        const [x1, y1] = board.spot(from),
          [x2, y2] = board.spot(to);
        const length = Math.hypot(x2 - x1, y2 - y1) || 1,
          ux = (x2 - x1) / length,
          uy = (y2 - y1) / length;
        const tipX = x2 - ux * 14,
          tipY = y2 - uy * 14,
          neckX = tipX - ux * 30,
          neckY = tipY - uy * 30;
        return s(
          'g',
          { opacity: faint ? 0.4 : 0.8, fill: '#155fa8', stroke: '#155fa8' },
          s('path', {
            d: `M${x1 + ux * 20} ${y1 + uy * 20}L${neckX} ${neckY}`,
            'stroke-width': 14,
            'stroke-linecap': 'round',
          }),
          s('path', {
            d: `M${tipX} ${tipY}L${neckX - uy * 22} ${neckY + ux * 22}L${neckX + uy * 22} ${neckY - ux * 22}Z`,
            stroke: 'none',
          }),
        );
      }),
    badges.map(({ cell, text, heat: value, best }) => {
      const [x, y] = board.spot(cell);
      const size = text.length > 4 ? 24 : text.length > 3 ? 28 : 32;
      return s(
        'g',
        { transform: `translate(${x} ${y})` },
        s('rect', {
          x: -44,
          y: -25,
          width: 88,
          height: 50,
          rx: 25,
          fill: heat(value),
          stroke: best ? '#fff' : '#0006',
          'stroke-width': best ? 5 : 2,
        }),
        s(
          'text',
          {
            y: size * 0.35,
            'text-anchor': 'middle',
            'font-size': size,
            'font-weight': 650,
            fill: '#fff',
            'font-family': 'system-ui,sans-serif',
          },
          text,
        ),
      );
    }),
    rings.map(cell => {
      const [x, y] = board.spot(cell);
      return s('circle', {
        cx: x,
        cy: y,
        r: CELL * 0.4,
        fill: 'none',
        stroke: '#155fa8',
        'stroke-width': 9,
        opacity: 0.9,
      });
    }),
  ];
}

// What each way to mark tells of a move, and whether those are shares of a whole.
const TOLD = {
  values: (thought, seen) =>
    thought.worths?.length && !thought.moves.length ? worths(thought.worths) : values(thought, seen),
  visits: thought => ({ rows: thought.moves, weight: m => m.visits, shares: true }),
  policy: thought => ({ rows: thought.priors || [], weight: m => m.prior, shares: true }),
};

// In the game's unit; coloured by what is lost to the best, which comes first.
function values({ moves }, { family, view, turn }) {
  const rank = new Map(moves.map((m, i) => [m, -i]));
  return {
    rows: moves,
    weight: m => rank.get(m),
    shares: false,
    text: m => shortScore(m.score, family, view),
    heat: m => meritOf(m.score, moves[0].score, turn, family),
  };
}

// In a player's own points, which have no end: from the worst of these moves to the best.
function worths(moves) {
  const all = moves.map(m => m.worth),
    [low, high] = [Math.min(...all), Math.max(...all)];
  return {
    rows: moves,
    weight: m => m.worth,
    shares: false,
    text: m => points(m.worth),
    heat: m => (high > low ? (2 * (m.worth - low)) / (high - low) - 1 : 0),
  };
}

// Enough digits to tell moves apart, and no more than a badge has room for.
export const points = n =>
  (Math.abs(n) >= 1e5 ? n.toExponential(0) : String(Number(n.toPrecision(3)))).replace('-', '−');

// A thought as marks. `how`: one of TOLD, or 'off'; values, where a player has nothing of that kind to tell.
// `turn`: who is to move; `view`: for whom numbers are told.
export function marksOf(thought, how, legal, { family, turn, view = 0 }) {
  if (!thought || how === 'off') return {};
  const path = move => legal.find(m => m[0] === move);
  const sum = told => told.rows.reduce((all, m) => all + told.weight(m), 0);
  const seen = { family, turn, view };
  let told = (TOLD[how] || TOLD.values)(thought, seen);
  if (told.shares && !(sum(told) > 0)) told = TOLD.values(thought, seen);
  // Two moves of one piece kind to one square (a promotion, a drop) share a badge: the better one.
  const best = new Map();
  for (const m of told.rows) {
    const weight = told.weight(m);
    if (m.to >= 0 && (!best.has(m.to) || weight > best.get(m.to).weight)) best.set(m.to, { m, weight });
  }
  const total = sum(told),
    most = Math.max(...told.rows.map(told.weight));
  const badges = [...best.values()].map(({ m, weight }) => ({
    cell: m.to,
    best: m.move === thought.move,
    text: told.shares ? `${Math.round((100 * weight) / total)}%` : told.text(m),
    heat: told.shares ? (2 * weight) / most - 1 : told.heat(m),
  }));
  const main = path(thought.move);
  return { badges, arrows: main ? [{ from: main[1], to: main[2] }] : [] };
}
