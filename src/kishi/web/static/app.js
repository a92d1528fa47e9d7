// Which page is shown, and the header above it.
import { h, replace, button } from './dom.js';
import { ask } from './net.js';
import { t, loadTexts, language, languages } from './texts.js';
import { games, loadGames } from './games.js';
import { settings, set, listen, showTheme } from './settings.js';
import { openPreferences } from './preferences.js';
import { newGamePage } from './newgame.js';

// Pages after the first come when they are asked for.
const PAGES = [
  [/^\/$/, () => newGamePage, 'play'],
  [/^\/play\/(\w+)$/, async () => (await import('./play.js')).playPage, 'play'],
  [/^\/review$/, async () => (await import('./review.js')).reviewPage, 'review'],
  [/^\/players$/, async () => (await import('./players.js')).playersPage, 'players'],
  [/^\/train$/, async () => (await import('./train.js')).trainPage, 'train'],
  [/^\/train\/(\d+)$/, async () => (await import('./train.js')).runPage, 'train'],
  [/^\/arena$/, async () => (await import('./arena.js')).arenaPage, 'arena'],
  [/^\/arena\/(\d+)$/, async () => (await import('./arena.js')).contestPage, 'arena'],
  [/^\/games$/, async () => (await import('./library.js')).libraryPage, 'review'],
  [/^\/rules\/(\w+)$/, async () => (await import('./rules.js')).rulesPage, 'learn'],
  [/^\/learn$/, async () => (await import('./learn/index.js')).learnPage, 'learn'],
  [/^\/learn\/(\w+)$/, async () => (await import('./learn/lesson.js')).lessonPage, 'learn'],
];
const NAVIGATION = [
  ['play', '/'],
  ['review', '/review'],
  ['train', '/train'],
  ['players', '/players'],
  ['arena', '/arena'],
  ['learn', '/learn'],
];

const world = { games: [], kinds: [], go };
let leave = null,
  showing = 0,
  here = 'play';

export function go(path) {
  history.pushState(null, '', path);
  show();
}

async function show() {
  const mine = ++showing;
  leave?.();
  leave = null;
  const main = document.getElementById('main');
  const known = PAGES.find(([p]) => p.test(location.pathname));
  const [pattern, load, section] = known || [/^/, () => missingPage, ''];
  drawHeader(section);
  const match = pattern.exec(location.pathname) || [];
  const el = h('div', { class: `page ${section}` });
  replace(main, el);
  main.setAttribute('aria-busy', 'true');
  scrollTo(0, 0);
  const page = await loaded(load, mine === 1);
  if (mine !== showing) return;
  const left = await page(el, world, ...match.slice(1));
  if (mine === showing) main.setAttribute('aria-busy', 'false');
  if (mine === showing) leave = left || null;
  else left?.();
  const title = el.querySelector('h1')?.textContent;
  document.title = title ? `${title} · kishi` : 'kishi';
}

// A script that cannot be had: the server has newer ones, which a page loaded anew asks for.
async function loaded(load, first) {
  try {
    return await load();
  } catch (failure) {
    if (first) throw failure;
    location.reload();
    return new Promise(() => {});
  }
}

function missingPage(el) {
  replace(el, h('h1', null, t('no_such_page')), h('p', null, h('a', { href: '/' }, t('to_the_beginning'))));
}

function drawHeader(section) {
  here = section;
  const links = NAVIGATION.map(([name, path]) =>
    h(
      'a',
      { href: path, class: name === section ? 'here' : '', 'aria-current': name === section ? 'page' : null },
      t(`nav_${name}`),
    ),
  );
  const wide = ([tag, name]) => h('option', { value: tag, selected: language() === tag }, name);
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = settings.theme === 'dark' || (settings.theme === 'auto' && dark);
  document.getElementById('skip').textContent = t('skip');
  replace(
    document.getElementById('header'),
    h(
      'a',
      { class: 'brand', href: '/', 'aria-label': 'kishi' },
      h('img', { src: '/static/icon.svg', alt: '', width: 30, height: 30 }),
      h('span', null, 'kishi'),
    ),
    h('nav', { 'aria-label': t('nav') }, links),
    h(
      'div',
      { class: 'tools' },
      button(
        settings.sound ? 'sound' : 'mute',
        t(settings.sound ? 'sound_off' : 'sound_on'),
        () => set('sound', !settings.sound),
        { bare: true, kind: 'quiet' },
      ),
      button('sun', t(isDark ? 'theme_light' : 'theme_dark'), () => set('theme', isDark ? 'light' : 'dark'), {
        bare: true,
        kind: 'quiet',
      }),
      button('gear', t('preferences'), openPreferences, { bare: true, kind: 'quiet' }),
      h(
        'select',
        { class: 'language', 'aria-label': t('language'), onchange: event => set('language', event.target.value) },
        Object.entries(languages).map(wide),
      ),
    ),
  );
}

document.addEventListener('click', event => {
  const link = event.target.closest?.('a[href^="/"]');
  if (
    !link ||
    link.hasAttribute('download') ||
    link.target ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.button
  )
    return;
  event.preventDefault();
  go(link.getAttribute('href'));
});
addEventListener('popstate', show);
listen(async name => {
  if (name === 'theme') showTheme();
  if (name === 'theme' || name === 'sound') drawHeader(here);
  if (name === 'language') {
    await loadTexts();
    show();
  }
});

showTheme();
const [, , kinds] = await Promise.all([loadTexts(), loadGames(), ask('/api/kinds')]);
world.games = games;
world.kinds = kinds.kinds;
show();
