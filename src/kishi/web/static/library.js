// The games that are kept: of contests, imported files, play, and of training runs against themselves.
import { h, replace } from './dom.js';
import { ask } from './net.js';
import { t, has, playerName, number } from './texts.js';
import { gameName } from './games.js';

const RESULTS = { first_wins: '1–0', second_wins: '0–1', draw: '½–½' };

export async function libraryPage(el) {
  const query = new URLSearchParams(location.search);
  const source = ['event', 'run'].find(name => query.has(name));
  replace(el, h('h1', null, t('kept_games')), h('p', null, t('loading')));
  try {
    if (source) await drawGames(el, source, query.get(source), Number(query.get('first')) || 0);
    else await drawSources(el);
  } catch (wrong) {
    replace(el, h('h1', null, t('kept_games')), h('p', { class: 'wrong', role: 'alert' }, wrong.message));
  }
}

async function drawSources(el) {
  const { events, runs } = await ask('/api/events');
  const list = (title, name, sources) =>
    h(
      'section',
      { class: 'recent', 'aria-label': t(title) },
      h('h2', null, t(title)),
      sources.length
        ? h(
            'ul',
            { class: 'list' },
            sources.map(s => sourceLine(name, s)),
          )
        : h('p', { class: 'empty' }, t('no_kept_games')),
    );
  replace(
    el,
    h('h1', null, t('kept_games')),
    h('p', { class: 'lead' }, t('kept_games_lead')),
    list('kept_events', 'event', events),
    list('kept_selfplay', 'run', runs),
  );
}

const sourceLine = (name, source) =>
  h(
    'li',
    null,
    h(
      'a',
      { href: `/games?${name}=${source.id}` },
      h('strong', null, source.name),
      h('span', null, gameName(source.game)),
      h('span', { class: 'tag' }, kindName(source.kind)),
      h('span', { class: 'dim' }, t('n_games', { n: number(source.all) })),
    ),
  );

const kindName = kind => (has(`event_${kind}`) ? t(`event_${kind}`) : kind);

async function drawGames(el, source, id, first) {
  const { name, game, kind, all, most, games } = await ask(`/api/${source}s/${id}/games?first=${first}`);
  const page = at => `/games?${source}=${id}&first=${at}`,
    last = first + games.length;
  replace(
    el,
    h('h1', null, name),
    h('p', { class: 'lead' }, `${gameName(game)} · ${kindName(kind)}`),
    games.length
      ? h(
          'ul',
          { class: 'list' },
          games.map(g => gameLine(source, id, g)),
        )
      : h('p', { class: 'empty' }, t('no_kept_games')),
    h(
      'nav',
      { class: 'row', 'aria-label': t('kept_games') },
      first > 0 && h('a', { class: 'button small', href: page(Math.max(0, first - most)) }, t('games_before')),
      games.length > 0 &&
        h('span', null, t('games_shown', { first: number(first + 1), last: number(last), all: number(all) })),
      last < all && h('a', { class: 'button small', href: page(last) }, t('games_after')),
    ),
  );
}

const gameLine = (source, id, game) =>
  h(
    'li',
    null,
    h(
      'a',
      { href: `/review?${source}=${id}&number=${game.number}` },
      h('strong', null, number(game.number)),
      h('span', null, (game.players || []).map(playerName).join(' – ')),
      h('span', { class: 'tag' }, RESULTS[game.result] ?? '…'),
      h('span', { class: 'dim' }, t('n_moves', { n: game.plies })),
    ),
  );
