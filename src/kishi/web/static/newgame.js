// The first page: choose a game, who plays and how long, or go on with a game.
import { h, replace, button, toast } from './dom.js';
import { ask } from './net.js';
import { t, sideName, gameName, playerName } from './texts.js';
import { Board } from './board.js';
import { SeatPicker } from './seats.js';

// What each card shows: some game in progress.
const SHOWN = {
  othello: { game: 'othello', text: 'f5 d6 c3 d3 c4 f4 f6 f3' },
  gomoku: { game: 'gomoku-9', text: 'e5 f6 e6 e7 f5 d5 g4 h3' },
  minishogi: { game: 'minishogi', text: '4e4d 1a2b 3e2d' },
};
const TIMES = [
  ['free', {}],
  ['second1', { seconds: 1 }],
  ['second5', { seconds: 5 }],
  ['clock3', { clock: 180, increment: 2 }],
  ['clock10', { clock: 600, increment: 5 }],
  ['own', {}],
];
const remembered = () => {
  try {
    return JSON.parse(localStorage.getItem('kishi-new') || '{}');
  } catch {
    return {};
  }
};

export async function newGamePage(el, world) {
  const form = new NewGame(world, el);
  const recent = h('section', { class: 'recent', 'aria-label': t('recent_games') });
  replace(el, h('h1', { class: 'unseen' }, t('new_game')), form.el, recent);
  await Promise.all([drawRecent(recent), ...form.previews]);
  return () => form.close();
}

class NewGame {
  constructor(world) {
    this.world = world;
    this.chosen = {
      family: 'othello',
      size: 15,
      rule: '',
      first: 'human',
      second: 'level:5',
      time: 'free',
      ...remembered(),
    };
    this.boards = [];
    this.previews = []; // promises
    this.cards = h('div', { class: 'cards', role: 'radiogroup', 'aria-label': t('game') });
    this.seats = ['first', 'second'].map(
      seat => new SeatPicker(world, this.gameName(), this.chosen[seat], { label: t(`seat_${seat}`) }),
    );
    this.names = [h('span'), h('span')];
    this.variant = h('div', { class: 'field variant' });
    this.custom = h('div', { class: 'custom-time' });
    this.time = h(
      'select',
      {
        id: 'time',
        onchange: () => {
          this.chosen.time = this.time.value;
          this.drawCustom();
        },
      },
      TIMES.map(([name]) => h('option', { value: name }, t(`time_${name}`))),
    );
    this.time.value = this.chosen.time;
    this.start = button('play', t('start'), () => this.begin(), { kind: 'primary big' });
    this.el = h(
      'section',
      { class: 'new-game' },
      this.cards,
      h(
        'div',
        { class: 'terms' },
        h(
          'div',
          { class: 'seats' },
          h('div', { class: 'field' }, this.names[0], this.seats[0].el),
          button('swap', t('swap_seats'), () => this.swap(), { bare: true, kind: 'round' }),
          h('div', { class: 'field' }, this.names[1], this.seats[1].el),
        ),
        h(
          'div',
          { class: 'more-terms' },
          this.variant,
          h('div', { class: 'field' }, h('label', { for: 'time' }, t('time')), this.time, this.custom),
        ),
        this.start,
      ),
    );
    this.drawCards();
    this.choose(this.chosen.family);
    this.drawCustom();
  }

  close() {
    for (const board of this.boards) board.close();
  }

  drawCards() {
    this.buttons = Object.keys(SHOWN).map(family => {
      const place = h('div', { class: 'card-board' });
      this.previews.push(this.drawPreview(place, family));
      return h(
        'button',
        {
          type: 'button',
          class: 'card',
          role: 'radio',
          'data-game': family,
          onclick: () => this.choose(family),
          onkeydown: event => this.cardKey(event, family),
        },
        place,
        h('strong', null, t(`game_${family}`)),
        h('span', null, t(`pitch_${family}`)),
      );
    });
    replace(this.cards, this.buttons);
  }

  cardKey(event, family) {
    const families = Object.keys(SHOWN),
      step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = families[(families.indexOf(family) + step + families.length) % families.length];
    this.choose(next);
    this.buttons[families.indexOf(next)].focus();
  }

  async drawPreview(place, family) {
    const shown = SHOWN[family];
    const board = new Board(this.world.games.find(g => g.name === shown.game));
    board.svg.setAttribute('aria-hidden', 'true');
    this.boards.push(board);
    place.append(board.el);
    const line = await ask('/api/read', shown).catch(() => null);
    if (line) board.show(line.plies.at(-1), { still: true });
  }

  choose(family) {
    this.chosen.family = family;
    this.buttons.forEach(card => {
      const on = card.dataset.game === family;
      card.setAttribute('aria-checked', on);
      card.tabIndex = on ? 0 : -1;
    });
    this.seats.forEach((seat, i) => {
      seat.setGame(this.gameName());
      this.names[i].textContent = `${sideName(family, i)} · ${t(i ? 'moves_second' : 'moves_first')}`;
    });
    this.drawVariant();
  }

  drawVariant() {
    const { family } = this.chosen;
    if (family === 'minishogi') {
      replace(this.variant);
      return;
    }
    const select = (name, label, options) => {
      const el = h(
        'select',
        {
          id: name,
          onchange: () => {
            this.chosen[name] = el.value;
            this.seats.forEach(seat => seat.setGame(this.gameName()));
          },
        },
        options.map(([value, text]) =>
          h('option', { value, selected: String(this.chosen[name]) === String(value) }, text),
        ),
      );
      return [h('label', { for: name }, label), el];
    };
    if (family === 'othello') {
      replace(
        this.variant,
        select('side', t('board_size'), [
          ['8', '8×8'],
          ['6', '6×6'],
          ['4', '4×4'],
        ]),
      );
      return;
    }
    replace(
      this.variant,
      select(
        'size',
        t('board_size'),
        Array.from({ length: 16 }, (_, i) => [i + 5, `${i + 5}×${i + 5}`]),
      ),
      select('rule', t('rule'), [
        ['', t('rule_freestyle')],
        ['standard', t('rule_standard')],
        ['renju', t('rule_renju')],
      ]),
      h(
        'label',
        { class: 'check' },
        (this.swap2 = h('input', {
          type: 'checkbox',
          checked: !!this.chosen.swap2,
          onchange: () => {
            this.chosen.swap2 = this.swap2.checked;
          },
        })),
        t('swap2'),
      ),
    );
  }

  drawCustom() {
    if (this.chosen.time !== 'own') {
      replace(this.custom);
      return;
    }
    const input = (name, label, min, max, step) =>
      h(
        'label',
        null,
        label,
        h('input', {
          type: 'number',
          min,
          max,
          step,
          value: this.chosen[name] ?? '',
          oninput: event => {
            this.chosen[name] = event.target.value;
          },
        }),
      );
    replace(
      this.custom,
      input('own_seconds', t('own_seconds'), 0.1, 60, 0.1),
      input('own_minutes', t('own_minutes'), 0.1, 600, 0.1),
      input('own_increment', t('own_increment'), 0, 600, 1),
    );
  }

  swap() {
    const [a, b] = this.seats.map(seat => seat.value);
    this.seats[0].value = b;
    this.seats[1].value = a;
  }

  gameName() {
    const { family, size, rule, side } = this.chosen;
    if (family === 'othello') return side && side !== '8' ? `othello-${side}` : 'othello';
    if (family === 'minishogi') return family;
    return Number(size) === 15 && !rule ? 'gomoku' : `gomoku-${size}${rule ? `-${rule}` : ''}`;
  }

  limits() {
    const chosen = this.chosen;
    if (chosen.time !== 'own') return Object.fromEntries(TIMES)[chosen.time] || {};
    const own = {};
    if (Number(chosen.own_seconds) > 0) own.seconds = Number(chosen.own_seconds);
    if (Number(chosen.own_minutes) > 0)
      Object.assign(own, { clock: 60 * Number(chosen.own_minutes), increment: Number(chosen.own_increment) || 0 });
    return own;
  }

  async begin() {
    const [first, second] = this.seats.map(seat => seat.value);
    Object.assign(this.chosen, { first, second });
    try {
      localStorage.setItem('kishi-new', JSON.stringify(this.chosen));
    } catch {
      /* private browsing */
    }
    this.start.disabled = true;
    try {
      const swap2 = this.chosen.family === 'gomoku' && !!this.chosen.swap2;
      const { id } = await ask('/api/tables', {
        game: this.gameName(),
        seats: [first, second],
        swap2,
        ...this.limits(),
      });
      this.world.go(`/play/${id}`);
    } catch (wrong) {
      toast(wrong.message, true);
      this.start.disabled = false;
    }
  }
}

async function drawRecent(el) {
  const { tables } = await ask('/api/tables');
  const title = h('h2', null, t('recent_games'));
  if (!tables.length) {
    replace(el, title, h('p', { class: 'empty' }, t('no_recent_games')));
    return;
  }
  const outcome = table =>
    t({ running: 'unfinished', first_wins: 'first_won', second_wins: 'second_won', draw: 'drawn' }[table.result]);
  replace(
    el,
    title,
    h(
      'ul',
      { class: 'list' },
      tables
        .slice(0, 12)
        .map(table =>
          h(
            'li',
            null,
            h(
              'a',
              { href: `/play/${table.id}` },
              h('strong', null, gameName(table.game)),
              h('span', null, table.seats.map(playerName).join(' – ')),
              h('span', { class: `tag ${table.result}` }, outcome(table)),
              h('span', { class: 'dim' }, t('n_moves', { n: table.plies })),
            ),
          ),
        ),
    ),
  );
}
