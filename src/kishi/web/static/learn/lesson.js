// The page of a lesson. What a lesson is made of is told in frame.js.
import { h, replace } from '../dom.js';
import { t } from '../texts.js';
import { LESSONS } from './names.js';
import { lessonBody } from './frame.js';
import { pso } from './pso.js';
import { ga } from './ga.js';
import { lines } from './lines.js';
import { alphabeta } from './alphabeta.js';
import { montecarlo } from './montecarlo.js';
import { valuenet } from './valuenet.js';
import { alphazero } from './alphazero.js';
import { mistakesPage } from './mistakes.js';

const BY_NAME = { pso, ga, lines, alphabeta, montecarlo, valuenet, alphazero };

export async function lessonPage(el, world, name) {
  if (name === 'mistakes') return mistakesPage(el);
  const at = LESSONS.indexOf(name);
  if (at < 0) {
    replace(el, nothingHere());
    return null;
  }
  return lessonBody(el, world, BY_NAME[name], `${at + 1} / ${LESSONS.length}`, pager(at));
}

const nothingHere = () =>
  h(
    'div',
    { class: 'empty-page' },
    h('h1', null, t('no_lesson_here')),
    h('a', { class: 'button primary', href: '/learn' }, t('nav_learn')),
  );

function pager(at) {
  const step = (name, key) =>
    name ? h('a', { href: `/learn/${name}` }, `${t(key)}: ${t(`learn_${name}_title`)}`) : h('span');
  return h(
    'nav',
    { class: 'pager', 'aria-label': t('other_lessons') },
    step(LESSONS[at - 1], 'previous'),
    step(LESSONS[at + 1], 'next_page'),
  );
}
