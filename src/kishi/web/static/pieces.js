// Boards and pieces as SVG. Colours are attributes, not CSS, so that an exported picture keeps them.
// The unit is a cell of 100.
import { rowNames } from './notation.js';
import { s } from './dom.js';
import { factsOf, sideOf } from './games.js';

export const CELL = 100;
export const KANJI_FONT = '"Noto Serif CJK JP","Noto Serif JP","Hiragino Mincho ProN","Yu Mincho","Songti SC",serif';
const LATIN_FONT = '"Iowan Old Style","Palatino Linotype",Georgia,serif';

let boards = 0;
export const freshPrefix = () => `k${++boards}`;

const stops = (...list) => list.map(([offset, colour]) => s('stop', { offset, 'stop-color': colour }));

export function definitions(prefix, style) {
  const radial = (id, ...list) =>
    s('radialGradient', { id: `${prefix}${id}`, cx: 0.38, cy: 0.32, r: 0.75 }, stops(...list));
  const linear = (id, x2, y2, ...list) =>
    s('linearGradient', { id: `${prefix}${id}`, x1: 0, y1: 0, x2, y2 }, stops(...list));
  return s(
    'defs',
    null,
    style.faces.map(([light, middle, dark], side) =>
      radial(`face${side}`, [0, light], [side ? 0.6 : 0.35, middle], [1, dark]),
    ),
    linear('board', 1, style.grain ? 0.25 : 1, ...style.shades.map((colour, i) => [i / 2, colour])),
    linear('piece', 0.3, 1, [0, '#fbe9c0'], [0.55, '#f0d297'], [1, '#d8ae67']),
    style.frame && linear('frame', 0, 1, ...style.frame.map((colour, i) => [i, colour])),
    linear('stand', 1, 0.3, [0, '#caa065'], [1, '#b98c51']),
  );
}

// Grain: a few long curves, the same on every board.
function grain(width, height) {
  const lines = [];
  for (let i = 1; i < 16; i++) {
    const x = (i / 16) * width,
      sway = 9 + ((i * 37) % 23);
    lines.push(`M${x} 0C${x + sway} ${height * 0.3} ${x - sway} ${height * 0.65} ${x + sway / 2} ${height}`);
  }
  return s('path', { d: lines.join(''), fill: 'none', stroke: '#8a5f25', 'stroke-width': 2.5, opacity: 0.1 });
}

const text = (x, y, size, value, props) =>
  s('text', { x, y, 'font-size': size, 'text-anchor': 'middle', 'font-family': LATIN_FONT, ...props }, value);

// The board, with pieces in its cells or on the points where its lines cross.
export function ground(prefix, game) {
  const { style } = factsOf(game.family),
    { rows, cols } = game;
  const points = style.grid === 'points',
    open = !points && !style.frame;
  const inset = points ? CELL / 2 : 0,
    bleed = points ? 22 : open ? 14 : 0,
    width = cols * CELL,
    height = rows * CELL;
  const lines = [];
  for (let i = 0; i < cols + !points; i++) lines.push(`M${i * CELL + inset} ${inset}V${height - inset}`);
  for (let i = 0; i < rows + !points; i++) lines.push(`M${inset} ${i * CELL + inset}H${width - inset}`);
  const dots = game.stars.map(([x, y]) =>
    s('circle', { cx: x * CELL + inset, cy: y * CELL + inset, r: points ? 9 : 7, fill: style.line }),
  );
  return s(
    'g',
    null,
    s('rect', {
      x: -bleed,
      y: -bleed,
      width: width + 2 * bleed,
      height: height + 2 * bleed,
      rx: bleed / 4,
      fill: `url(#${prefix}board)`,
    }),
    style.grain && grain(width, height),
    s('path', { d: lines.join(''), stroke: style.line, 'stroke-width': 3, fill: 'none', 'stroke-linecap': 'square' }),
    open && s('rect', { width, height, fill: 'none', stroke: style.line, 'stroke-width': 5 }),
    dots,
  );
}

export function labels(game, flipped, margin) {
  const size = Math.min(40, 24 + game.cols);
  const columns = game.column_names,
    rows = rowNames(game);
  const colour = factsOf(game.family).style.label;
  const at = (list, i) => list[flipped ? list.length - 1 - i : i];
  const out = margin * 0.5;
  return s(
    'g',
    { fill: colour, class: 'labels' },
    columns.map((_, i) => text((i + 0.5) * CELL, -out + size * 0.33, size, at(columns, i))),
    rows.map((_, i) => text(-out, (i + 0.5) * CELL + size * 0.33, size, at(rows, i))),
  );
}

const PENTAGON = 'M0-43 27-32 37 42-37 42-27-32Z';

// A piece about (0, 0), upright; whoever places it turns it. `signs`: kanji or letters.
export function drawPiece(prefix, facts, piece, signs) {
  const { style } = facts,
    side = sideOf(piece);
  if (style.piece === 'piece') return drawWedge(prefix, facts, piece, signs);
  if (style.piece === 'mark') return drawMark(side, style.faces[side][1]);
  return s(
    'g',
    { class: 'disc' },
    s('circle', { cx: 2, cy: 5, r: 42, fill: '#000', opacity: 0.28 }),
    s('circle', {
      r: 42,
      fill: `url(#${prefix}face${side})`,
      class: 'face',
      stroke: '#000',
      'stroke-opacity': 0.5,
      'stroke-width': 1,
    }),
  );
}

// A cross or a nought.
const drawMark = (side, colour) =>
  s(
    'g',
    { class: 'mark', fill: 'none', stroke: colour, 'stroke-width': 13, 'stroke-linecap': 'round' },
    side ? s('circle', { r: 29 }) : s('path', { d: 'M-27-27 27 27M27-27-27 27' }),
  );

// A piece with a sign on it that points away from its side.
function drawWedge(prefix, { glyphs, style }, piece, signs) {
  const kind = piece.toUpperCase(),
    letters = kind.replace('+', ''),
    promoted = kind.startsWith('+');
  const sign = signs === 'kanji' && (glyphs[piece] ?? glyphs[kind]);
  const size = style.sizes[letters] || 0.98;
  const mark = !sign && promoted && text(0, -14, 26, '+', { 'font-weight': 700 });
  return s(
    'g',
    null,
    s(
      'g',
      { transform: `scale(${size})`, fill: promoted ? '#b02a1c' : '#231a10' },
      s('path', { d: PENTAGON, transform: 'translate(3 6)', fill: '#000', opacity: 0.25 }),
      s('path', {
        d: PENTAGON,
        fill: `url(#${prefix}piece)`,
        stroke: '#7d5a26',
        'stroke-width': 2,
        'stroke-linejoin': 'round',
      }),
      s('path', { d: 'M-27-32 0-43 27-32', fill: 'none', stroke: '#fff6dc', 'stroke-width': 2, opacity: 0.7 }),
      text(0, sign ? 24 : 28, sign ? 50 : 48, sign || letters, {
        'font-family': sign ? KANJI_FONT : LATIN_FONT,
        'font-weight': sign ? 600 : 700,
      }),
      mark,
    ),
  );
}
