// The moves of a game, two to a row; a variation stands below the move it departs from.
import { h, replace } from './dom.js';
import { t } from './texts.js';
import { sideName } from './games.js';
import { moveText } from './notation.js';

export class MoveList {
  // `family`: of the game, whose moves are then told to those who do not see them.
  constructor(onPick, family = '') {
    Object.assign(this, { onPick, family });
    this.told = h('div', { class: 'unseen', 'aria-live': 'polite' });
    this.list = h('ol', { class: 'moves', 'aria-label': t('moves'), tabindex: 0 });
    this.el = h(
      'section',
      { class: 'move-list panel' },
      h('header', null, h('h2', null, t('moves'))),
      this.list,
      this.told,
    );
  }

  // plies: [{ text, value, book }]; `now` is the ply shown; marks: ply -> { sign, grade }.
  show(plies, now, marks = {}) {
    const key = `${plies.length}|${plies.at(-1)?.text}|${Object.keys(marks).length}`;
    if (key !== this.drawn) {
      this.draw(plies, marks);
      this.tell(plies);
    }
    this.drawn = key;
    for (const el of this.list.querySelectorAll('button')) {
      const here = Number(el.dataset.ply) === now;
      el.classList.toggle('here', here);
      if (here) {
        el.setAttribute('aria-current', 'step');
        this.follow(el);
      } else el.removeAttribute('aria-current');
    }
  }

  // The move that has just been made; what was there when the page opened is no news.
  tell(plies) {
    const last = plies.length - 1;
    if (this.drawn && last > this.length && this.family)
      this.told.textContent = t('announce_move', {
        side: sideName(this.family, plies[last - 1].turn),
        move: moveText(plies[last]),
      });
    this.length = last;
  }

  // Scroll the list alone: the page must not jump.
  follow(el) {
    const list = this.list,
      top = el.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + el.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top - list.clientHeight / 2;
  }

  draw(plies, marks) {
    const cell = ply =>
      plies[ply] &&
      h(
        'button',
        { type: 'button', class: `move ${marks[ply]?.grade || ''}`, 'data-ply': ply, onclick: () => this.onPick(ply) },
        moveText(plies[ply]),
        marks[ply]?.sign || '',
        plies[ply].book && h('small', { class: 'from-book' }, t('book')),
      );
    const rows = [];
    for (let ply = 1; ply < plies.length; ply += 2)
      rows.push(h('li', null, h('span', { class: 'number' }, (ply + 1) / 2), cell(ply), cell(ply + 1) || h('span')));
    replace(this.list, rows.length ? rows : h('li', { class: 'empty' }, t('no_moves')));
  }
}
