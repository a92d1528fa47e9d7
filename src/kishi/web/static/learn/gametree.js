// A game tree and a search of it, step by step: the tree, the code with its running line, and the board of a node.
import { h, s, replace } from '../dom.js';
import { t, number } from '../texts.js';
import { gameNamed } from '../games.js';
import { Board } from '../board.js';
import { Stepper } from './steps.js';

const INFINITE = 1e9; // how the server sends +inf
const LEVEL = 84;
export const said = v => (v >= INFINITE ? '+∞' : v <= -INFINITE ? '−∞' : String(v).replace('-', '−'));

export class GameTree {
  // `game`: whose boards its nodes have, if any.
  constructor(game) {
    this.place = h('div', { class: 'scroll tree-scroll', tabindex: 0, role: 'group', 'aria-label': t('tree') });
    this.code = h('ol', { class: 'code', tabindex: 0, 'aria-label': t('tree_code') });
    this.say = h('p', { class: 'result', role: 'status' });
    this.count = h('p', { class: 'tree-count' });
    this.stepper = new Stepper(0, at => this.draw(at));
    this.board = game && new Board(gameNamed(game));
    this.whose = h('p', { class: 'dim' });
    this.el = h(
      'div',
      { class: 'tree-lesson' },
      this.place,
      this.count,
      this.stepper.el,
      this.say,
      h('div', { class: 'tree-beside' }, this.code, this.board && h('div', null, this.whose, this.board.el)),
    );
    this.place.addEventListener('pointerover', event => this.point(event.target.closest('.node')));
    this.place.addEventListener('pointerleave', () => this.point(null));
  }

  show(data) {
    this.data = data;
    layOut(data.nodes);
    replace(
      this.code,
      data.code.map(line => h('li', null, h('code', null, line))),
    );
    this.stepper.begin(data.steps.length);
  }

  draw(at) {
    const { nodes, steps } = this.data,
      step = steps[at - 1];
    this.state = stateAfter(nodes, steps.slice(0, at));
    replace(this.place, drawn(nodes, this.state, step?.node));
    this.follow(step ? nodes[step.node] : nodes[0]);
    [...this.code.children].forEach((line, i) => line.classList.toggle('now', i === step?.line));
    this.say.textContent = step
      ? sentence(stepText(step, nodes[step.node], nodes))
      : t('tree_start', { n: nodes.length });
    const looked = this.state.filter(n => n.seen).length,
      cut = this.state.filter(n => n.cut).length;
    this.count.textContent = t('tree_count', {
      looked: number(looked),
      never: number(cut),
      n: number(nodes.length),
      share: Math.round((100 * cut) / nodes.length),
    });
    if (at && at === steps.length)
      this.say.textContent += ` ${t('tree_end', { seen: looked, n: nodes.length, value: said(this.data.value) })}`;
    this.point(null);
  }

  // The node at work stays in sight.
  follow({ x }) {
    const { place } = this;
    if (x < place.scrollLeft + 40 || x > place.scrollLeft + place.clientWidth - 40)
      place.scrollLeft = x - place.clientWidth / 2;
  }

  // The board of the node under the pointer, else of the one at work.
  point(el) {
    if (!this.board) return;
    const { nodes, steps } = this.data;
    const node = nodes[el ? Number(el.dataset.id) : (steps[this.stepper.at - 1]?.node ?? 0)];
    if (!node.position) return;
    this.board.show(node.position, { legal: [] });
    this.whose.textContent = lineTo(node, nodes) || t('root');
  }

  close() {
    this.board?.close();
  }
}

const lineTo = (node, nodes) =>
  node.parent === null ? '' : `${lineTo(nodes[node.parent], nodes)} ${node.text}`.trim();

function layOut(nodes) {
  const gap = nodes.filter(n => !n.children.length).length > 20 ? 30 : 58;
  let leaves = 0;
  const walk = (node, ply) => {
    node.y = ply * LEVEL + 26;
    for (const child of node.children) walk(nodes[child], ply + 1);
    node.x = node.children.length
      ? (nodes[node.children[0]].x + nodes[node.children.at(-1)].x) / 2
      : leaves++ * gap + 24;
    node.small = gap < 50 && !node.children.length;
  };
  walk(nodes[0], 0);
}

function stateAfter(nodes, steps) {
  const state = nodes.map(() => ({ seen: false, cut: false }));
  const cutBelow = id => {
    state[id].cut = true;
    nodes[id].children.forEach(cutBelow);
  };
  for (const step of steps) {
    Object.assign(state[step.node], { seen: true, alpha: step.alpha, beta: step.beta });
    if (step.value !== undefined) state[step.node].value = step.value;
    if (step.do === 'return' || step.do === 'leaf') state[step.node].done = true;
    step.children?.forEach(cutBelow);
  }
  return state;
}

function drawn(nodes, state, now) {
  const width = Math.max(...nodes.map(n => n.x)) + 26,
    height = Math.max(...nodes.map(n => n.y)) + 30;
  const look = n => (state[n.id].cut ? 'cut' : state[n.id].seen ? 'seen' : '');
  return s(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, class: 'game-tree', width, height, role: 'img', 'aria-label': t('tree') },
    nodes.filter(n => n.parent !== null).map(n => edge(n, nodes[n.parent], look(n))),
    nodes.map(n => nodeMark(n, state[n.id], `${look(n)} ${n.id === now ? 'now' : ''}`)),
  );
}

const edge = (n, up, look) =>
  s(
    'g',
    { class: `edge ${look}` },
    s('path', { d: `M${up.x} ${up.y + 14}L${n.x} ${n.y - (n.small ? 10 : 14)}` }),
    !n.small && n.text && s('text', { x: up.x + 0.72 * (n.x - up.x) + 4, y: up.y + 0.72 * (n.y - up.y) }, n.text),
  );

function nodeMark(n, known, look) {
  const value = known.cut ? '×' : known.value !== undefined ? said(known.value) : known.seen ? '?' : '';
  const shape = n.max
    ? s('rect', {
        x: n.small ? -14 : -19,
        y: n.small ? -11 : -15,
        width: n.small ? 28 : 38,
        height: n.small ? 22 : 30,
        rx: 5,
      })
    : s('circle', { r: n.small ? 14 : 18 });
  return s(
    'g',
    {
      transform: `translate(${n.x} ${n.y})`,
      class: `node ${n.max ? 'max' : 'min'} ${n.small ? 'small' : ''} ${look}`,
      'data-id': n.id,
    },
    shape,
    s('text', { y: 4, 'text-anchor': 'middle' }, value),
    known.seen &&
      n.children.length &&
      s('text', { class: 'window', y: 29, 'text-anchor': 'middle' }, `α ${said(known.alpha)} β ${said(known.beta)}`),
  );
}

const sentence = text => text.charAt(0).toUpperCase() + text.slice(1);

function stepText(step, node, nodes) {
  const who = t(node.max ? 'max_node' : 'min_node');
  return t(`tree_${step.do}`, {
    node: lineTo(node, nodes) || (node.parent === null ? t('root') : t('a_node')),
    who,
    alpha: said(step.alpha),
    beta: said(step.beta),
    value: step.value === undefined ? '' : said(step.value),
  });
}
