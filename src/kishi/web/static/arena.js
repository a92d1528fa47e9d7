// Matches and round robins: started here, played on the server, watched live.
import { h, replace, button, icon, toast } from './dom.js';
import { ask, Line, freshClick } from './net.js';
import { t, has, language, playerName, number, signed } from './texts.js';
import { fewBoards, gameName } from './games.js';
import { SeatPicker } from './seats.js';
import { Replay } from './replay.js';

export async function arenaPage(el, world) {
  const form = new ContestForm(world);
  const list = h('section', { class: 'recent', 'aria-label': t('contests') });
  replace(el, h('h1', null, t('nav_arena')), h('p', { class: 'lead' }, t('arena_lead')), form.el, list);
  const { contests } = await ask('/api/contests');
  replace(
    list,
    h('h2', null, t('contests')),
    h('p', null, h('a', { href: '/games' }, t('kept_games'))),
    contests.length
      ? h(
          'ul',
          { class: 'list' },
          contests
            .slice(0, 30)
            .map(c =>
              h(
                'li',
                null,
                h(
                  'a',
                  { href: `/arena/${c.id}` },
                  h('strong', null, gameName(c.game)),
                  h('span', null, c.players.map(playerName).join(' – ') || c.name),
                  h(
                    'span',
                    { class: `tag ${c.running ? 'running' : ''}` },
                    c.running ? t('state_running') : new Date(c.made * 1000).toLocaleDateString(),
                  ),
                ),
              ),
            ),
        )
      : h('p', { class: 'empty' }, t('no_contests')),
  );
}

class ContestForm {
  constructor(world) {
    this.world = world;
    this.seats = [];
    this.game = h(
      'select',
      { id: 'contest-game', onchange: () => this.setGame() },
      fewBoards().map(name => h('option', { value: name }, gameName(name))),
    );
    this.list = h('div', { class: 'contestants' });
    this.games = h('input', { type: 'number', id: 'contest-games', min: 2, max: 10000, step: 2, value: 20 });
    this.limit = h(
      'select',
      { id: 'contest-limit' },
      [
        ['', 'limit_own'],
        ['nodes:1000', 'limit_nodes'],
        ['seconds:0.1', 'limit_tenth'],
        ['seconds:1', 'limit_second'],
      ].map(([value, text]) => h('option', { value }, t(text))),
    );
    this.openings = h(
      'select',
      { id: 'contest-openings' },
      ['balanced', 'random:4', 'random:8', 'none'].map(name =>
        h('option', { value: name }, t(`openings_${name.replace(':', '')}`)),
      ),
    );
    this.start = button('play', t('start'), () => this.begin(), { kind: 'primary big' });
    const field = (el, text) => h('div', { class: 'field' }, h('label', { for: el.id }, t(text)), el);
    this.el = h(
      'section',
      { class: 'panel contest-form', 'aria-label': t('new_contest') },
      field(this.game, 'game'),
      this.list,
      h(
        'div',
        { class: 'row' },
        button(
          'plus',
          t('add_player'),
          () => {
            this.add('level');
          },
          { kind: 'small' },
        ),
      ),
      h(
        'div',
        { class: 'more-terms' },
        field(this.games, 'games_each'),
        field(this.limit, 'limit'),
        field(this.openings, 'openings'),
      ),
      this.start,
    );
    for (const player of ['random', 'level:1', 'level:5']) this.add(player);
  }

  add(value) {
    if (this.seats.length >= 12) return;
    const seat = new SeatPicker(this.world, this.game.value, value, {
      people: false,
      label: t('player_n', { n: this.seats.length + 1 }),
    });
    const row = h(
      'div',
      { class: 'contestant' },
      seat.el,
      button(
        'close',
        t('remove_player'),
        () => {
          if (this.seats.length <= 2) return;
          this.seats.splice(this.seats.indexOf(seat), 1);
          row.remove();
        },
        { bare: true, kind: 'quiet' },
      ),
    );
    this.seats.push(seat);
    this.list.append(row);
  }

  setGame() {
    for (const seat of this.seats) seat.setGame(this.game.value);
  }

  async begin() {
    const [what, amount] = this.limit.value.split(':');
    const limit = what ? { [what]: Number(amount) } : {};
    this.start.disabled = true;
    try {
      const { id } = await ask('/api/contests', {
        game: this.game.value,
        players: this.seats.map(seat => seat.value),
        games: Number(this.games.value),
        openings: this.openings.value,
        click: (this.click ||= freshClick()),
        ...limit,
      });
      this.world.go(`/arena/${id}`);
    } catch (wrong) {
      toast(wrong.message, true);
      this.start.disabled = false;
      this.click = '';
    }
  }
}

export async function contestPage(el, world, id) {
  const page = new ContestPage(el, world, id);
  return () => page.close();
}

class ContestPage {
  constructor(el, world, id) {
    Object.assign(this, { el, world, id, shown: null });
    this.title = h('h1', null, t('loading'));
    this.facts = h('p', { class: 'lead' });
    this.progress = h('progress', { max: 1, value: 0, 'aria-label': t('progress') });
    this.state = h('div', { class: 'row contest-state', role: 'status' });
    this.table = h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('crosstable') });
    this.games = h('ul', { class: 'list' }, h('li', { class: 'empty' }, t('no_game_yet')));
    this.watching = h('h2', null, t('latest_game'));
    this.replay = new Replay(() => ask(`/api/contests/${id}/games/0`), t('no_game_yet'));
    replace(
      el,
      this.title,
      this.facts,
      this.progress,
      this.state,
      h('section', { class: 'panel' }, h('header', null, h('h2', null, t('crosstable'))), this.table),
      h(
        'div',
        { class: 'split' },
        h(
          'section',
          { class: 'panel' },
          h('header', null, h('h2', null, t('latest_games')), h('a', { href: `/games?event=${id}` }, t('all_kept'))),
          this.games,
        ),
        h('section', { class: 'panel' }, h('header', null, this.watching), this.replay.el),
      ),
    );
    this.line = new Line(`/api/contests/${id}/socket`, event => this.hear(event));
  }

  close() {
    this.line.close();
    this.replay.close();
    this.closed = true;
  }

  hear(event) {
    if (event.type === 'error')
      replace(
        this.el,
        h(
          'div',
          { class: 'empty-page' },
          h('h1', null, t('no_contest_here')),
          h('p', null, event.error),
          h('a', { class: 'button primary', href: '/arena' }, t('nav_arena')),
        ),
      );
    else if (event.type === 'game') this.showLive(event.game);
    else this.show(event.contest);
  }

  show(contest) {
    const { settings } = contest;
    this.title.textContent = `${gameName(contest.game)}: ${t(contest.players.length > 2 ? 'round_robin' : 'match')}`;
    this.facts.textContent = t('contest_facts', {
      games: number(settings.games ?? contest.played),
      limit: settings.limit || t('limit_own'),
      openings: openingsText(settings.openings),
      seed: settings.seed,
    });
    this.progress.max = contest.all || contest.played || 1;
    this.progress.value = contest.played;
    const done = contest.all !== null && contest.played >= contest.all;
    const text = contest.failure
      ? t('contest_failed', { why: contest.failure })
      : contest.state === 'running'
        ? t('state_running')
        : contest.state === 'stopping'
          ? t('state_stopping')
          : done
            ? t('state_done')
            : t('state_stopped');
    const act = what => () =>
      ask(`/api/contests/${this.id}/${what}`, {})
        .then(() => {
          if (what === 'resume') this.again();
        })
        .catch(wrong => toast(wrong.message, true));
    replace(
      this.state,
      h('span', { class: `tag ${contest.state}` }, text),
      h('span', null, t('games_of', { n: number(contest.played), all: number(contest.all ?? contest.played) })),
      contest.state === 'running'
        ? button('stop', t('stop'), act('stop'), { kind: 'small' })
        : !done && contest.all
          ? button('play', t('go_on'), act('resume'), { kind: 'small' })
          : null,
      contest.played
        ? h(
            'a',
            { class: 'button small', href: `/api/contests/${this.id}/report?lang=${language()}`, download: '' },
            icon('download'),
            t('report'),
          )
        : null,
    );
    if (contest.state === 'resting') this.watching.textContent = t('latest_game');
    this.drawTable(contest);
    if (contest.played !== this.shown) this.drawGames(contest);
    this.shown = contest.played;
  }

  // The game that is being played, where the players take their time.
  showLive(game) {
    this.watching.textContent = t('live_game');
    this.replay.live(game);
  }

  again() {
    this.line.close();
    this.line = new Line(`/api/contests/${this.id}/socket`, event => this.hear(event));
  }

  drawTable({ players }) {
    const names = players.map(p => p.player);
    const cell = (p, other) => {
      if (p.player === other) return h('td', { class: 'self' }, '·');
      const score = p.against[other];
      if (!score) return h('td', null, '–');
      const [wins, draws, losses] = score,
        share = (wins + draws / 2) / (wins + draws + losses);
      const td = h(
        'td',
        { title: t('w_d_l', { w: wins, d: draws, l: losses }) },
        `${wins + draws / 2}/${wins + draws + losses}`,
      );
      td.className = share > 0.6 ? 'good' : share < 0.4 ? 'poor' : 'even';
      return td;
    };
    const scale = ratingScale(players);
    const forfeited = players.some(p => Object.keys(p.forfeits).length);
    replace(
      this.table,
      h(
        'table',
        { class: 'cross' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('th', { scope: 'col' }, '#'),
            h('th', { scope: 'col' }, t('column_player')),
            h('th', { scope: 'col' }, t('column_elo')),
            h('th', { scope: 'col' }, t('column_interval'), scale.axis),
            h('th', { scope: 'col' }, t('column_cpu')),
            forfeited ? h('th', { scope: 'col' }, t('column_forfeits')) : null,
            h('th', { scope: 'col' }, t('column_score')),
            names.map((_, i) => h('th', { scope: 'col' }, i + 1)),
          ),
        ),
        h(
          'tbody',
          null,
          players.map((p, i) =>
            h(
              'tr',
              null,
              h('td', null, i + 1),
              h('th', { scope: 'row' }, playerName(p.player)),
              h('td', null, p.rating ? signed(p.rating.value, 0) : '–'),
              h('td', null, scale.bar(p.rating)),
              h('td', null, cpuText(p.effort)),
              forfeited ? h('td', { class: 'forfeits' }, forfeitsText(p.forfeits)) : null,
              h('td', null, p.games ? `${(100 * p.score).toFixed(0)}%` : '–'),
              names.map(other => cell(p, other)),
            ),
          ),
        ),
      ),
    );
  }

  // Games that end while the list is on its way are in the next one.
  async drawGames(contest) {
    this.newest = contest.played;
    if (!contest.played || this.fetching) return;
    this.fetching = true;
    const result = g => ({ first_wins: '1–0', second_wins: '0–1', draw: '½–½' })[g.result];
    for (let drawn = 0; drawn !== this.newest && !this.closed; ) {
      drawn = this.newest;
      const { games } = await ask(`/api/contests/${this.id}/games`).catch(() => ({ games: [] }));
      replace(
        this.games,
        games.map(g =>
          h(
            'li',
            null,
            h(
              'a',
              { href: `/review?contest=${this.id}&back=${g.number}` },
              h('span', null, g.players.map(playerName).join(' – ')),
              h('span', { class: 'tag' }, result(g)),
              h('span', { class: 'dim' }, t('n_moves', { n: g.plies })),
            ),
          ),
        ),
      );
      if (!this.closed) this.replay.start();
    }
    this.fetching = false;
  }
}

// How games begin; a file of openings, by its name.
function openingsText(name) {
  const key = `openings_${name.replace(':', '')}`;
  return has(key) ? t(key) : name;
}

// CPU time of a move, on average.
function cpuText({ cpu_a_move: seconds }) {
  if (!seconds) return '–';
  const [value, unit] = seconds >= 1 ? [seconds, 's'] : seconds >= 1e-4 ? [1e3 * seconds, 'ms'] : [1e6 * seconds, 'µs'];
  return `${value.toPrecision(3)} ${unit}`;
}

// Games that were lost otherwise than on the board.
function forfeitsText(forfeits) {
  const told = Object.entries(forfeits).map(([kind, n]) => t(`forfeit_${kind}`, { n: number(n) }));
  return told.join(', ') || '–';
}

// A small bar for each interval, all on one scale, whose ends stand above them in Elo.
function ratingScale(players) {
  const rated = players.filter(p => p.rating).map(p => p.rating);
  const low = Math.min(...rated.map(r => r.low)),
    high = Math.max(...rated.map(r => r.high), low + 1);
  const axis =
    rated.length > 0 &&
    h('small', { class: 'interval-axis' }, h('span', null, signed(low, 0)), h('span', null, signed(high, 0)));
  const bar = rating => {
    if (!rating) return '–';
    const at = v => `${(100 * (v - low)) / (high - low)}%`;
    const band = h('span', { class: 'interval-band' }),
      dot = h('span', { class: 'interval-dot' });
    band.style.left = at(rating.low);
    band.style.width = `${(100 * (rating.high - rating.low)) / (high - low)}%`;
    dot.style.left = at(rating.value);
    const told = `${signed(rating.low, 0)} … ${signed(rating.high, 0)} ${t('column_elo')}`;
    return h('span', { class: 'interval', role: 'img', 'aria-label': told, title: told }, band, dot);
  };
  return { axis, bar };
}
