// The lessons: their list with pictures, and the page of one. What a lesson is made of is told in frame.js.
import { h, replace } from '../dom.js';
import { t } from '../texts.js';
import { lessonBody } from './frame.js';
import { pso } from './pso.js';
import { ga } from './ga.js';
import { lines } from './lines.js';
import { alphabeta } from './alphabeta.js';
import { montecarlo } from './montecarlo.js';
import { valuenet } from './valuenet.js';
import { alphazero } from './alphazero.js';
import { mistakesPage } from './mistakes.js';
import { mistakesPicture } from './pictures.js';

const LESSONS = [pso, ga, lines, alphabeta, montecarlo, valuenet, alphazero];

export async function learnPage(el) {
  replace(
    el,
    h('h1', null, t('nav_learn')),
    h('p', { class: 'lead' }, t('learn_lead')),
    h(
      'ol',
      { class: 'lessons' },
      LESSONS.map((lesson, i) => h('li', null, card(lesson, i + 1))),
      h('li', null, mistakesCard()),
    ),
  );
}

const card = (lesson, number) =>
  h(
    'a',
    { href: `/learn/${lesson.name}`, class: 'panel lesson-card' },
    h('div', { class: 'lesson-picture', 'aria-hidden': 'true' }, lesson.picture()),
    h(
      'div',
      null,
      h('span', { class: 'lesson-number' }, number),
      h('strong', null, t(`learn_${lesson.name}_title`)),
      h('span', null, t(`learn_${lesson.name}_pitch`)),
    ),
  );

const mistakesCard = () =>
  h(
    'a',
    { href: '/learn/mistakes', class: 'panel lesson-card' },
    h('div', { class: 'lesson-picture', 'aria-hidden': 'true' }, mistakesPicture()),
    h(
      'div',
      null,
      h('span', { class: 'lesson-number' }, '!'),
      h('strong', null, t('mistakes_title')),
      h('span', null, t('mistakes_pitch')),
    ),
  );

export async function lessonPage(el, world, name) {
  if (name === 'mistakes') return mistakesPage(el);
  const at = LESSONS.findIndex(lesson => lesson.name === name);
  if (at < 0) {
    replace(el, nothingHere());
    return null;
  }
  return lessonBody(el, world, LESSONS[at], `${at + 1} / ${LESSONS.length}`, pager(at));
}

const nothingHere = () =>
  h(
    'div',
    { class: 'empty-page' },
    h('h1', null, t('no_lesson_here')),
    h('a', { class: 'button primary', href: '/learn' }, t('nav_learn')),
  );

function pager(at) {
  const step = (lesson, key) =>
    lesson ? h('a', { href: `/learn/${lesson.name}` }, `${t(key)}: ${t(`learn_${lesson.name}_title`)}`) : h('span');
  return h(
    'nav',
    { class: 'pager', 'aria-label': t('other_lessons') },
    step(LESSONS[at - 1], 'previous'),
    step(LESSONS[at + 1], 'next_page'),
  );
}
