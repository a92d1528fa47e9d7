// The moves of a game, two to a row; a variation stands below the move it departs from.
import { h, replace } from './dom.js';
import { t } from './texts.js';

export class MoveList {
  constructor(onPick) {
    this.onPick = onPick;
    this.list = h('ol', { class: 'moves', 'aria-label': t('moves'), tabindex: 0 });
    this.el = h('section', { class: 'move-list panel' }, h('header', null, h('h2', null, t('moves'))), this.list);
  }

  // plies: [{ text, value }]; `now` is the ply shown; marks: ply -> { sign, grade }.
  show(plies, now, marks = {}) {
    const key = `${plies.length}|${plies.at(-1)?.text}|${Object.keys(marks).length}`;
    if (key !== this.drawn) this.draw(plies, marks);
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
        plies[ply].text,
        marks[ply]?.sign || '',
      );
    const rows = [];
    for (let ply = 1; ply < plies.length; ply += 2)
      rows.push(h('li', null, h('span', { class: 'number' }, (ply + 1) / 2), cell(ply), cell(ply + 1) || h('span')));
    replace(this.list, rows.length ? rows : h('li', { class: 'empty' }, t('no_moves')));
  }
}
