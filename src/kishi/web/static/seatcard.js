// Who sits at one side of the board: name, colour, clock, and whether they are thinking.
import { h, s, replace } from './dom.js';
import { counted, factsOf, sideName } from './games.js';
import { definitions, drawPiece, freshPrefix } from './pieces.js';

export class SeatCard {
  constructor(family, name, strength) {
    this.family = family;
    this.prefix = freshPrefix();
    this.mark = s('svg', { viewBox: '-50 -50 100 100', class: 'seat-mark', 'aria-hidden': 'true' });
    this.side = h('span', { class: 'seat-side' });
    this.count = h('span', { class: 'seat-count' });
    this.time = h('span', { class: 'seat-clock' });
    this.dots = h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'));
    this.el = h(
      'div',
      { class: 'seat' },
      this.mark,
      h('span', { class: 'seat-name' }, name),
      this.side,
      h('span', { class: 'seat-strength', title: strength }, strength),
      this.dots,
      this.count,
      this.time,
    );
  }

  show({ side, active, thinking, count }) {
    const facts = factsOf(this.family);
    const oriented = facts.style.piece === 'piece';
    replace(
      this.mark,
      definitions(this.prefix, facts.style),
      s(
        'g',
        { transform: oriented && side ? 'rotate(180)' : null },
        drawPiece(this.prefix, facts, facts.pieces[side][0], 'kanji'),
      ),
    );
    this.side.textContent = sideName(this.family, side);
    this.el.classList.toggle('active', active);
    this.el.classList.toggle('thinking', thinking);
    this.count.textContent = count ?? '';
    if (count !== null) this.count.title = counted(facts.unit, count);
  }

  clock(seconds) {
    const minutes = Math.floor(seconds / 60),
      rest = seconds - 60 * minutes;
    this.time.textContent =
      seconds < 20
        ? `0:${rest.toFixed(1).padStart(4, '0')}`
        : `${minutes}:${String(Math.floor(rest)).padStart(2, '0')}`;
    this.time.classList.toggle('low', seconds < 20);
  }
}
