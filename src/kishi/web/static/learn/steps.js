// Something told in steps: first, back, next, last, and where one is. In classroom mode the arrow keys work it.
import { h, button } from '../dom.js';
import { t } from '../texts.js';

const steppers = new WeakMap();

export class Stepper {
  // `draw(at)` shows the state after `at` of `count` steps.
  constructor(count, draw) {
    this.count = count;
    this.draw = draw;
    this.at = 0;
    this.where = h('output', { class: 'step-count' });
    this.buttons = {
      first: button('first', t('step_first'), () => this.go(0), { bare: true }),
      back: button('back', t('step_back'), () => this.go(this.at - 1), { bare: true }),
      next: button('next', t('step_next'), () => this.go(this.at + 1), { kind: 'primary' }),
      last: button('last', t('step_last'), () => this.go(this.count), { bare: true }),
    };
    this.el = h('div', { class: 'row stepper' }, Object.values(this.buttons), this.where);
    steppers.set(this.el, this);
  }

  go(to) {
    this.at = Math.max(0, Math.min(this.count, to));
    this.where.textContent = `${this.at} / ${this.count}`;
    this.buttons.first.disabled = this.buttons.back.disabled = this.at === 0;
    this.buttons.next.disabled = this.buttons.last.disabled = this.at === this.count;
    this.draw(this.at);
  }

  // Another story, from its beginning.
  begin(count) {
    this.count = count;
    this.go(0);
  }
}

// The one that is nearest to the middle of the window.
export function stepperInView(root) {
  const middle = el => {
    const box = el.getBoundingClientRect();
    return Math.abs((box.top + box.bottom) / 2 - innerHeight / 2);
  };
  const [nearest] = [...root.querySelectorAll('.stepper')].sort((a, b) => middle(a) - middle(b));
  return nearest && steppers.get(nearest);
}
