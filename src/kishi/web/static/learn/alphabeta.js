// Minimax and alpha-beta: a tree of Othello in which the search can be followed step by step.
import { h, s, replace, button } from '../dom.js';
import { ask } from '../net.js';
import { t } from '../texts.js';
import { Stepper } from './steps.js';
import { alphabetaPicture } from './pictures.js';

const OPENINGS = ['f5 d6 c3 d3 c4', 'f5 f6 e6 f4 e3', 'f5 f4 e3 f6 d3'];

async function stepping(el) {
  let data,
    which = 0;
  const place = h('div', { class: 'scroll tree-scroll', tabindex: 0, role: 'group', 'aria-label': t('tree') }),
    say = h('p', { class: 'result', role: 'status' });
  const load = async () => {
    const line = await ask('/api/read', { game: 'othello', text: OPENINGS[which % OPENINGS.length] });
    data = await ask('/api/learn/alphabeta/tree', {
      game: 'othello',
      moves: line.plies.slice(1).map(p => p.move),
      depth: 3,
      width: 3,
    });
    layOut(data.nodes);
    stepper.begin(data.steps.length);
  };
  const draw = at => {
    replace(place, drawTree(data, at));
    const step = data.steps[at - 1];
    const x = data.nodes[step ? step.node : 0].x;
    if (x < place.scrollLeft + 40 || x > place.scrollLeft + place.clientWidth - 40)
      place.scrollLeft = x - place.clientWidth / 2;
    say.textContent = step ? stepText(step, data) : t('tree_start', { n: data.nodes.length });
    if (at === data.steps.length)
      say.textContent += ` ${t('tree_end', { seen: data.steps.filter(x => x.do === 'enter').length, n: data.nodes.length, value: data.value })}`;
  };
  const stepper = new Stepper(0, draw);
  await load();
  replace(
    el,
    place,
    stepper.el,
    say,
    button('plus', t('another_tree'), () => {
      which++;
      load();
    }),
  );
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

export const alphabeta = {
  name: 'alphabeta',
  picture: alphabetaPicture,
  real: { game: 'gomoku', player: 'alphabeta' },
  parts: { steps: stepping },
};
