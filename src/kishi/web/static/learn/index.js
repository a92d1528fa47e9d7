// The list of the lessons, with pictures. The lessons themselves come when one is opened.
import { h, replace } from '../dom.js';
import { t } from '../texts.js';
import { LESSONS } from './names.js';
import {
  alphabetaPicture,
  alphazeroPicture,
  gaPicture,
  linesPicture,
  mistakesPicture,
  montecarloPicture,
  psoPicture,
  valuenetPicture,
} from './pictures.js';

const PICTURES = {
  pso: psoPicture,
  ga: gaPicture,
  lines: linesPicture,
  alphabeta: alphabetaPicture,
  montecarlo: montecarloPicture,
  valuenet: valuenetPicture,
  alphazero: alphazeroPicture,
};

export async function learnPage(el) {
  replace(
    el,
    h('h1', null, t('nav_learn')),
    h('p', { class: 'lead' }, t('learn_lead')),
    h(
      'ol',
      { class: 'lessons' },
      LESSONS.map((name, i) => h('li', null, card(name, i + 1))),
      h('li', null, mistakesCard()),
    ),
  );
}

const card = (name, number) =>
  h(
    'a',
    { href: `/learn/${name}`, class: 'panel lesson-card' },
    h('div', { class: 'lesson-picture', 'aria-hidden': 'true' }, PICTURES[name]()),
    h(
      'div',
      null,
      h('span', { class: 'lesson-number' }, number),
      h('strong', null, t(`learn_${name}_title`)),
      h('span', null, t(`learn_${name}_pitch`)),
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
