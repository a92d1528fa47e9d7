// Putting a position together: choose a piece, touch where it stands; the server says whether it can be.
import { h, s, replace, button, toast } from './dom.js';
import { ask } from './net.js';
import { t } from './texts.js';
import { factsOf, pieceName, sideName, sideOf } from './games.js';
import { pieceSigns } from './notation.js';
import { definitions, drawPiece, freshPrefix } from './pieces.js';

export class Editor {
  constructor(board, onLine, onLeave) {
    Object.assign(this, { board, onLine, onLeave, editing: false });
    this.family = board.game.family;
    this.facts = factsOf(this.family);
    this.el = h('section', { class: 'panel editor', hidden: true, 'aria-label': t('set_up') });
  }

  toggle(view) {
    if (this.editing) {
      this.leave();
      this.onLeave();
      return;
    }
    this.editing = true;
    this.cells = [...view.cells];
    this.hands = view.hands.map(hand => [...hand]);
    this.turn = view.turn;
    this.piece = this.facts.hand[0] ?? this.facts.pieces[0][0];
    this.board.onTouch = cell => this.put(cell);
    this.el.hidden = false;
    this.draw();
    this.show();
  }

  leave() {
    this.editing = false;
    this.board.onTouch = null;
    this.el.hidden = true;
  }

  show() {
    this.board.mark({});
    this.board.show(
      { cells: [...this.cells], hands: this.hands, turn: this.turn, ply: 0, from: -1, to: -1 },
      { still: true },
    );
  }

  put(cell) {
    if (cell >= this.cells.length) return;
    this.cells[cell] = this.cells[cell] === this.piece ? '' : this.piece;
    this.show();
  }

  draw() {
    const prefix = freshPrefix();
    const tool = (piece, label) =>
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          'aria-pressed': piece === this.piece,
          'aria-label': label,
          onclick: () => {
            this.piece = piece;
            this.draw();
          },
        },
        s(
          'svg',
          { viewBox: '-50 -50 100 100', 'aria-hidden': 'true' },
          definitions(prefix, this.facts.style),
          piece
            ? s(
                'g',
                { transform: sideOf(piece) && this.board.oriented ? 'rotate(180)' : null },
                drawPiece(prefix, this.facts, piece, pieceSigns()),
              )
            : s('path', { d: 'M-25-25 25 25M25-25-25 25', stroke: 'currentColor', 'stroke-width': 8 }),
        ),
      );
    const turn = h(
      'select',
      {
        id: 'edit-turn',
        onchange: () => {
          this.turn = Number(turn.value);
        },
      },
      [0, 1].map(side => h('option', { value: side, selected: side === this.turn }, sideName(this.family, side))),
    );
    replace(
      this.el,
      h('header', null, h('h2', null, t('set_up'))),
      h(
        'div',
        { class: 'tools-row' },
        this.facts.pieces.flat().map(piece => tool(piece, pieceName(this.family, piece))),
        tool('', t('erase')),
      ),
      this.facts.hand ? [0, 1].map(side => this.handRow(side)) : null,
      h(
        'div',
        { class: 'row' },
        h('label', { for: 'edit-turn' }, t('side_to_move')),
        turn,
        button(
          null,
          t('clear_board'),
          () => {
            this.cells.fill('');
            this.show();
          },
          { kind: 'small' },
        ),
        button('next', t('use_position'), () => this.use(), { kind: 'primary' }),
        button('close', t('close'), () => this.toggle(), { kind: 'small' }),
      ),
    );
  }

  handRow(side) {
    const count = kind => this.hands[side].filter(p => p.toUpperCase() === kind).length;
    const change = (kind, by) => () => {
      if (by > 0) this.hands[side].push(side ? kind.toLowerCase() : kind);
      else {
        const at = this.hands[side].findIndex(p => p.toUpperCase() === kind);
        if (at >= 0) this.hands[side].splice(at, 1);
      }
      this.draw();
      this.show();
    };
    return h(
      'div',
      { class: 'hand-row' },
      h('span', null, sideName(this.family, side)),
      [...this.facts.hand].reverse().map(kind =>
        h(
          'span',
          { class: 'counter' },
          pieceName(this.family, kind, ''),
          ' ',
          button(null, '−', change(kind, -1), {
            kind: 'tiny',
            'aria-label': `${pieceName(this.family, kind, '')} −`,
          }),
          count(kind),
          button(null, '+', change(kind, 1), { kind: 'tiny', 'aria-label': `${pieceName(this.family, kind, '')} +` }),
        ),
      ),
    );
  }

  async use() {
    try {
      const line = await ask('/api/setup', {
        game: this.board.game.name,
        cells: this.cells,
        hands: this.hands.map(hand => hand.join('').toUpperCase()),
        turn: this.turn,
      });
      this.leave();
      this.onLine(line);
    } catch (wrong) {
      toast(wrong.message, true);
    }
  }
}
