// Genetic algorithm: two tables and a switch in 21 genes, a generation step by step, diversity, and maps bred here.
import { h, replace } from '../dom.js';
import { ask } from '../net.js';
import { t } from '../texts.js';
import { curves, mapBoard } from '../charts.js';
import { breedingWidget } from './breeding.js';
import { saving } from './map_editor.js';
import { generationWidget } from './generation.js';
import { asking, slider, status, wideTable } from './widgets.js';

const TABLES = ['early', 'late'];

// The genes of the example: tables that a person may have set, and the switch at the middle of the game.
const EXAMPLE = [2, -1, 0, 0, -0.5, -0.2, 0, 0.5, 0, 0.2, 1, -0.3, 0.1, 0.1, 0.2, 0.1, 0.1, 0.4, 0.1, 0.3, 0.5];

async function example(el, world) {
  const { squares, names } = await ask('/api/learn/ga/layout', {});
  const genes = [...EXAMPLE];
  let chosen = 0;
  const places = TABLES.map(() => h('div')),
    strip = h('div', { class: 'gene-strip' }),
    note = status();
  const geneName = i => (i === 20 ? t('gene_switch') : `${t(`table_${TABLES[Math.floor(i / 10)]}`)} ${names[i % 10]}`);
  const value = slider(t('gene'), {
    min: -3,
    max: 3,
    step: 0.1,
    value: genes[0],
    said: v => `${geneName(chosen)}: ${v}`,
    changed: v => {
      genes[chosen] = v;
      draw();
    },
  });
  const pick = i => {
    chosen = i;
    draw();
  };
  const draw = () => {
    value.value = genes[chosen];
    places.forEach((place, at) => {
      const map = squares.map(gene => genes[10 * at + gene]);
      const onPick = cell => pick(10 * at + squares[cell]);
      replace(
        place,
        mapBoard(map, 8, {
          onPick,
          chosen: Math.floor(chosen / 10) === at ? squares.indexOf(chosen % 10) : null,
          label: t(`table_${TABLES[at]}`),
        }),
      );
    });
    replace(
      strip,
      genes.map((gene, i) =>
        h(
          'button',
          {
            type: 'button',
            class: `gene ${i === chosen ? 'chosen' : ''} part-${Math.floor(i / 10)}`,
            onclick: () => pick(i),
            'aria-label': `${geneName(i)}: ${gene}`,
          },
          h('small', null, i + 1),
          h('span', null, gene),
        ),
      ),
    );
    note.textContent = t('switch_note', { move: Math.min(60, Math.floor(Math.abs(60 * genes[20]))), gene: genes[20] });
  };
  draw();
  replace(
    el,
    strip,
    value.el,
    h(
      'div',
      { class: 'split two-maps' },
      places.map((place, at) => h('figure', null, h('figcaption', null, t(`table_${TABLES[at]}`)), place)),
    ),
    note,
    saving('othello', () => genes, { kind: 'tables' }, world),
  );
}

const LATER = 3; // generations after the first

async function measured(el) {
  const chart = h('div', { class: 'chart' }),
    said = status();
  let seed = 0;
  const run = async () => {
    const found = await ask('/api/learn/ga/collapse', { seed: ++seed });
    const series = ['text', 'program', 'corrected'].map(name => ({
      name,
      points: found[name].map((v, i) => ({ x: i + 1, y: v / found[name][0] })),
    }));
    replace(chart, curves(series, { from: 0, to: 1, label: t('collapse_chart') }));
    const left = name => Math.round((100 * found[name][LATER]) / found[name][0]);
    said.textContent = t('collapse_note', {
      text: left('text'),
      program: left('program'),
      corrected: left('corrected'),
    });
  };
  await run();
  replace(
    el,
    h('h3', null, t('collapse_chart')),
    chart,
    h(
      'p',
      { class: 'plot-key' },
      ['text', 'program', 'corrected'].map((name, i) =>
        h('span', { class: 'key-entry' }, h('span', { class: `line-key series-${i}` }), t(`row_ga_${name}`)),
      ),
    ),
    h('div', { class: 'row' }, asking('plus', t('race_run'), run, said), said),
    wideTable(
      t('measured_table'),
      ['who', 'n_games', 'swh', 'command'].map(key => t(`column_${key}`)),
      ROWS.map(([key, games, score, command]) => [t(key), games, score, h('code', null, command)]),
    ),
  );
}

// As docs/measured/lessons.md has them.
const ROWS = [
  ['row_ga_text', '108,900', '30.2 ± 2.1%', 'kishi train othello ga --preset faithful'],
  ['row_ga_program', '108,900', '20.3 ± 3.7%', 'kishi train othello ga --preset faithful --written program'],
  ['row_ga_corrected', '6 M', '59.9 ± 0.8%', 'kishi train othello ga'],
];

export const ga = {
  name: 'ga',
  real: { game: 'othello', player: 'ga', method: 'ga' },
  parts: { example, steps: generationWidget, measured, train: breedingWidget },
};
