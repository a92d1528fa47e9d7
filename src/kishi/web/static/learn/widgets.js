// What lessons are put together from: a board with its line of play, a slider, a formula, a measured table.
import { h, button, headings, toast } from '../dom.js';
import { ask } from '../net.js';
import { t } from '../texts.js';
import { gameNamed } from '../games.js';
import { Board } from '../board.js';

// A board one can play on, and the line that is on it. `show(line)` is called whenever it has changed.
export class LineBoard {
  constructor(game, { start = null, moves = [], show = () => {}, playable = true } = {}) {
    this.game = game;
    this.begin = { start, moves };
    this.start = start;
    this.moves = [...moves];
    this.show = show;
    this.board = new Board(gameNamed(game), playable ? { onMove: move => this.play(move) } : {});
    this.el = this.board.el;
  }

  get here() {
    return { game: this.game, start: this.start, moves: this.moves };
  }

  async update() {
    this.line = await ask('/api/line', this.here);
    this.board.mark({});
    this.board.show(this.line.plies.at(-1), { legal: this.board.onMove ? this.line.legal : [] });
    await this.show(this.line);
  }

  play(move) {
    return this.set([...this.moves, move]);
  }

  undo() {
    return this.moves.length > this.begin.moves.length ? this.set(this.moves.slice(0, -1)) : null;
  }

  reset() {
    return this.set([...this.begin.moves]);
  }

  async set(moves) {
    const before = this.moves;
    this.moves = moves;
    try {
      await this.update();
    } catch (wrong) {
      this.moves = before;
      toast(wrong.message, true);
    }
  }

  // Back, and to the beginning.
  buttons() {
    return [
      button('undo', t('undo'), () => this.undo(), { bare: true }),
      button('first', t('start_again'), () => this.reset(), { bare: true }),
    ];
  }

  mark(marks) {
    this.board.mark(marks);
  }

  close() {
    this.board.close();
  }
}

let ids = 0;

// A slider with its name and its value, as `said` writes it.
export function slider(name, { min, max, step = 1, value, said = String, changed = () => {} }) {
  const id = `slider-${++ids}`,
    shown = h('output', { for: id }, said(value));
  const input = h('input', {
    id,
    type: 'range',
    min,
    max,
    step,
    value,
    oninput: () => {
      shown.textContent = said(Number(input.value));
      changed(Number(input.value));
    },
  });
  return {
    el: h('div', { class: 'slider' }, h('label', { for: id }, name), input, shown),
    get value() {
      return Number(input.value);
    },
    set value(to) {
      input.value = to;
      shown.textContent = said(Number(input.value));
    },
  };
}

// A choice of words: [value, text], with its name.
export function choice(name, options, changed) {
  const id = `choice-${++ids}`;
  const select = h(
    'select',
    { id, onchange: () => changed?.(select.value) },
    options.map(([value, text]) => h('option', { value }, text)),
  );
  return {
    el: h('div', { class: 'field' }, h('label', { for: id }, name), select),
    get value() {
      return select.value;
    },
  };
}

// A formula on one line: plain strings are signs, the others { symbol, value, kind } with their value below.
export const formula = terms =>
  h(
    'div',
    { class: 'formula', role: 'math' },
    terms.map(term =>
      typeof term === 'string'
        ? h('span', { class: 'sign' }, term)
        : h(
            'span',
            { class: `term ${term.kind ?? ''}` },
            h('var', null, term.symbol),
            term.value !== undefined && h('span', { class: 'term-value' }, term.value),
          ),
    ),
  );

// A table that a phone can push aside: columns' names and rows of texts or elements, the first one a heading.
export const wideTable = (name, columns, rows) =>
  h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': name },
    h(
      'table',
      { class: 'wide' },
      headings(columns),
      h(
        'tbody',
        null,
        rows.map(([first, ...rest]) =>
          h(
            'tr',
            null,
            h('th', { scope: 'row' }, first),
            rest.map(cell => h('td', null, cell)),
          ),
        ),
      ),
    ),
  );

// A button that asks for something slow: it cannot be pressed twice, and `said` tells how it stands.
export function asking(icon, text, work, said) {
  const el = button(
    icon,
    text,
    async () => {
      el.disabled = true;
      said.textContent = t('computing');
      try {
        await work();
      } catch (wrong) {
        said.textContent = '';
        toast(wrong.message, true);
      } finally {
        el.disabled = false;
      }
    },
    { kind: 'primary' },
  );
  return el;
}

export const status = () => h('p', { class: 'result', role: 'status' });
export const percent = ({ score, low, high }) =>
  `${Math.round(100 * score)}% (${Math.round(100 * low)}–${Math.round(100 * high)}%)`;
