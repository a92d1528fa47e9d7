// Who can play: every kind with its options, where it comes from, and how strong it has proved.
import { h, replace, button, toast, headings } from './dom.js';
import { ask } from './net.js';
import { t, has, playerName, number, secondsText } from './texts.js';
import { families, familyName, familyOf, gameName } from './games.js';
import { mapBoard, span, weightBars } from './charts.js';

export async function playersPage(el, world) {
  const ratings = h('section', { class: 'panel ratings' });
  const kinds = h('div', { class: 'kinds' }),
    trained = h('section', { class: 'trained' });
  const pick = h('div', { class: 'tabs', role: 'group', 'aria-label': t('game') });
  replace(
    el,
    h('h1', null, t('nav_players')),
    h('p', { class: 'lead' }, t('players_lead')),
    pick,
    ratings,
    trained,
    kinds,
  );
  const [{ maps }, { weights }] = await Promise.all([ask('/api/learn/maps'), ask('/api/weights')]);
  const show = async game => {
    replace(
      pick,
      families.map(({ family: name }) =>
        h(
          'button',
          { type: 'button', class: 'tab', 'aria-pressed': name === game, onclick: () => show(name) },
          familyName(name),
        ),
      ),
    );
    replace(
      kinds,
      world.kinds
        .filter(k => k.families.includes(game) && k.kind !== 'first')
        .map(kind => card(kind, game, maps, weights, world)),
    );
    replace(ratings, h('header', null, h('h2', null, t('ratings'))), h('p', { class: 'empty' }, t('loading')));
    const rated = await ask(`/api/ratings/${game}`);
    drawRatings(ratings, rated);
    drawTrained(
      trained,
      weights.filter(w => familyOf(w.game) === game),
      rated.players,
      game,
      world,
    );
  };
  await show(families[0].family);
}

function card(kind, game, maps, weights, world) {
  // Without a name a trained player is the one that ships with kishi, if there is one.
  const needed = kind.main === 'weights' && !weights.some(w => w.name === `${kind.kind}-${game}`);
  const name = has(`kind_${kind.kind}`) ? t(`kind_${kind.kind}`) : kind.kind;
  const about = has(`about_${kind.kind}`) ? t(`about_${kind.kind}`) : kind.about;
  const map = kind.kind === 'greedy' ? 'classic' : kind.kind === 'table' ? 'swh' : null;
  return h(
    'article',
    { class: 'panel kind' },
    h('header', null, h('h2', null, name), h('code', null, kind.kind)),
    h('p', null, about),
    kind.source && h('p', { class: 'dim' }, t('source', { source: kind.source })),
    map && h('figure', { class: 'kind-map' }, mapBoard(maps[map], 8, { label: t('map_of', { name: map }) })),
    kind.options.length
      ? h(
          'details',
          null,
          h('summary', null, t('options')),
          h(
            'table',
            { class: 'options' },
            h(
              'tbody',
              null,
              kind.options.map(o =>
                h(
                  'tr',
                  null,
                  h('th', { scope: 'row' }, h('code', null, `${o.name}=${o.default}`)),
                  h('td', null, o.about, o.choices?.length ? ` (${o.choices.filter(Boolean).join(', ')})` : ''),
                ),
              ),
            ),
          ),
        )
      : null,
    needed && h('a', { class: 'button small', href: `/train?game=${game}&method=${kind.kind}` }, t('train_start')),
    kind.kind !== 'human' &&
      !needed &&
      button('play', t('play_against'), () => play(kind.kind, game, world), { kind: 'small' }),
  );
}

// What training has made: its picture, where it comes from, and how strong it has proved.
function drawTrained(el, weights, ratings, game, world) {
  const title = [h('h2', null, t('trained_players')), h('p', { class: 'dim' }, t('trained_note'))];
  replace(
    el,
    title,
    weights.length
      ? h(
          'div',
          { class: 'kinds' },
          weights.map(w => trainedCard(w, ratings, world)),
        )
      : h('p', { class: 'empty' }, t('no_trained'), ' ', h('a', { href: `/train?game=${game}` }, t('train_one'))),
  );
}

function trainedCard(made, ratings, world) {
  // The same player may have been rated under several limits of thinking, its text with other weights too.
  const rated = ratings.filter(r => r.text === made.player && r.weights === made.weights.id);
  const { weights } = made;
  return h(
    'article',
    { class: 'panel kind' },
    h('header', null, h('h2', null, made.name), h('code', null, made.player.split(':')[0])),
    weights.maps.length
      ? h(
          'div',
          { class: 'kind-maps' },
          weights.maps.map((map, i) =>
            h(
              'figure',
              { class: 'kind-map' },
              mapBoard(map, weights.size, {
                label: t('map_of', { name: `${made.name} ${weights.maps.length > 1 ? i + 1 : ''}` }),
              }),
            ),
          ),
        )
      : weights.numbers.length
        ? h('details', null, h('summary', null, t('what_it_learned')), weightBars(weights))
        : null,
    h(
      'p',
      { class: 'dim' },
      gameName(made.game),
      '. ',
      made.method === 'hand'
        ? t('set_by_hand')
        : t('trained_by', {
            method: playerName(made.method),
            games: number(made.games ?? 0),
            seconds: secondsText(made.cpu_seconds ?? 0),
            seed: made.seed ?? '–',
          }),
    ),
    made.measured?.length
      ? h(
          'p',
          { class: 'dim' },
          t('measured_unseen', {
            marks: made.measured
              .map(m => `${playerName(m.opponent)} ${(100 * m.score).toFixed(1)} ± ${(196 * m.error).toFixed(1)}%`)
              .join(', '),
          }),
        )
      : null,
    h(
      'p',
      null,
      rated.length
        ? rated.map(r => t('rated', { elo: span(r.value, r.low, r.high), n: number(r.games) })).join('; ')
        : t('not_rated'),
    ),
    h(
      'div',
      { class: 'row' },
      button('play', t('play_against'), () => play(made.player, made.game, world), { kind: 'small' }),
      made.run && h('a', { class: 'button small', href: `/train/${made.run}` }, t('watch_run')),
    ),
  );
}

async function play(kind, game, world) {
  try {
    const { id } = await ask('/api/tables', { game, seats: ['human', kind] });
    world.go(`/play/${id}`);
  } catch (wrong) {
    toast(wrong.message, true);
  }
}

function drawRatings(el, { players, anchor, game }) {
  const title = h('header', null, h('h2', null, `${t('ratings')}: ${gameName(game)}`));
  if (!players.length) {
    replace(el, title, h('p', { class: 'empty' }, t('no_ratings'), ' ', h('a', { href: '/arena' }, t('to_arena'))));
    return;
  }
  replace(
    el,
    title,
    h('p', { class: 'dim' }, t('ratings_note', { anchor: playerName(anchor) })),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('ratings') },
      h(
        'table',
        { class: 'wide' },
        headings(['player', 'elo', 'n_games'].map(key => t(`column_${key}`))),
        h(
          'tbody',
          null,
          players.map(p =>
            h(
              'tr',
              null,
              h('th', { scope: 'row' }, playerName(p.player)),
              h('td', null, p.player === anchor ? '0' : span(p.value, p.low, p.high)),
              h('td', null, number(p.games)),
            ),
          ),
        ),
      ),
    ),
  );
}
