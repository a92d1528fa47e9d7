// The question whether to promote, asked beside the square where the piece arrives.
import { h, s } from './dom.js';
import { t } from './texts.js';
import { pieceSigns } from './notation.js';
import { definitions, drawPiece, freshPrefix } from './pieces.js';

export function choosePromotion(board, fitting) {
  return new Promise(resolve => {
    const [, from, to] = fitting[0];
    const piece = board.position.cells[from];
    const prefix = freshPrefix();
    const answer = move => {
      dialog.remove();
      board.svg.focus({ preventScroll: true });
      resolve(move);
    };
    const choices = fitting.map(move => {
      const promoted = move[3].endsWith('+');
      return h(
        'button',
        {
          type: 'button',
          class: 'promotion-choice',
          onclick: () => answer(move),
          'aria-label': t(promoted ? 'promote' : 'do_not_promote'),
        },
        s(
          'svg',
          { viewBox: '-50 -50 100 100', 'aria-hidden': 'true' },
          definitions(prefix, board.facts.style),
          drawPiece(prefix, board.facts, promoted ? `+${piece}` : piece, pieceSigns()),
        ),
        h('span', null, t(promoted ? 'promote' : 'do_not_promote')),
      );
    });
    const dialog = h(
      'div',
      {
        class: 'promotion',
        role: 'dialog',
        'aria-label': t('promotion'),
        onkeydown: event => {
          if (event.key === 'Escape') answer(null);
        },
      },
      choices,
    );
    const [x, y] = board.spot(to),
      box = board.svg.viewBox.baseVal;
    dialog.style.left = `${100 * Math.min(0.72, Math.max(0.28, (x - box.x) / box.width))}%`;
    dialog.style.top = `${100 * Math.min(0.8, Math.max(0.2, (y - box.y) / box.height))}%`;
    board.el.append(dialog);
    choices[0].focus();
  });
}
