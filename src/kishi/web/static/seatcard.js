// Who sits at one side of the board: name, colour, clock, and whether they are thinking.
import { h, s, replace } from './dom.js';
import { t, sideName } from './texts.js';
import { definitions, drawPiece, freshPrefix } from './pieces.js';

export class SeatCard {
  constructor(family, name) {
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
      this.dots,
      this.count,
      this.time,
    );
  }

  show({ side, active, thinking, discs }) {
    const piece = this.family === 'minishogi' ? ['K', 'k'][side] : 'XO'[side];
    replace(
      this.mark,
      definitions(this.prefix),
      s('g', { transform: piece === 'k' ? 'rotate(180)' : null }, drawPiece(this.prefix, piece, 'kanji')),
    );
    this.side.textContent = sideName(this.family, side);
    this.el.classList.toggle('active', active);
    this.el.classList.toggle('thinking', thinking);
    this.count.textContent = discs ?? '';
    if (discs !== null) this.count.title = t('n_discs', { n: discs });
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
