// The text's swarm and a corrected one with the same games, against each other and against maps nobody trained.
import { h, replace } from '../dom.js';
import { ask } from '../net.js';
import { t, number } from '../texts.js';
import { mapBoard } from '../charts.js';
import { strip } from './plots.js';
import { asking, percent, status, wideTable } from './widgets.js';

export async function raceWidget(el) {
  const place = h('div'),
    said = status(),
    met = [];
  const run = async () => {
    const seed = met.length + 1;
    const found = await ask('/api/learn/pso/race', { seed });
    met.push(found.met);
    const maps = ['written', 'fair'].map(name =>
      h(
        'figure',
        null,
        h('figcaption', null, t(`race_${name}`)),
        mapBoard(found[name].map, 8, { label: t(`race_${name}`) }),
      ),
    );
    replace(
      place,
      h('div', { class: 'split two-maps' }, maps),
      h('h3', null, t('race_strip')),
      strip(
        [
          ...found.untrained.map(value => ({ value, kind: 'plain' })),
          { value: found.written.score, kind: 'a', name: t('race_written_short') },
          { value: found.fair.score, kind: 'b', name: t('race_fair_short') },
        ],
        t('race_strip'),
      ),
    );
    said.textContent = t('race_note', {
      seed,
      games: number(found.games),
      score: percent(found.met),
      won: met.filter(m => m.score > 0.5).length,
      n: met.length,
    });
  };
  replace(
    el,
    h('h3', null, t('race_title')),
    h('p', null, t('race_text')),
    h('div', { class: 'row' }, asking('play', t('race_run'), run, said), said),
    place,
    wideTable(
      t('measured_table'),
      ['who', 'n_games', 'swh', 'command'].map(key => t(`column_${key}`)),
      ROWS.map(([key, games, score, command]) => [t(key), games, score, h('code', null, command)]),
    ),
  );
  await run();
}

// As docs/measured/lessons.md has them.
const ROWS = [
  ['row_untrained', '0', '21.6 ± 0.4%', 'python benchmarks/lessons.py untrained'],
  ['row_pso_text', '1,500', '23.0 ± 2.1%', 'kishi train othello pso --preset faithful'],
  ['row_pso_program', '1,500', '22.0 ± 3.3%', 'kishi train othello pso --preset faithful --written program'],
  ['row_pso', '6 M', '59.1 ± 0.2%', 'kishi train othello pso'],
];
