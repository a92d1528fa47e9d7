// The rules of a game on one page: pictures with a sentence each, and how every piece moves.
import { h, replace } from './dom.js';
import { ask } from './net.js';
import { t, has } from './texts.js';
import { factsOf, familyName, familyPitch, gameNamed, pieceName, ruleName } from './games.js';
import { Board } from './board.js';

export async function rulesPage(el, _world, family) {
  const facts = factsOf(family);
  if (!facts) {
    replace(el, h('h1', null, t('no_such_page')));
    return null;
  }
  const boards = [];
  const figure = (line, text, mark) => {
    const board = new Board(line.game);
    board.svg.setAttribute('aria-label', text);
    boards.push(board);
    board.show(line.plies.at(-1), { still: true });
    if (mark) board.mark(mark);
    return h('figure', { class: 'rule-picture' }, board.el, h('figcaption', null, text));
  };
  const { preview } = facts,
    shown = facts.pictures.length
      ? facts.pictures
      : [{ word: familyPitch(family), game: preview.game, moves: preview.text }];
  const [pictures, pieces] = await Promise.all([
    Promise.all(shown.map(async p => [p, await lineOf(p.game || family, p)])),
    Promise.all(Object.entries(facts.alone).map(async ([piece, start]) => [piece, await lineOf(family, { start })])),
  ]);
  replace(
    el,
    h('h1', null, t('rules_of', { game: familyName(family) })),
    h('p', { class: 'lead' }, familyPitch(family)),
    h(
      'div',
      { class: 'rule-pictures' },
      pictures.map(([p, line]) =>
        figure(line, has(`rules_${p.word}`) ? t(`rules_${p.word}`) : p.word, MARKS[p.marked]?.(line)),
      ),
    ),
    pieces.length > 0 && [
      h('h2', null, t('how_pieces_move')),
      h(
        'div',
        { class: 'rule-pictures small' },
        pieces.map(([piece, line]) => figure(line, pieceName(family, piece, ''), reach(line))),
      ),
    ],
    facts.rules.length > 1 && [
      h('h2', null, t('rule')),
      h(
        'ul',
        null,
        facts.rules.map(rule => h('li', null, ruleName(rule))),
      ),
    ],
    h('p', null, h('a', { class: 'button primary', href: '/' }, t('play_it'))),
  );
  return () => {
    for (const board of boards) board.close();
  };
}

const lineOf = (game, { start, moves }) =>
  moves ? ask('/api/read', { game, text: moves }) : ask('/api/line', { game, start: start || undefined });

// Cells that a picture's text speaks of.
const MARKS = {
  legal: ({ legal }) => ({ rings: legal.map(m => m[2]) }),
  forbidden: ({ legal, plies }) => {
    const may = new Set(legal.map(m => m[2]));
    return { rings: [...plies.at(-1).cells.keys()].filter(cell => !plies.at(-1).cells[cell] && !may.has(cell)) };
  },
};

// Where the piece in the middle may go.
function reach({ game, legal }) {
  const { rows, cols } = gameNamed(game.name),
    middle = Math.floor(rows / 2) * cols + Math.floor(cols / 2);
  return { rings: [...new Set(legal.filter(m => m[1] === middle).map(m => m[2]))] };
}
