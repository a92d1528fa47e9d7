// Which page is shown, and the header above it.
import { h, replace, button } from './dom.js';
import { ask } from './net.js';
import { t, loadTexts, language, languages } from './texts.js';
import { games, loadGames } from './games.js';
import { settings, set, listen, showTheme } from './settings.js';
import { openPreferences } from './preferences.js';
import { newGamePage } from './newgame.js';
import { playPage } from './play.js';
import { reviewPage } from './review.js';
import { playersPage } from './players.js';
import { trainPage, runPage } from './train.js';
import { arenaPage, contestPage } from './arena.js';
import { libraryPage } from './library.js';
import { learnPage, lessonPage } from './learn/index.js';

const PAGES = [
  [/^\/$/, newGamePage, 'play'],
  [/^\/play\/(\w+)$/, playPage, 'play'],
  [/^\/review$/, reviewPage, 'review'],
  [/^\/players$/, playersPage, 'players'],
  [/^\/train$/, trainPage, 'train'],
  [/^\/train\/(\d+)$/, runPage, 'train'],
  [/^\/arena$/, arenaPage, 'arena'],
  [/^\/arena\/(\d+)$/, contestPage, 'arena'],
  [/^\/games$/, libraryPage, 'review'],
  [/^\/learn$/, learnPage, 'learn'],
  [/^\/learn\/(\w+)$/, lessonPage, 'learn'],
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
  const [pattern, page, section] = PAGES.find(([p]) => p.test(location.pathname)) || [/^/, missingPage, ''];
  drawHeader(section);
  const match = pattern.exec(location.pathname) || [];
  const el = h('div', { class: `page ${section}` });
  replace(main, el);
  main.setAttribute('aria-busy', 'true');
  scrollTo(0, 0);
  const left = await page(el, world, ...match.slice(1));
  if (mine === showing) main.setAttribute('aria-busy', 'false');
  if (mine === showing) leave = left || null;
  else left?.();
  const title = el.querySelector('h1')?.textContent;
  document.title = title ? `${title} · kishi` : 'kishi';
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
