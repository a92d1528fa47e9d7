// Six ideas, each with something to try.
import { h, replace, button, toast } from './dom.js';
import { ask } from './net.js';
import { t, has, playerName } from './texts.js';
import { mapLesson } from './lesson_map.js';
import { evolutionLesson } from './lesson_evolution.js';
import { playoutLesson } from './lesson_playouts.js';
import { searchLesson } from './lesson_search.js';
import { networkLesson } from './lesson_network.js';
import { puctLesson } from './lesson_puct.js';

const LESSONS = {
  map: mapLesson,
  evolution: evolutionLesson,
  playouts: playoutLesson,
  search: searchLesson,
  network: networkLesson,
  alphazero: puctLesson,
};

// The real thing after reading: the player that does just this, and the training that makes one.
const REAL = {
  map: ['othello', 'greedy'],
  evolution: ['othello', 'table'],
  playouts: ['othello', 'montecarlo'],
  search: ['gomoku', 'alphabeta'],
  network: ['othello', 'td'],
  alphazero: ['othello', 'alphazero'],
};
const TRAINING = { map: 'pso', evolution: 'ga', network: 'td', alphazero: 'alphazero' };

function realThing(name, world) {
  const [game, kind] = REAL[name],
    method = TRAINING[name];
  const play = async () => {
    try {
      world.go(`/play/${(await ask('/api/tables', { game, seats: ['human', kind] })).id}`);
    } catch (wrong) {
      toast(wrong.message, true);
    }
  };
  return h(
    'div',
    { class: 'row' },
    method &&
      h(
        'a',
        { class: 'button primary', href: `/train?game=${game}&method=${method}` },
        t('train_the_real_thing', { method: playerName(method) }),
      ),
    button('play', t('the_real_thing', { player: playerName(kind) }), play, { kind: method ? '' : 'primary' }),
  );
}

export async function learnPage(el) {
  replace(
    el,
    h('h1', null, t('nav_learn')),
    h('p', { class: 'lead' }, t('learn_lead')),
    h(
      'ol',
      { class: 'lessons' },
      Object.keys(LESSONS).map((name, i) =>
        h(
          'li',
          null,
          h(
            'a',
            { href: `/learn/${name}`, class: 'panel lesson-card' },
            h('span', { class: 'lesson-number' }, i + 1),
            h('strong', null, t(`learn_${name}_title`)),
            h('span', null, t(`learn_${name}_pitch`)),
          ),
        ),
      ),
    ),
  );
}

export async function lessonPage(el, world, name) {
  const names = Object.keys(LESSONS),
    at = names.indexOf(name);
  if (at < 0) {
    replace(
      el,
      h(
        'div',
        { class: 'empty-page' },
        h('h1', null, t('no_lesson_here')),
        h('a', { class: 'button primary', href: '/learn' }, t('nav_learn')),
      ),
    );
    return null;
  }
  const widget = h('div', { class: 'widget' });
  const paragraphs = [1, 2, 3]
    .map(n => `learn_${name}_text${n}`)
    .filter(has)
    .map(key => h('p', null, t(key)));
  const step = (to, key) =>
    names[to] ? h('a', { href: `/learn/${names[to]}` }, `${t(key)}: ${t(`learn_${names[to]}_title`)}`) : h('span');
  replace(
    el,
    h(
      'nav',
      { class: 'crumbs', 'aria-label': t('nav_learn') },
      h('a', { href: '/learn' }, t('nav_learn')),
      ` · ${at + 1} / ${names.length}`,
    ),
    h(
      'article',
      { class: 'lesson' },
      h('h1', null, t(`learn_${name}_title`)),
      paragraphs,
      widget,
      h('p', { class: 'honest' }, coded(t(`learn_${name}_now`))),
      realThing(name, world),
    ),
    h('nav', { class: 'pager', 'aria-label': t('pages') }, step(at - 1, 'previous'), step(at + 1, 'next_page')),
  );
  return LESSONS[name](widget, world);
}

// `word` in a text is code.
const coded = text => text.split('`').map((part, i) => (i % 2 ? h('code', null, part) : part));
