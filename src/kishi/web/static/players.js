// Who can play: every kind with its options, where it comes from, and how strong it has proved.
import { h, replace, button, toast } from './dom.js';
import { ask } from './net.js';
import { t, has, gameName, playerName, number } from './texts.js';
import { mapBoard, span } from './charts.js';

const GAMES = ['othello', 'gomoku', 'minishogi'];

export async function playersPage(el, world) {
  const ratings = h('section', { class: 'panel ratings' });
  const kinds = h('div', { class: 'kinds' });
  const pick = h('div', { class: 'tabs', role: 'group', 'aria-label': t('game') });
  replace(el, h('h1', null, t('nav_players')), h('p', { class: 'lead' }, t('players_lead')), pick, ratings, kinds);
  const { maps } = await ask('/api/learn/maps');
  const show = async game => {
    replace(pick, GAMES.map(name => h('button', { type: 'button', class: 'tab', 'aria-pressed': name === game, onclick: () => show(name) }, t(`game_${name}`))));
    replace(kinds, world.kinds.filter(k => k.families.includes(game) && k.kind !== 'first').map(kind => card(kind, game, maps, world)));
    replace(ratings, h('header', null, h('h2', null, t('ratings'))), h('p', { class: 'empty' }, t('loading')));
    drawRatings(ratings, await ask(`/api/ratings/${game}`));
  };
  await show('othello');
}

function card(kind, game, maps, world) {
  const name = has(`kind_${kind.kind}`) ? t(`kind_${kind.kind}`) : kind.kind;
  const about = has(`about_${kind.kind}`) ? t(`about_${kind.kind}`) : kind.about;
  const map = kind.kind === 'greedy' ? 'classic' : kind.kind === 'table' ? 'swh' : null;
  return h('article', { class: 'panel kind' },
    h('header', null, h('h2', null, name), h('code', null, kind.kind)),
    h('p', null, about), kind.source && h('p', { class: 'dim' }, t('source', { source: kind.source })),
    map && h('figure', { class: 'kind-map' }, mapBoard(maps[map], 8, { label: t('map_of', { name: map }) })),
    kind.options.length ? h('details', null, h('summary', null, t('options')), h('table', { class: 'options' }, h('tbody', null, kind.options.map(o => h('tr', null,
      h('th', { scope: 'row' }, h('code', null, `${o.name}=${o.default}`)), h('td', null, o.about, o.choices?.length ? ` (${o.choices.filter(Boolean).join(', ')})` : '')))))) : null,
    kind.kind !== 'human' && button('play', t('play_against'), () => play(kind.kind, game, world), { kind: 'small' }));
}

async function play(kind, game, world) {
  try {
    const { id } = await ask('/api/tables', { game, seats: ['human', kind] });
    world.go(`/play/${id}`);
  } catch (wrong) { toast(wrong.message, true); }
}

function drawRatings(el, { players, anchor, game }) {
  const title = h('header', null, h('h2', null, `${t('ratings')}: ${gameName(game)}`));
  if (!players.length) { replace(el, title, h('p', { class: 'empty' }, t('no_ratings'), ' ', h('a', { href: '/arena' }, t('to_arena')))); return; }
  replace(el, title, h('p', { class: 'dim' }, t('ratings_note', { anchor: playerName(anchor) })), h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('ratings') }, h('table', { class: 'wide' },
    h('thead', null, h('tr', null, ['player', 'elo', 'n_games'].map(key => h('th', { scope: 'col' }, t(`column_${key}`))))),
    h('tbody', null, players.map(p => h('tr', null, h('th', { scope: 'row' }, playerName(p.player)), h('td', null, p.player === anchor ? '0' : span(p.value, p.low, p.high)), h('td', null, number(p.games))))))));
}
