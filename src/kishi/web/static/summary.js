// How a game was played: accuracy and mistakes of each side, what was better, and why.
import { h, replace, button } from './dom.js';
import { t, number } from './texts.js';
import { counted, pieceName, sideName } from './games.js';
import { lineTexts, moveText } from './notation.js';

const GRADES = ['blunder', 'mistake', 'slip'];

export class Summary {
  // `onFault`: one is to be looked at; `onLine`: so many moves of its line; `onRetry`: a side wants another try.
  constructor({ onFault, onLine, onRetry }) {
    Object.assign(this, { onFault, onLine, onRetry });
    this.sides = h('div', { class: 'summary-sides' });
    this.faults = h('ol', { class: 'faults' });
    this.el = h(
      'section',
      { class: 'panel summary', hidden: true, 'aria-label': t('summary') },
      h('header', null, h('h2', null, t('summary'))),
      this.sides,
      this.faults,
    );
  }

  // `review` as the server tells it, each fault with its `node`; null: there is none.
  show(review, family) {
    this.el.hidden = !review;
    replace(this.faults);
    if (!review) return;
    replace(
      this.sides,
      review.sides.map((side, i) => this.drawSide(review, side, i, family)),
    );
    replace(
      this.faults,
      review.faults.map(fault => this.drawFault(fault, review.unit, family)),
    );
  }

  drawSide(review, side, i, family) {
    const lost = side.counted !== null && review.unit ? t('lost_in_all', { n: lead(review.unit, side.counted) }) : '';
    return h(
      'div',
      { class: 'summary-side' },
      h('h3', null, sideName(family, i)),
      h(
        'p',
        { class: 'accuracy' },
        h('strong', null, side.accuracy === null ? '–' : `${side.accuracy.toFixed(0)}%`),
        ` ${t('accuracy')}`,
      ),
      h('p', { class: 'dim' }, t('best_moves', { n: number(side.best), all: number(side.chosen) })),
      lost && h('p', { class: 'dim' }, lost),
      h(
        'ul',
        { class: 'grades' },
        GRADES.map(grade => h('li', { class: grade }, t(`grade_${grade}`, { n: side.faults[grade] }))),
      ),
      review.faults.some(f => f.side === i) &&
        button('undo', t('try_again'), () => this.onRetry(i), {
          kind: 'small',
          'aria-label': `${t('try_again')} (${sideName(family, i)})`,
        }),
    );
  }

  drawFault(fault, unit, family) {
    return h(
      'li',
      { class: fault.grade },
      h('button', { type: 'button', class: 'link', onclick: () => this.onFault(fault) }, faultText(fault, unit)),
      fault.reasons.length > 0 && h('span', { class: 'reasons' }, reasonsText(fault, family)),
      this.drawLine(fault),
    );
  }

  // Each move of what was better can be looked at on the board.
  drawLine(fault) {
    return h(
      'span',
      { class: 'better-line', role: 'group', 'aria-label': t('better_line') },
      lineTexts(fault).map((text, i) =>
        h('button', { type: 'button', class: 'move', onclick: () => this.onLine(fault, i + 1) }, text),
      ),
    );
  }
}

const lead = (unit, n) => counted(unit, n.toFixed(unit === 'discs' && Number.isInteger(n) ? 0 : 1));

// What a move has lost, in the unit of the game where it has one.
export function faultText(fault, unit) {
  const values = {
    number: `${Math.ceil(fault.ply / 2)}${fault.ply % 2 ? '.' : '…'}`,
    move: moveText(fault.node.view) + fault.sign,
    better: lineTexts(fault)[0],
  };
  if (unit && fault.counted >= 0.05) return t('fault_lead', { ...values, n: lead(unit, fault.counted) });
  return fault.chance >= 1 ? t('fault_chance', { ...values, n: Math.round(fault.chance) }) : t('fault_plain', values);
}

export function reasonsText(fault, family) {
  const said = fault.reasons.map(({ word, values }) =>
    t(`reason_${word}`, values.piece ? { ...values, piece: pieceName(family, values.piece, '') } : values),
  );
  return said.join(t('list_comma'));
}
