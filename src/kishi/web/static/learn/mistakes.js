// What the texts got wrong: each mistake with what it costs, and the command that measures it.
import { h, replace } from '../dom.js';
import { t } from '../texts.js';
import { coded } from './frame.js';
import { wideTable } from './widgets.js';

// As docs/measured/lessons.md has them: as written, corrected, and the command.
const TEXTS = {
  pso: [
    ['pso_same', '22.0 ± 3.3%', '23.0 ± 2.1%', 'kishi train othello pso --preset faithful --written program'],
    ['pso_noise', '23.0 ± 2.1%', '59.1 ± 0.2%', 'kishi train othello pso --preset faithful'],
    ['pso_rank', '0.14', '0.77', 'python benchmarks/lessons.py ranking'],
  ],
  ga: [
    ['ga_program', '20.3 ± 3.7%', '30.2 ± 2.1%', 'kishi train othello ga --preset faithful --written program'],
    ['ga_pair', '30.2 ± 2.1%', '59.9 ± 0.8%', 'kishi train othello ga --preset faithful'],
  ],
  montecarlo: [
    [
      'montecarlo_mean',
      '94.2 ± 0.7%',
      '99.7 ± 0.2%',
      'kishi match othello montecarlo:faithful=true random --games 1000',
    ],
    ['montecarlo_meet', '', '82.1 ± 1.5%', 'kishi match othello montecarlo montecarlo:faithful=true --games 600'],
  ],
  lines: [['lines_lopsided', '', '51.3 ± 1.0%', 'kishi match gomoku-16 lines lines:faithful=true --games 2000']],
};

export async function mistakesPage(el) {
  replace(
    el,
    h('nav', { class: 'crumbs', 'aria-label': t('nav_learn') }, h('a', { href: '/learn' }, t('nav_learn'))),
    h(
      'article',
      { class: 'lesson mistakes' },
      h('h1', null, t('mistakes_title')),
      h('p', { class: 'lead' }, t('mistakes_lead')),
      Object.entries(TEXTS).map(([name, rows]) => textSection(name, rows)),
      h('p', { class: 'dim' }, coded(t('mistakes_how'))),
    ),
  );
}

function textSection(name, rows) {
  const title = t(`learn_${name}_title`);
  return h(
    'section',
    { class: 'part' },
    h('h2', null, h('a', { href: `/learn/${name}` }, title)),
    h(
      'div',
      { class: 'widget' },
      wideTable(
        title,
        ['mistake', 'written', 'corrected', 'command'].map(key => t(`column_${key}`)),
        rows.map(([key, written, corrected, command]) => [
          t(`mistake_${key}`),
          written || '–',
          corrected,
          h('code', null, command),
        ]),
      ),
    ),
  );
}
