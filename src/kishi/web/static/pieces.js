// Boards and pieces as SVG. Colours are attributes, not CSS, so that an exported picture keeps them.
// The unit is a cell of 100.
import { s } from './dom.js';

export const CELL = 100;
const KANJI = { P: '歩', B: '角', R: '飛', S: '銀', G: '金', K: '玉', '+P': 'と', '+B': '馬', '+R': '龍', '+S': '全' };
export const KANJI_FONT = '"Noto Serif CJK JP","Noto Serif JP","Hiragino Mincho ProN","Yu Mincho","Songti SC",serif';
const LATIN_FONT = '"Iowan Old Style","Palatino Linotype",Georgia,serif';

// X and capitals are the first player's.
export const sideOf = piece => (piece === 'X' || (piece !== 'O' && /[A-Z]$/.test(piece)) ? 0 : 1);
export const isDisc = piece => piece === 'X' || piece === 'O';

let boards = 0;
export const freshPrefix = () => `k${++boards}`;

const stops = (...list) => list.map(([offset, colour]) => s('stop', { offset, 'stop-color': colour }));

export function definitions(prefix) {
  const radial = (id, ...list) =>
    s('radialGradient', { id: `${prefix}${id}`, cx: 0.38, cy: 0.32, r: 0.75 }, stops(...list));
  const linear = (id, x2, y2, ...list) =>
    s('linearGradient', { id: `${prefix}${id}`, x1: 0, y1: 0, x2, y2 }, stops(...list));
  return s(
    'defs',
    null,
    radial('black', [0, '#5b5d60'], [0.35, '#2b2c2e'], [1, '#0c0c0d']),
    radial('white', [0, '#ffffff'], [0.6, '#f4f1e8'], [1, '#cfc9b8']),
    linear('felt', 1, 1, [0, '#2c8a5a'], [0.5, '#217a4d'], [1, '#1a6a42']),
    linear('wood', 1, 0.25, [0, '#e9c88b'], [0.5, '#dfb771'], [1, '#e6c383']),
    linear('piece', 0.3, 1, [0, '#fbe9c0'], [0.55, '#f0d297'], [1, '#d8ae67']),
    linear('frame', 0, 1, [0, '#5a4430'], [1, '#3d2d1f']),
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

const STARS = { 9: [2, 4, 6], 13: [3, 6, 9], 15: [3, 7, 11], 17: [3, 8, 13], 19: [3, 9, 15], 20: [4, 10, 15] };

function othelloGround(p, rows, cols, width, height) {
  const lines = [];
  for (let i = 0; i <= cols; i++) lines.push(`M${i * CELL} 0V${height}`);
  for (let i = 0; i <= rows; i++) lines.push(`M0 ${i * CELL}H${width}`);
  const near = Math.max(1, Math.min(rows, cols) / 4);
  const dots =
    rows < 8
      ? []
      : [near, cols - near].flatMap(x =>
          [near, rows - near].map(y => s('circle', { cx: x * CELL, cy: y * CELL, r: 7, fill: '#0f3d26' })),
        );
  return [
    s('rect', { width, height, fill: `url(#${p}felt)` }),
    s('path', { d: lines.join(''), stroke: '#0f3d26', 'stroke-width': 3, fill: 'none' }),
    dots,
  ];
}

function gomokuGround(p, rows, cols, width, height) {
  const lines = [],
    half = CELL / 2;
  for (let i = 0; i < cols; i++) lines.push(`M${i * CELL + half} ${half}V${height - half}`);
  for (let i = 0; i < rows; i++) lines.push(`M${half} ${i * CELL + half}H${width - half}`);
  const stars = STARS[rows] || [];
  const dots = stars.flatMap(r =>
    stars.map(c => s('circle', { cx: c * CELL + half, cy: r * CELL + half, r: 9, fill: '#4a3415' })),
  );
  return [
    s('rect', { x: -22, y: -22, width: width + 44, height: height + 44, rx: 6, fill: `url(#${p}wood)` }),
    grain(width, height),
    s('path', { d: lines.join(''), stroke: '#4a3415', 'stroke-width': 3, fill: 'none', 'stroke-linecap': 'square' }),
    dots,
  ];
}

function shogiGround(p, rows, cols, width, height) {
  const lines = [];
  for (let i = 0; i <= cols; i++) lines.push(`M${i * CELL} 0V${height}`);
  for (let i = 0; i <= rows; i++) lines.push(`M0 ${i * CELL}H${width}`);
  return [
    s('rect', { x: -14, y: -14, width: width + 28, height: height + 28, rx: 5, fill: `url(#${p}wood)` }),
    grain(width, height),
    s('path', { d: lines.join(''), stroke: '#4a3415', 'stroke-width': 2.5, fill: 'none' }),
    s('rect', { width, height, fill: 'none', stroke: '#4a3415', 'stroke-width': 5 }),
  ];
}

const GROUNDS = { othello: othelloGround, gomoku: gomokuGround, minishogi: shogiGround };

export const ground = (prefix, game) =>
  s('g', null, GROUNDS[game.family](prefix, game.rows, game.cols, game.cols * CELL, game.rows * CELL));

export function labels(game, flipped, margin) {
  const size = Math.min(40, 24 + game.cols);
  const columns = game.column_names,
    rows = game.row_names;
  const colour = game.family === 'othello' ? '#d9cdb8' : '#5a4322';
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

// A piece about (0, 0), upright; whoever places it turns it.
export function drawPiece(prefix, piece, style) {
  if (isDisc(piece)) {
    const face = piece === 'X' ? 'black' : 'white';
    return s(
      'g',
      { class: 'disc' },
      s('circle', { cx: 2, cy: 5, r: 42, fill: '#000', opacity: 0.28 }),
      s('circle', {
        r: 42,
        fill: `url(#${prefix}${face})`,
        class: 'face',
        stroke: piece === 'X' ? '#000' : '#8d8774',
        'stroke-width': 1,
      }),
    );
  }
  const kind = piece.toUpperCase(),
    promoted = kind.startsWith('+');
  const size = { K: 1.06, R: 1.03, B: 1.03, P: 0.92 }[kind.replace('+', '')] || 0.98;
  const name = style === 'kanji' ? (kind === 'K' && sideOf(piece) ? '王' : KANJI[kind]) : kind.replace('+', '');
  const mark = style === 'kanji' ? null : promoted && text(0, -14, 26, '+', { 'font-weight': 700 });
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
      text(0, style === 'kanji' ? 24 : 28, style === 'kanji' ? 50 : 48, name, {
        'font-family': style === 'kanji' ? KANJI_FONT : LATIN_FONT,
        'font-weight': style === 'kanji' ? 600 : 700,
      }),
      mark,
    ),
  );
}
