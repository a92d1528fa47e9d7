// A board on which whole games are shown again, move by move: one after the other, as they come.
import { h, replace } from './dom.js';
import { playerName } from './texts.js';
import { Board } from './board.js';

const MOVE = 450,
  BETWEEN = 4000; // milliseconds

export class Replay {
  // `next(n)` promises the n-th game as a line of play.
  constructor(next, empty) {
    this.next = next;
    this.number = 0;
    this.el = h('div', { class: 'watch' }, h('p', { class: 'empty' }, empty));
  }

  start() {
    if (this.begun) return;
    this.begun = true;
    this.show();
  }

  // A game that is being played is shown as it stands, instead.
  live(line) {
    clearTimeout(this.timer);
    this.begun = true;
    this.draw(line);
    this.board.show(line.plies.at(-1), { still: this.shown !== line.plies.length - 1 });
    this.shown = line.plies.length;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.board?.close();
  }

  draw(line) {
    if (!this.board) {
      this.board = new Board(line.game);
      this.caption = h('p', { class: 'dim' });
      replace(this.el, this.caption, this.board.el);
    }
    this.caption.textContent = (line.players || []).map(playerName).join(' – ');
  }

  async show() {
    const line = await this.next(this.number++).catch(() => null);
    if (this.closed) return;
    if (!line) {
      this.timer = setTimeout(() => this.show(), BETWEEN);
      return;
    }
    this.draw(line);
    let ply = 0;
    const step = () => {
      this.board.show(line.plies[ply], { still: ply === 0 });
      this.timer = ++ply < line.plies.length ? setTimeout(step, MOVE) : setTimeout(() => this.show(), BETWEEN);
    };
    step();
  }
}
