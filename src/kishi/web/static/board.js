// A board one can play on. It knows no rules: it compares what is touched with the legal moves that the
// server sent, each [move, from, to, text].
import { h, s, replace } from './dom.js';
import { t } from './texts.js';
import { settings, listen } from './settings.js';
import { pieceSigns } from './notation.js';
import { boardName, factsOf, pieceName, sideOf } from './games.js';
import { CELL, definitions, drawPiece, freshPrefix, ground, labels } from './pieces.js';
import { drawMarks } from './marks.js';
import { Pointer } from './pointer.js';
import { crossesOf, crosshairOf, numbersOf, ringsOf } from './signs.js';
import { choosePromotion } from './promotion.js';

const SMALL = 34; // pixels: on smaller cells a touch is asked for twice
const still = matchMedia('(prefers-reduced-motion: reduce)');
const STRIP = 116; // for the pieces of a hand
// Where there is room beside the board, hands are there: it can be larger.
const wide = matchMedia('(min-width: 861px), (orientation: landscape) and (max-height: 500px)');

export class Board {
  constructor(game, { onMove = null, label = '' } = {}) {
    this.game = game;
    this.onRefused = null; // hears of a free point that may not be taken
    this.onTouch = null; // whoever sets up a position hears of every touch instead
    this.onMove = onMove;
    this.flipped = false;
    this.position = null;
    this.legal = [];
    this.pieces = new Map();
    this.cursor = Math.floor(game.rows / 2) * game.cols + Math.floor(game.cols / 2);
    this.selected = this.pending = null;
    this.deciding = [];
    this.prefix = freshPrefix();
    this.facts = factsOf(game.family);
    this.hand = this.facts.hand; // in the order in which `from` counts the kinds
    this.hasHands = this.hand !== '';
    this.oriented = this.facts.style.piece === 'piece'; // pieces point away from their side
    this.margin = this.facts.style.margin;
    this.strip = this.hasHands ? STRIP : 0;
    this.layers = Object.fromEntries(
      ['ground', 'under', 'pieces', 'hands', 'over', 'cursor'].map(name => [name, s('g', { class: name })]),
    );
    this.svg = s(
      'svg',
      {
        class: `board ${this.hasHands ? 'hands' : ''}`,
        tabindex: onMove ? 0 : null,
        role: onMove ? 'application' : 'img',
        'aria-label': label || boardName(game.family),
        'aria-describedby': onMove ? `${this.prefix}help` : null,
      },
      definitions(this.prefix, this.facts.style),
      Object.values(this.layers),
    );
    this.live = h('div', { class: 'unseen', 'aria-live': 'polite' });
    this.help =
      onMove &&
      h('div', { class: 'unseen', id: `${this.prefix}help` }, t(this.hasHands ? 'board_keys_hand' : 'board_keys'));
    this.el = h('div', { class: 'board-box' }, this.svg, this.live, this.help);
    this.numbers = {}; // by cell, the number of the move that put the stone there
    this.layOut();
    if (onMove) this.listen();
    const unlisten = listen(name => {
      if (['pieces', 'coordinates', 'hints', 'numbers'].includes(name)) this.redraw();
    });
    const turned = () => this.layOut();
    if (this.hasHands && onMove) wide.addEventListener('change', turned);
    this.close = () => {
      unlisten();
      wide.removeEventListener('change', turned);
    };
  }

  layOut() {
    const { rows, cols } = this.game,
      m = this.margin;
    this.beside = this.hasHands && !!this.onMove && wide.matches;
    const [across, down] = this.beside ? [this.strip, 0] : [0, this.strip];
    const box = [-m - across, -m - down, cols * CELL + 2 * (m + across), rows * CELL + 2 * (m + down)];
    this.svg.setAttribute('viewBox', box.join(' '));
    this.svg.classList.toggle('beside', this.beside);
    this.redraw();
  }

  // Where things are.

  spot(cell) {
    const { rows, cols } = this.game;
    const at = this.flipped ? rows * cols - 1 - cell : cell;
    return [((at % cols) + 0.5) * CELL, (Math.floor(at / cols) + 0.5) * CELL];
  }

  // Below and to the right for the side at the near end, as at a real board.
  handSpot(side, kind) {
    const below = (side === 0) !== this.flipped,
      { rows, cols } = this.game,
      off = this.margin + this.strip / 2;
    const far = (this.hand.length - 0.5 - this.hand.indexOf(kind)) * CELL;
    const [along, edge] = this.beside ? [rows * CELL, cols * CELL] : [cols * CELL, rows * CELL];
    const place = below ? [along - far, edge + off] : [far, -off];
    return this.beside ? [place[1], place[0]] : place;
  }

  // Where on the board an event is, in units of the drawing.
  pointOf(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  // What was touched: a cell, a kind in hand (from rows * cols up), or null.
  touched(event) {
    const point = this.pointOf(event);
    const { rows, cols } = this.game;
    const column = Math.floor(point.x / CELL),
      row = Math.floor(point.y / CELL);
    if (column >= 0 && column < cols && row >= 0 && row < rows) {
      const cell = row * cols + column;
      return this.flipped ? rows * cols - 1 - cell : cell;
    }
    if (!this.hasHands) return null;
    for (const kind of this.hand) {
      const [x, y] = this.handSpot(this.position.turn, kind);
      if (Math.hypot(point.x - x, point.y - y) < CELL * 0.6) return rows * cols + this.hand.indexOf(kind);
    }
    return null;
  }

  cellPixels() {
    return (this.svg.getBoundingClientRect().width / this.svg.viewBox.baseVal.width) * CELL;
  }

  // Drawing.

  drawGround() {
    const { rows, cols } = this.game,
      m = this.margin,
      width = cols * CELL;
    const shell = `url(#${this.prefix}${this.facts.style.frame ? 'frame' : 'board'})`;
    const stand = near => {
      const along = { at: -m + 4, size: (this.beside ? rows * CELL : width) + 2 * m - 8 },
        across = { at: (near ? (this.beside ? width : rows * CELL) + m : -m - this.strip) + 8, size: this.strip - 16 };
      const [x, y] = this.beside ? [across, along] : [along, across];
      const place = { x: x.at, y: y.at, width: x.size, height: y.size };
      return s('rect', { ...place, rx: 14, fill: `url(#${this.prefix}stand)`, opacity: 0.38 });
    };
    const stands = this.hasHands ? [stand(false), stand(true)] : [];
    replace(
      this.layers.ground,
      stands,
      s('rect', { x: -m, y: -m, width: width + 2 * m, height: rows * CELL + 2 * m, rx: 16, fill: shell }),
      ground(this.prefix, this.game),
      settings.coordinates ? labels(this.game, this.flipped, m) : [],
    );
  }

  redraw() {
    for (const { el } of this.pieces.values()) el.remove();
    this.pieces.clear();
    this.drawGround();
    if (this.position)
      this.show(this.position, { legal: this.legal, still: true, cells: this.deciding, numbers: this.numbers });
    this.drawCursor();
  }

  flip(flipped = !this.flipped) {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    this.redraw();
    this.mark(this.marks || {});
  }

  // Show a position as the server sends it; what changed since the last one moves.
  show(position, { legal = [], still: sudden = false, cells = [], numbers = {} } = {}) {
    const before = this.position;
    this.deciding = cells;
    this.numbers = numbers;
    this.pointer?.letGo();
    this.position = position;
    this.legal = legal;
    this.selected = this.pending = null;
    // What was drawn before the server confirmed it does not arrive twice, but what it turns over still turns.
    const next = before && (position.ply === before.ply + 1 || (this.foreseen && position.ply === before.ply));
    const moves = !sudden && !still.matches && next;
    this.foreseen = false;
    position.cells.forEach((piece, cell) => this.put(cell, piece, moves ? position : null));
    if (this.hasHands) this.drawHands();
    this.drawUnder();
    this.drawCursor();
    this.svg.classList.toggle('playable', legal.length > 0);
  }

  // Draw one's own move at once, as far as it is known without the rules; the server's word comes after.
  foresee([, from, to, text]) {
    const { cells, hands, turn, ply } = this.position,
      count = cells.length;
    if (to < 0) return;
    const after = [...cells],
      held = hands.map(hand => [...hand]);
    let piece = this.facts.pieces[turn][0];
    if (from >= count) {
      const kind = this.hand[from - count];
      piece = turn ? kind.toLowerCase() : kind;
      held[turn].splice(
        held[turn].findIndex(one => one.toUpperCase() === kind),
        1,
      );
    } else if (from >= 0) {
      piece = (text.endsWith('+') ? '+' : '') + cells[from];
      after[from] = '';
    }
    after[to] = piece;
    const carried = !!this.pointer?.dragged;
    this.show({ cells: after, hands: held, turn, ply: ply + 1, from, to, check: null }, { still: carried });
    this.foreseen = true;
  }

  put(cell, piece, move) {
    const old = this.pieces.get(cell);
    if ((old?.piece || '') === piece) return;
    if (old && piece && !this.oriented) {
      this.turn(cell, old, piece, move);
      return;
    }
    old?.el.remove();
    this.pieces.delete(cell);
    if (!piece) return;
    const [x, y] = this.spot(cell);
    const turned = this.oriented && (sideOf(piece) === 1) !== this.flipped;
    const el = s(
      'g',
      { transform: `translate(${x} ${y})` },
      s('g', { transform: turned ? 'rotate(180)' : null }, drawPiece(this.prefix, this.facts, piece, pieceSigns())),
    );
    this.layers.pieces.append(el);
    this.pieces.set(cell, { piece, el });
    if (move && move.to === cell) this.arrive(el, move, piece);
  }

  // A disc turns over: later the further it is from the one just placed.
  turn(cell, old, piece, move) {
    const fresh = drawPiece(this.prefix, this.facts, piece, pieceSigns()),
      inner = old.el.firstChild;
    this.pieces.set(cell, { piece, el: old.el });
    if (!move) {
      replace(inner, fresh);
      return;
    }
    const { cols } = this.game;
    const far = Math.max(
      Math.abs((move.to % cols) - (cell % cols)),
      Math.abs(Math.floor(move.to / cols) - Math.floor(cell / cols)),
    );
    const half = 130,
      options = { duration: half, easing: 'ease-in', fill: 'both' };
    inner
      .animate([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0.04)' }], { ...options, delay: far * 45 })
      .finished.then(
        () => {
          replace(inner, fresh);
          inner
            .animate([{ transform: 'scaleX(0.04)' }, { transform: 'scaleX(1)' }], { ...options, easing: 'ease-out' })
            .finished.then(
              done => done.cancel(),
              () => {},
            );
        },
        () => {},
      );
  }

  arrive(el, move, piece) {
    const inner = el.firstChild,
      options = { duration: 180, easing: 'cubic-bezier(.2,.8,.3,1)' };
    if (move.from < 0) {
      inner.animate(
        [
          { transform: 'scale(1.35)', opacity: 0 },
          { transform: 'scale(1)', opacity: 1 },
        ],
        options,
      );
      return;
    }
    const cells = this.game.rows * this.game.cols;
    const [x, y] = this.spot(move.to);
    const [fromX, fromY] =
      move.from < cells ? this.spot(move.from) : this.handSpot(sideOf(piece), this.hand[move.from - cells]);
    el.animate(
      [{ transform: `translate(${fromX}px, ${fromY}px)` }, { transform: `translate(${x}px, ${y}px)` }],
      options,
    );
  }

  drawHands() {
    const cells = this.game.rows * this.game.cols;
    replace(
      this.layers.hands,
      this.position.hands.map((hand, side) =>
        [...this.hand].map(kind => {
          const count = hand.filter(piece => piece.toUpperCase() === kind).length;
          if (!count) return null;
          const [x, y] = this.handSpot(side, kind);
          const lifted = side === this.position.turn && this.selected === cells + this.hand.indexOf(kind);
          const turned = (side === 1) !== this.flipped;
          return s(
            'g',
            { transform: `translate(${x} ${y})`, class: 'in-hand' },
            lifted && s('rect', { x: -48, y: -54, width: 96, height: 108, rx: 12, fill: '#ffe9a8', opacity: 0.85 }),
            s(
              'g',
              { transform: turned ? 'rotate(180)' : null },
              drawPiece(this.prefix, this.facts, side ? kind.toLowerCase() : kind, pieceSigns()),
            ),
            count > 1 &&
              s(
                'g',
                { transform: 'translate(33 36)' },
                s('circle', { r: 19, fill: '#3a2a17' }),
                s(
                  'text',
                  {
                    y: 9,
                    'font-size': 26,
                    'text-anchor': 'middle',
                    fill: '#fff',
                    'font-family': 'system-ui,sans-serif',
                  },
                  count,
                ),
              ),
          );
        }),
      ),
    );
  }

  // The last move, what is lifted, and where it may go.
  drawUnder() {
    const p = this.position,
      tint = (cell, fill, opacity) => {
        const [x, y] = this.spot(cell);
        return s('rect', { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, fill, opacity });
      };
    const cells = this.game.rows * this.game.cols,
      under = [],
      over = [];
    if (p.to >= 0 && this.oriented)
      under.push(tint(p.to, '#e2a32b', 0.55), p.from < cells && tint(p.from, '#e2a32b', 0.3));
    else if (p.to >= 0 && !settings.numbers) {
      const [x, y] = this.spot(p.to);
      over.push(s('circle', { cx: x, cy: y, r: 11, fill: '#e0492f', stroke: '#fff', 'stroke-width': 2 }));
    }
    if (this.selected !== null && this.selected < cells) under.push(tint(this.selected, '#fff0b3', 0.8));
    const alarmed = p.check ?? (this.oriented ? this.deciding[0] : undefined);
    if (alarmed !== undefined) under.push(s('g', { class: 'in-check' }, tint(alarmed, '#d4271c', 0.75)));
    if (!this.oriented) over.push(ringsOf(this, this.deciding));
    if (settings.numbers && !this.oriented) over.push(numbersOf(this));
    if (this.forbidden().length) over.push(crossesOf(this));
    replace(this.layers.under, under);
    const targets = !settings.hints
      ? []
      : this.selected === null
        ? this.facts.marked === 'legal'
          ? this.legal.filter(m => m[2] >= 0).map(m => m[2])
          : []
        : [...new Set(this.legal.filter(m => m[1] === this.selected).map(m => m[2]))];
    over.push(
      ...targets.map(cell => {
        const [x, y] = this.spot(cell);
        return s('circle', {
          cx: x,
          cy: y,
          r: p.cells[cell] ? 46 : 13,
          fill: p.cells[cell] ? 'none' : '#10231a',
          opacity: p.cells[cell] ? 0.8 : 0.42,
          stroke: p.cells[cell] ? '#b3341f' : 'none',
          'stroke-width': 6,
        });
      }),
    );
    if (this.pending !== null) over.push(crosshairOf(this));
    replace(this.layers.over, over, (this.markLayer = s('g', { class: 'marks' })));
    this.mark(this.marks || {});
  }

  // Free points that whoever moves may not take.
  forbidden() {
    if (this.facts.marked !== 'illegal' || !this.legal.length) return [];
    const open = new Set(this.legal.map(m => m[2]));
    return [...this.position.cells.keys()].filter(cell => !this.position.cells[cell] && !open.has(cell));
  }

  // Values, visit shares, arrows: see marks.js.
  mark(marks) {
    this.marks = marks;
    if (this.markLayer) replace(this.markLayer, drawMarks(this, marks));
  }

  // Touch and keys.

  listen() {
    this.pointer = new Pointer(this);
    this.svg.addEventListener('keydown', event => this.key(event));
    this.svg.addEventListener('focus', () => this.drawCursor());
    this.svg.addEventListener('blur', () => this.drawCursor());
  }

  touch(what, byFinger = false) {
    if (this.onTouch) {
      this.onTouch(what);
      return;
    }
    if (!this.legal.length) return;
    const fitting = this.legal.filter(m => m[2] === what && m[1] === (this.selected === null ? -1 : this.selected));
    if (!fitting.length) {
      if (this.forbidden().includes(what)) this.onRefused?.(this.cellName(what));
      this.select(this.legal.some(m => m[1] === what) && what !== this.selected ? what : null);
      return;
    }
    const careful =
      byFinger &&
      this.selected === null &&
      (settings.confirm === 'always' || (settings.confirm === 'auto' && this.cellPixels() < SMALL));
    if (careful && this.pending !== what) {
      this.pending = what;
      this.drawUnder();
      this.tell(t('touch_again', { move: fitting[0][3] }));
      return;
    }
    this.play(fitting);
  }

  async play(fitting) {
    const move = fitting.length === 1 ? fitting[0] : await choosePromotion(this, fitting);
    this.select(null);
    if (move) {
      this.foresee(move);
      this.onMove(move[0], move[3]);
    } else this.pointer?.letGo();
  }

  select(what) {
    this.selected = what;
    this.pending = null;
    if (this.hasHands) this.drawHands();
    this.drawUnder();
  }

  key(event) {
    const { rows, cols } = this.game,
      step = this.flipped ? -1 : 1;
    const column = this.cursor % cols,
      row = Math.floor(this.cursor / cols);
    const go = (right, down) => {
      const x = Math.min(cols - 1, Math.max(0, column + right * step)),
        y = Math.min(rows - 1, Math.max(0, row + down * step));
      this.cursor = y * cols + x;
      this.drawCursor();
      this.tell(this.describe(this.cursor));
    };
    const hand = this.hasHands ? this.hand.indexOf(event.key.toUpperCase()) : -1;
    const keys = {
      ArrowLeft: () => go(-1, 0),
      ArrowRight: () => go(1, 0),
      ArrowUp: () => go(0, -1),
      ArrowDown: () => go(0, 1),
      Enter: () => this.touch(this.cursor),
      ' ': () => this.touch(this.cursor),
      Escape: () => this.select(null),
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (keys[event.key]) keys[event.key]();
    else if (hand >= 0 && event.key.length === 1) {
      this.select(null);
      this.touch(rows * cols + hand);
    } else return;
    event.preventDefault();
  }

  drawCursor() {
    const shown = document.activeElement === this.svg && this.svg.matches(':focus-visible');
    if (!shown) {
      replace(this.layers.cursor);
      return;
    }
    const [x, y] = this.spot(this.cursor);
    replace(
      this.layers.cursor,
      s('rect', {
        x: x - 46,
        y: y - 46,
        width: 92,
        height: 92,
        rx: 10,
        fill: 'none',
        stroke: '#fff',
        'stroke-width': 10,
      }),
      s('rect', {
        x: x - 46,
        y: y - 46,
        width: 92,
        height: 92,
        rx: 10,
        fill: 'none',
        stroke: '#1f6feb',
        'stroke-width': 6,
      }),
    );
  }

  cellName(cell) {
    const { cols, column_names: columns, row_names: rows } = this.game;
    return columns[cell % cols] + rows[Math.floor(cell / cols)];
  }

  describe(cell) {
    const piece = this.position?.cells[cell];
    const barred = this.forbidden().includes(cell) ? `, ${t('board_forbidden')}` : '';
    const may = this.legal.some(m => m[2] === cell && (m[1] === -1 || m[1] === this.selected))
      ? `, ${t('board_playable')}`
      : '';
    return `${this.cellName(cell)}: ${piece ? pieceName(this.game.family, piece) : t('board_empty')}${may}${barred}`;
  }

  tell(text) {
    this.live.textContent = text;
  }

  // The picture alone, for a file.
  picture() {
    const copy = this.svg.cloneNode(true);
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    for (const name of ['tabindex', 'aria-describedby', 'class']) copy.removeAttribute(name);
    copy.querySelector('g.cursor').replaceChildren();
    return new XMLSerializer().serializeToString(copy);
  }
}
