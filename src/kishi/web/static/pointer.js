// Mouse and finger on a board: touches, and pieces that are carried wherever the pointer goes.
import { s } from './dom.js';
import { pieceSigns } from './notation.js';
import { drawPiece } from './pieces.js';

const DRAG = 5; // pixels that the pointer moves before a piece is carried rather than touched
const SLIP = 14; // pixels that a finger may move and still mean the same cell

const between = (event, { x, y }) => Math.hypot(event.clientX - x, event.clientY - y);

export class Pointer {
  constructor(board) {
    this.board = board;
    this.down = this.dragged = null;
    const { svg } = board;
    svg.addEventListener('pointerdown', event => this.press(event));
    svg.addEventListener('pointermove', event => this.move(event));
    svg.addEventListener('pointerup', event => this.release(event));
    // No click follows: it would press what the touch has just brought up under the finger, the choice of promotion.
    svg.addEventListener('touchend', event => event.cancelable && event.preventDefault());
    svg.addEventListener('pointercancel', () => {
      this.down = null;
      this.letGo();
    });
  }

  press(event) {
    const { board } = this;
    if (event.button !== 0 || !board.position) return;
    const what = board.touched(event),
      lifts = board.legal.some(m => m[1] === what);
    this.down = { x: event.clientX, y: event.clientY, what, lifts };
    if (lifts || event.pointerType === 'mouse') board.svg.setPointerCapture(event.pointerId);
  }

  move(event) {
    if (!this.down?.lifts || this.board.onTouch) return;
    if (!this.dragged && between(event, this.down) <= DRAG) return;
    if (!this.dragged) this.lift(this.down.what);
    const { x, y } = this.board.pointOf(event);
    this.dragged.setAttribute('transform', `translate(${x} ${y}) scale(1.12)`);
  }

  release(event) {
    const { board, down } = this,
      what = board.touched(event),
      finger = event.pointerType === 'touch';
    this.down = null;
    if (this.dragged) this.drop(what);
    else if (down && this.means(event, down, what, finger)) board.touch(what, finger);
  }

  // A finger that has moved on has scrolled, or slipped; where a mouse button is let go is meant.
  means(event, down, what, finger) {
    if (what === null || down.what === null) return false;
    return !finger || (what === down.what && between(event, down) <= Math.max(SLIP, this.board.cellPixels() / 2));
  }

  lift(what) {
    const { board } = this,
      { cells, turn } = board.position;
    board.select(what);
    const kind = board.hand[what - cells.length];
    const piece = what < cells.length ? cells[what] : turn ? kind.toLowerCase() : kind;
    const turned = (turn === 1) !== board.flipped;
    const face = drawPiece(board.prefix, board.facts, piece, pieceSigns());
    this.dragged = s('g', { class: 'dragged' }, s('g', { transform: turned ? 'rotate(180)' : null }, face));
    board.pieces.get(what)?.el.setAttribute('opacity', 0.25);
    board.svg.append(this.dragged);
  }

  drop(what) {
    const { board } = this,
      from = board.selected;
    const fitting = board.legal.filter(m => m[1] === from && m[2] === what);
    if (fitting.length) {
      this.dragged.remove(); // it lies where it was let go, and does not travel again
      board.play(fitting);
      return;
    }
    this.letGo();
    if (what !== from) board.select(null);
  }

  letGo() {
    this.dragged?.remove();
    this.dragged = null;
    for (const { el } of this.board.pieces.values()) el.removeAttribute('opacity');
  }
}
