// One generation of the GA write-up, step by step: everybody plays everybody, two become parents, one cut, mutation.
import { h, replace } from '../dom.js';
import { ask } from '../net.js';
import { t } from '../texts.js';
import { mapColour } from '../charts.js';
import { Stepper } from './steps.js';
import { choice, slider, status } from './widgets.js';

const STEPS = ['members', 'games', 'parents', 'cut', 'mutation'];

export async function generationWidget(el) {
  let data;
  const place = h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('population') }),
    note = status();
  const load = async () => {
    data = await ask('/api/learn/ga/generation', {
      seed: Number(seed.value),
      number: Number(number.value),
      program: way.value === 'program',
    });
    stepper.begin(STEPS.length - 1);
  };
  const way = choice(
    t('ga_way'),
    [
      ['text', t('row_ga_text')],
      ['program', t('row_ga_program')],
    ],
    load,
  );
  const seed = slider(t('swarm_seed'), { min: 1, max: 20, value: 3, changed: load });
  const number = slider(t('ga_number'), { min: 0, max: 12, value: 0, said: v => String(v + 1), changed: load });
  const draw = at => {
    const step = STEPS[at];
    const bred = at >= 3;
    replace(place, bred ? family(data, step) : population(data, step));
    const [a, b] = data.parents;
    note.textContent = t(`ga_step_${step}`, {
      a: a + 1,
      b: b + 1,
      score: data.scores[a],
      games: data.scores.length * (data.scores.length - 1),
      before: data.diversity[0].toFixed(2),
      after: data.diversity[1].toFixed(2),
      changed: data.mutated.flat().filter(Boolean).length,
    });
  };
  const stepper = new Stepper(0, draw);
  await load();
  replace(el, place, stepper.el, note, way.el, number.el, seed.el);
}

const MOST = 2;

const gene = (value, kind = '') => {
  const el = h('td', { class: `gene-cell ${kind}`, title: value }, value.toFixed(1).replace('-', '−'));
  el.style.background = mapColour(value, MOST);
  return el;
};

const row = (name, genes, kinds, after = []) =>
  h(
    'tr',
    null,
    h('th', { scope: 'row' }, name),
    genes.map((value, i) => gene(value, kinds?.[i])),
    after,
  );

function population(data, step) {
  const told = step !== 'members';
  const kind = i => (step === 'parents' && data.parents.includes(i) ? 'parent' : '');
  return h(
    'table',
    { class: 'genes' },
    h(
      'tbody',
      null,
      data.genes.map((genes, i) => {
        const results = told
          ? [
              ...data.table[i].map((n, j) =>
                h('td', { class: 'met' }, i === j ? '' : n > 0 ? `+${n}` : String(n).replace('-', '−')),
              ),
              h(
                'th',
                { class: 'met' },
                data.scores[i] > 0 ? `+${data.scores[i]}` : String(data.scores[i]).replace('-', '−'),
              ),
            ]
          : [];
        const el = row(i + 1, genes, null, results);
        el.className = kind(i);
        return el;
      }),
    ),
  );
}

// The two parents, then their children: which genes are whose, and what mutation has changed.
function family(data, step) {
  const mutated = step === 'mutation';
  const parents = data.parents.map(i => data.genes[i]);
  const children = data.next.slice(2).map((genes, c) => {
    const from = genes.map((_, i) => (i < data.cut[c] ? data.first[c] : 1 - data.first[c]));
    const changed = genes.map((_, i) => data.mutated[c + 2][i]);
    const shown = genes.map((value, i) => (mutated ? value : parents[from[i]][i]));
    const kinds = from.map(
      (who, i) => `from-${who} ${i === data.cut[c] ? 'after-cut' : ''} ${mutated && changed[i] ? 'mutated' : ''}`,
    );
    return row(t('ga_child', { n: c + 1 }), shown, kinds);
  });
  return h(
    'table',
    { class: 'genes' },
    h(
      'tbody',
      null,
      parents.map((genes, i) =>
        row(
          t('ga_parent', { n: data.parents[i] + 1 }),
          genes,
          genes.map(() => `from-${i}`),
        ),
      ),
      children,
    ),
  );
}
