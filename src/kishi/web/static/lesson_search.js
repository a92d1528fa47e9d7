// Line scores on a Gomoku board, then a tree in which alpha-beta can be followed step by step.
import { h, s, replace, button } from './dom.js';
import { ask } from './net.js';
import { t } from './texts.js';
import { Board } from './board.js';

export async function searchLesson(el, world) {
  const scores = h('section'),
    tree = h('section');
  replace(el, scores, tree);
  const close = await lineScores(scores, world);
  await treeWidget(tree);
  return close;
}

async function lineScores(el, world) {
  let moves = [40, 41, 31],
    line,
    chosen;
  const board = new Board(
    world.games.find(g => g.name === 'gomoku-9'),
    {
      onMove: move => {
        moves.push(move);
        update();
      },
    },
  );
  const note = h('p', { class: 'result', role: 'status' });
  const what = h(
    'select',
    { id: 'which-score', onchange: () => update() },
    ['sum', 'attack', 'guard'].map(name => h('option', { value: name }, t(`score_${name}`))),
  );
  const update = async () => {
    line = await ask('/api/line', { game: 'gomoku-9', moves });
    board.show(line.plies.at(-1), { legal: line.legal });
    if (line.end) {
      board.mark({});
      note.textContent = t('game_over');
      return;
    }
    const answer = await ask('/api/learn/lines', { game: 'gomoku-9', moves });
    chosen = answer.chosen;
    const worth = r => (what.value === 'sum' ? r.attack + r.guard + r.place : r[what.value]);
    const most = Math.max(...answer.moves.map(worth)),
      least = Math.min(...answer.moves.map(worth));
    board.mark({
      badges: answer.moves
        .filter(r => worth(r) > least + 3)
        .map(r => ({
          cell: r.to,
          text: String(Math.round(worth(r))),
          heat: most > least ? 2 * ((worth(r) - least) / (most - least)) - 1 : 0,
          best: r.move === chosen,
        })),
    });
    const row = answer.moves.find(r => r.move === chosen);
    note.textContent = t('lines_choice', { move: answer.text, attack: row.attack, guard: row.guard });
  };
  await update();
  replace(
    el,
    h('h2', null, t('line_scores')),
    h(
      'div',
      { class: 'split' },
      board.el,
      h(
        'div',
        null,
        h('p', null, t('line_scores_text')),
        h('div', { class: 'row' }, h('label', { for: 'which-score' }, t('show_score')), what),
        note,
        h(
          'div',
          { class: 'row' },
          button('next', t('play_best'), () => {
            if (!line.end) {
              moves.push(chosen);
              update();
            }
          }),
          button(
            'undo',
            t('undo'),
            () => {
              moves.pop();
              update();
            },
            { bare: true },
          ),
        ),
      ),
    ),
  );
  return () => board.close();
}

const OPENINGS = ['f5 d6 c3 d3 c4', 'f5 f6 e6 f4 e3', 'f5 f4 e3 f6 d3'];

async function treeWidget(el) {
  let data,
    at = 0,
    which = 0;
  const place = h('div', { class: 'scroll tree-scroll', tabindex: 0, role: 'group', 'aria-label': t('tree') }),
    say = h('p', { class: 'result', role: 'status' });
  const load = async () => {
    const line = await ask('/api/read', { game: 'othello', text: OPENINGS[which % OPENINGS.length] });
    data = await ask('/api/learn/tree', {
      game: 'othello',
      moves: line.plies.slice(1).map(p => p.move),
      depth: 3,
      width: 3,
    });
    layOut(data.nodes);
    at = 0;
    draw();
  };
  const go = to => {
    at = Math.max(0, Math.min(data.steps.length, to));
    draw();
  };
  const draw = () => {
    replace(place, drawTree(data, at));
    const step = data.steps[at - 1];
    const x = data.nodes[step ? step.node : 0].x;
    if (x < place.scrollLeft + 40 || x > place.scrollLeft + place.clientWidth - 40)
      place.scrollLeft = x - place.clientWidth / 2;
    say.textContent = step ? stepText(step, data) : t('tree_start', { n: data.nodes.length });
    if (at === data.steps.length)
      say.textContent += ` ${t('tree_end', { seen: data.steps.filter(x => x.do === 'enter').length, n: data.nodes.length, value: data.value })}`;
  };
  await load();
  replace(
    el,
    h('h2', null, t('tree_title')),
    h('p', null, t('tree_text')),
    place,
    h(
      'div',
      { class: 'row' },
      button('first', t('step_first'), () => go(0), { bare: true }),
      button('back', t('step_back'), () => go(at - 1), { bare: true }),
      button('next', t('step_next'), () => go(at + 1), { kind: 'primary' }),
      button('last', t('step_last'), () => go(data.steps.length), { bare: true }),
      button(
        'plus',
        t('another_tree'),
        () => {
          which++;
          load();
        },
        {},
      ),
    ),
    say,
  );
  draw();
}

const GAP = 37,
  LEVEL = 78;

function layOut(nodes) {
  let leaf = 0;
  const walk = node => {
    if (!node.children.length) node.x = leaf++ * GAP + 20;
    else {
      for (const child of node.children) walk(nodes[child]);
      node.x = (nodes[node.children[0]].x + nodes[node.children.at(-1)].x) / 2;
    }
    node.y = node.ply * LEVEL + 28;
  };
  walk(nodes[0]);
}

function drawTree({ nodes, steps }, at) {
  const seen = new Set(),
    values = new Map(),
    cut = new Set();
  for (const step of steps.slice(0, at)) {
    if (step.do === 'enter') seen.add(step.node);
    if (step.value !== undefined) values.set(step.node, step.value);
    if (step.do === 'cut') for (const child of step.children) cutBelow(nodes, child, cut);
  }
  const now = steps[at - 1]?.node,
    width = Math.max(...nodes.map(n => n.x)) + 24,
    height = Math.max(...nodes.map(n => n.y)) + 34;
  const svg = s(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, class: 'game-tree', width, height, role: 'img', 'aria-label': t('tree') },
    nodes
      .filter(n => n.parent !== null)
      .map(n => {
        const up = nodes[n.parent];
        return s(
          'g',
          { class: `edge ${cut.has(n.id) ? 'cut' : seen.has(n.id) ? 'seen' : ''}` },
          s('path', { d: `M${up.x} ${up.y + 14}L${n.x} ${n.y - 14}` }),
          n.ply < 3 ? s('text', { x: (up.x + n.x) / 2 + 4, y: (up.y + n.y) / 2 }, n.text) : null,
        );
      }),
    nodes.map(n =>
      s(
        'g',
        {
          transform: `translate(${n.x} ${n.y})`,
          class: `node ${n.ply % 2 ? 'min' : 'max'} ${n.id === now ? 'now' : ''} ${cut.has(n.id) ? 'cut' : seen.has(n.id) ? 'seen' : ''}`,
        },
        n.ply % 2 ? s('circle', { r: 17 }) : s('rect', { x: -18, y: -14, width: 36, height: 28, rx: 5 }),
        s(
          'text',
          { y: 4, 'text-anchor': 'middle' },
          cut.has(n.id) ? '×' : values.has(n.id) ? values.get(n.id) : seen.has(n.id) ? '?' : '',
        ),
      ),
    ),
  );
  return svg;
}

function cutBelow(nodes, id, cut) {
  cut.add(id);
  for (const child of nodes[id].children) cutBelow(nodes, child, cut);
}

function stepText(step, { nodes }) {
  const node = nodes[step.node],
    name = node.text || t('root'),
    who = t(node.ply % 2 ? 'min_node' : 'max_node');
  const values = { node: name, who, alpha: step.alpha ?? '−∞', beta: step.beta ?? '+∞', value: step.value };
  return t(`tree_${step.do}`, values);
}
