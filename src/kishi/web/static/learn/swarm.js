// A swarm in motion over two weights one can see: where its particles are, and the three terms that move one.
import { h, s, replace } from '../dom.js';
import { ask } from '../net.js';
import { t } from '../texts.js';
import { mapColour } from '../charts.js';
import { Stepper } from './steps.js';
import { choice, formula, slider, status } from './widgets.js';

const SIDE = 420,
  EDGE = 34;
const TERMS = ['inertia', 'to_own', 'to_common'];

export async function swarmWidget(el) {
  let data,
    watched = 0;
  const picture = h('div', { class: 'swarm-picture' }),
    sums = h('div'),
    note = status();
  const load = async () => {
    data = await ask('/api/learn/pso/swarm', {
      inertia: inertia.value,
      pull: pull.value,
      fair: fair.value === 'fair',
      seed: Number(seed.value),
    });
    watched = 0;
    stepper.begin(data.steps.length);
  };
  const fair = choice(
    t('swarm_scored'),
    [
      ['fair', t('swarm_fair')],
      ['duel', t('swarm_duel')],
    ],
    load,
  );
  const inertia = slider('w', { min: 0, max: 1, step: 0.01, value: 0.73, said: v => v.toFixed(2), changed: load });
  const pull = slider('c', { min: 0, max: 2.5, step: 0.05, value: 1.5, said: v => v.toFixed(2), changed: load });
  const seed = slider(t('swarm_seed'), { min: 1, max: 20, value: 1, changed: load });
  const draw = at => {
    const step = data.steps[Math.min(at, data.steps.length - 1)],
      over = at === data.steps.length;
    const pick = i => {
      watched = i;
      draw(at);
    };
    replace(picture, drawSwarm(data, step, watched, over, pick));
    replace(sums, terms(step, watched, data.reach));
    note.textContent = t('swarm_note', {
      step: Math.min(at + 1, data.steps.length),
      best: Math.round(100 * step.best_scores[step.leader]),
      corner: (data.reach * step.best[step.leader][0]).toFixed(0),
      diagonal: (data.reach * step.best[step.leader][1]).toFixed(0),
      really: Math.round(100 * heightAt(data, step.best[step.leader])),
    });
  };
  const stepper = new Stepper(0, draw);
  await load();
  replace(
    el,
    h(
      'div',
      { class: 'split' },
      h('div', null, picture, h('p', { class: 'dim' }, t('swarm_legend'))),
      h('div', null, sums, stepper.el, note, fair.el, inertia.el, pull.el, seed.el),
    ),
  );
}

const px = v => EDGE + ((v + 1) / 2) * (SIDE - EDGE);
const py = v => ((1 - v) / 2) * (SIDE - EDGE);

// What the landscape says of a place: the nearest of the points that were measured.
function heightAt(data, [right, up]) {
  const at = v => Math.round(((v + 1) / 2) * (data.grid - 1));
  return data.landscape[at(-up) * data.grid + at(right)];
}

const ways = step =>
  step.at.map((p, i) =>
    s('path', {
      class: 'swarm-way',
      d: `M${px(p[0])} ${py(p[1])}L${px(step.next[i][0])} ${py(step.next[i][1])}`,
    }),
  );

function drawSwarm(data, step, watched, over, onPick) {
  const cell = (SIDE - EDGE) / data.grid;
  const at = over ? step.next : step.at;
  const arrow = ([ax, ay], [dx, dy], kind) =>
    s('path', { class: `swarm-term ${kind}`, d: `M${px(ax)} ${py(ay)}L${px(ax + dx)} ${py(ay + dy)}` });
  const chain = [];
  let from = step.at[watched];
  for (const name of over ? [] : TERMS) {
    const part = step[name][watched];
    chain.push(arrow(from, part, name));
    from = [from[0] + part[0], from[1] + part[1]];
  }
  return s(
    'svg',
    { viewBox: `0 0 ${SIDE} ${SIDE}`, class: 'swarm', role: 'img', 'aria-label': t('swarm_legend') },
    data.landscape.map((v, i) =>
      s('rect', {
        x: EDGE + (i % data.grid) * cell,
        y: Math.floor(i / data.grid) * cell,
        width: cell + 0.5,
        height: cell + 0.5,
        fill: mapColour(v - 0.5, 0.4),
      }),
    ),
    s(
      'svg',
      { viewBox: `0 0 ${SIDE} ${SIDE - EDGE}`, width: SIDE, height: SIDE - EDGE },
      over ? [] : ways(step),
      chain,
    ),
    s('circle', { class: 'swarm-own', cx: px(step.best[watched][0]), cy: py(step.best[watched][1]), r: 9 }),
    s('path', {
      class: 'swarm-common',
      d: `M${px(step.best[step.leader][0]) - 9} ${py(step.best[step.leader][1])}h18m-9 -9v18`,
    }),
    at.map((p, i) =>
      s('circle', {
        class: `swarm-particle ${i === watched ? 'watched' : ''}`,
        cx: px(p[0]),
        cy: py(p[1]),
        r: i === watched ? 8 : 6,
        onclick: () => onPick(i),
      }),
    ),
    [-1, 0, 1].map(v => [
      s(
        'text',
        { x: px(v), y: SIDE - EDGE + 16, 'text-anchor': v < 0 ? 'start' : v > 0 ? 'end' : 'middle' },
        v * data.reach,
      ),
      s('text', { x: EDGE - 5, y: Math.max(12, py(v) + (v < 0 ? 0 : 4)), 'text-anchor': 'end' }, v * data.reach),
    ]),
    s('text', { x: (SIDE + EDGE) / 2, y: SIDE - 3, 'text-anchor': 'middle' }, t('swarm_corner')),
    s(
      'text',
      { x: 10, y: (SIDE - EDGE) / 2, 'text-anchor': 'middle', transform: `rotate(-90 10 ${(SIDE - EDGE) / 2})` },
      t('swarm_diagonal'),
    ),
  );
}

const pair = ([a, b], reach) => `${(a * reach).toFixed(1)}, ${(b * reach).toFixed(1)}`.replaceAll('-', '−');

function terms(step, i, reach) {
  const parts = TERMS.map(name => step[name][i]);
  const speed = [0, 1].map(k => parts.reduce((sum, p) => sum + p[k], 0));
  return h(
    'div',
    null,
    formula([
      { symbol: 'v', value: pair(speed, reach) },
      '←',
      { symbol: 'w·v', value: pair(parts[0], reach), kind: 'inertia' },
      '+',
      { symbol: 'c·r₁·(p − x)', value: pair(parts[1], reach), kind: 'to_own' },
      '+',
      { symbol: 'c·r₂·(g − x)', value: pair(parts[2], reach), kind: 'to_common' },
    ]),
    formula([
      { symbol: 'x', value: pair(step.next[i], reach) },
      '←',
      { symbol: 'x', value: pair(step.at[i], reach) },
      '+',
      { symbol: 'v', value: pair(speed, reach) },
    ]),
  );
}
