// The same in all 64 weights: one particle of the text's swarm, its velocity, its own best and the best of all.
import { h, replace } from '../dom.js';
import { ask } from '../net.js';
import { t } from '../texts.js';
import { mapBoard } from '../charts.js';
import { Stepper } from './steps.js';
import { slider, status } from './widgets.js';

const MAPS = ['at', 'speed', 'own', 'common'];

export async function wholeSwarmWidget(el) {
  let data;
  const maps = h('div', { class: 'whole-swarm' }),
    note = status();
  const load = async () => {
    data = await ask('/api/learn/pso/whole_swarm', { seed: Number(seed.value) });
    stepper.begin(data.steps.length - 1);
  };
  const seed = slider(t('swarm_seed'), { min: 1, max: 20, value: 1, changed: load });
  const stepper = new Stepper(0, at => {
    const step = data.steps[at];
    replace(
      maps,
      MAPS.map(name => {
        const label = t(`whole_swarm_${name}`);
        return h('figure', null, h('figcaption', null, label), mapBoard(step[name], 8, { label }));
      }),
    );
    note.textContent = t('whole_swarm_note', {
      step: at + 1,
      score: step.score,
      own: step.own_score,
      common: step.common_score,
    });
  });
  await load();
  replace(
    el,
    h('h3', null, t('whole_swarm_title')),
    h('p', null, t('whole_swarm_text')),
    maps,
    h('div', { class: 'row' }, stepper.el, seed.el),
    note,
  );
}
