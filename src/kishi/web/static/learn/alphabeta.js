// Minimax and alpha-beta: the write-up's own trees, tic-tac-toe whole, a real position, and what pruning saves.
import { h, replace } from '../dom.js';
import { ask } from '../net.js';
import { t, number } from '../texts.js';
import { gameName } from '../games.js';
import { trainLink, playButton } from './frame.js';
import { GameTree } from './gametree.js';
import { LineBoard, choice, wideTable, status } from './widgets.js';

const SEARCHES = [
  ['alphabeta', 'kind_alphabeta'],
  ['minimax', 'kind_minimax'],
];
const searches = (first, changed) =>
  choice(
    t('tree_search'),
    [...SEARCHES].sort(([a]) => (a === first ? -1 : 1)).map(([value, key]) => [value, t(key)]),
    changed,
  );

// The write-up's two pictures.
async function pictures(el) {
  const tree = new GameTree();
  const load = async () =>
    tree.show(await ask('/api/learn/alphabeta/tree', { picture: picture.value, search: search.value }));
  const picture = choice(
      t('tree_picture'),
      ['alphabeta', 'minimax'].map(name => [name, t(`tree_picture_${name}`)]),
      load,
    ),
    search = searches('alphabeta', load);
  replace(el, h('div', { class: 'row' }, picture.el, search.el), tree.el);
  await load();
}

// Positions of which alpha-beta leaves out more than half, and a whole ending of tic-tac-toe.
const POSITIONS = [
  ['othello', 'f5 f6 e6 f4 e3', 4, 3],
  ['gomoku-9', 'e5 f5 e6', 4, 3],
  ['tictactoe', 'b2 a1 c3 a3 a2', 4, 9],
];

async function positions(el) {
  const place = h('div');
  let tree;
  const load = async () => {
    const [game, text, depth, width] = POSITIONS[Number(which.value)];
    const line = await ask('/api/read', { game, text });
    const moves = line.plies.slice(1).map(p => p.move);
    const data = await ask('/api/learn/alphabeta/tree', { game, moves, depth, width, search: search.value });
    tree?.close();
    tree = new GameTree(game);
    replace(place, tree.el);
    tree.show(data);
  };
  const which = choice(
      t('tree_position'),
      POSITIONS.map(([game, text], i) => [i, `${gameName(game)}: ${text}`]),
      load,
    ),
    search = searches('alphabeta', load);
  const whole = h('div');
  replace(
    el,
    h('div', { class: 'row' }, which.el, search.el),
    place,
    h('h3', null, t('whole_title')),
    h('p', null, t('whole_text')),
    whole,
  );
  await load();
  const board = await tictactoe(whole);
  return () => {
    tree.close();
    board.close();
  };
}

// Every line of tic-tac-toe to its end: what each move comes to.
async function tictactoe(el) {
  const note = status();
  const board = new LineBoard('tictactoe', {
    show: async line => {
      if (line.end) {
        note.textContent = t('game_over');
        return;
      }
      const { moves, nodes } = await ask('/api/learn/alphabeta/whole', board.here);
      const words = { 1: t('whole_win'), 0: t('whole_draw'), '-1': t('whole_loss') };
      board.mark({
        badges: moves.map(m => ({
          cell: m.to,
          text: words[m.value],
          heat: m.value,
          best: m.value === Math.max(...moves.map(o => o.value)),
        })),
      });
      note.textContent = t('whole_count', {
        minimax: number(nodes.minimax),
        alphabeta: number(nodes.alphabeta),
        share: ((100 * nodes.alphabeta) / nodes.minimax).toFixed(1),
      });
    },
  });
  replace(
    el,
    h('div', { class: 'split' }, board.el, h('div', null, note, h('div', { class: 'row' }, board.buttons()))),
  );
  await board.update();
  return board;
}

// Nodes of both searches by depth.
async function savings(el) {
  const place = h('div');
  const load = async () => {
    const { rows } = await ask('/api/learn/alphabeta/measured', { game: game.value });
    replace(
      place,
      wideTable(
        t('savings_title'),
        ['fact_depth', 'kind_minimax', 'kind_alphabeta', 'savings_share', 'savings_cutoffs', 'savings_same'].map(key =>
          t(key),
        ),
        rows.map(r => [
          r.depth,
          number(r.minimax),
          number(r.alphabeta),
          `${((100 * r.alphabeta) / r.minimax).toFixed(1)}%`,
          number(r.cutoffs),
          r.same ? '✓' : '✗',
        ]),
      ),
    );
  };
  const game = choice(
    t('game'),
    ['othello', 'gomoku-9', 'minishogi', 'tictactoe'].map(name => [name, gameName(name)]),
    load,
  );
  replace(
    el,
    h('div', { class: 'row' }, game.el),
    place,
    h('pre', { class: 'command', tabindex: 0 }, 'kishi explain othello --depth 4'),
  );
  await load();
}

// Against so many moves of looking ahead.
function playing(el, world) {
  const depth = choice(
    t('fact_depth'),
    [2, 1, 3, 4].map(n => [n, n]),
  );
  const real = {
    game: 'gomoku',
    get player() {
      return `alphabeta:depth=${depth.value}`;
    },
  };
  replace(el, h('div', { class: 'row' }, depth.el, playButton(real, world)));
}

export const alphabeta = {
  name: 'alphabeta',
  real: { game: 'gomoku', player: 'alphabeta' },
  parts: {
    example: pictures,
    steps: positions,
    measured: savings,
    train: el => void replace(el, h('div', { class: 'row' }, trainLink({ game: 'gomoku', method: 'cmaes' }))),
    play: playing,
  },
};
