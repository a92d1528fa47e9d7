// The first page: choose a game, who plays and how long, or go on with a game.
import { h, replace, button, toast } from './dom.js';
import { ask } from './net.js';
import { t, language, playerName } from './texts.js';
import {
  factsOf,
  families,
  familyName,
  familyPitch,
  gameName,
  gameNamed,
  games,
  ruleName,
  sideName,
  sizeName,
} from './games.js';
import { Board } from './board.js';
import { SeatPicker } from './seats.js';
import { FirstSteps } from './firststeps.js';

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

const sizeKey = game => (game.rows === game.cols ? `${game.rows}` : `${game.cols}x${game.rows}`);

export async function newGamePage(el, world) {
  const form = new NewGame(world, el);
  const recent = h('section', { class: 'recent', 'aria-label': t('recent_games') });
  const steps = new FirstSteps(world, families[0].family);
  replace(el, h('h1', { class: 'unseen' }, t('new_game')), steps.el, form.el, recent);
  await Promise.all([drawRecent(recent), steps.load(), ...form.previews]);
  return () => form.close();
}

class NewGame {
  constructor(world) {
    this.world = world;
    this.chosen = {
      family: families[0].family,
      first: 'human',
      second: 'level',
      time: 'free',
      ...remembered(),
    };
    if (!factsOf(this.chosen.family)) this.chosen.family = families[0].family;
    this.boards = [];
    this.previews = []; // promises
    this.cards = h('div', { class: 'cards', role: 'radiogroup', 'aria-label': t('game') });
    this.seats = ['first', 'second'].map(
      seat => new SeatPicker(world, this.gameName(), this.chosen[seat], { label: t(`seat_${seat}`) }),
    );
    this.names = [h('span'), h('span')];
    this.variant = h('div', { class: 'field variant' });
    this.rules = h('a', { class: 'rules-link' });
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
          this.rules,
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
    this.buttons = families.map(({ family }) => {
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
        h('strong', null, familyName(family)),
        h('span', null, familyPitch(family)),
      );
    });
    replace(this.cards, this.buttons);
  }

  cardKey(event, family) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (families.indexOf(factsOf(family)) + step + families.length) % families.length;
    this.choose(families[next].family);
    this.buttons[next].focus();
  }

  async drawPreview(place, family) {
    const shown = factsOf(family).preview;
    const board = new Board(gameNamed(shown.game));
    board.svg.setAttribute('aria-hidden', 'true');
    this.boards.push(board);
    place.append(board.el);
    const line = await ask(shown.text ? '/api/read' : '/api/line', shown).catch(() => null);
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
    this.rules.href = `/rules/${family}`;
    this.rules.textContent = t('rules_of', { game: familyName(family) });
    this.drawVariant();
  }

  // Its boards and rules, where there is a choice.
  drawVariant() {
    const facts = factsOf(this.chosen.family),
      now = gameNamed(this.gameName());
    const select = (name, label, options, chosen) => {
      if (options.length < 2) return null;
      const el = h(
        'select',
        {
          id: name,
          onchange: () => {
            Object.assign(this.chosen, { size: sizeKey(now), rule: now.rule, [name]: el.value });
            this.seats.forEach(seat => seat.setGame(this.gameName()));
            this.drawVariant();
            document.getElementById(name).focus();
          },
        },
        options.map(([value, text]) => h('option', { value, selected: value === chosen }, text)),
      );
      return [h('label', { for: name }, label), el];
    };
    const boards = games.filter(g => g.family === facts.family && g.rule === now.rule);
    const swap2 = h('input', {
      type: 'checkbox',
      checked: !!this.chosen.swap2,
      onchange: () => {
        this.chosen.swap2 = swap2.checked;
      },
    });
    replace(
      this.variant,
      select(
        'size',
        t('board_size'),
        boards.map(g => [sizeKey(g), sizeName(g)]),
        sizeKey(now),
      ),
      select(
        'rule',
        t('rule'),
        facts.rules.map(rule => [rule.name, ruleName(rule)]),
        now.rule,
      ),
      facts.swap2 ? h('label', { class: 'check' }, swap2, t('swap2')) : null,
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

  // The board of the chosen size and rule, or the game's usual one.
  gameName() {
    const { family, size, rule } = this.chosen;
    const board = games.find(g => g.family === family && sizeKey(g) === size && g.rule === rule);
    return board?.name ?? family;
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
      const swap2 = factsOf(this.chosen.family).swap2 && !!this.chosen.swap2;
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
  replace(
    el,
    title,
    h(
      'ul',
      { class: 'list' },
      tables.slice(0, 12).map(table => recentGame(table, () => drawRecent(el))),
    ),
  );
}

const OUTCOMES = { running: 'unfinished', first_wins: 'first_won', second_wins: 'second_won', draw: 'drawn' };

function recentGame(table, gone) {
  const when = new Date(table.touched * 1000);
  const day = when.toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' });
  return h(
    'li',
    { class: 'recent-game' },
    h(
      'a',
      { href: `/play/${table.id}` },
      h('strong', null, gameName(table.game)),
      h('span', null, table.seats.map(playerName).join(' – ')),
      h('span', { class: `tag ${table.result}` }, t(OUTCOMES[table.result])),
      h('span', { class: 'dim' }, t('n_moves', { n: table.plies })),
      h('time', { class: 'dim', datetime: when.toISOString() }, day),
    ),
    deleteButton(table, gone),
  );
}

// Twice, so that a slip deletes nothing.
function deleteButton(table, gone) {
  const name = text => {
    el.title = text;
    el.setAttribute('aria-label', text);
  };
  const el = button(
    'trash',
    t('delete_game'),
    async () => {
      if (!el.classList.contains('sure')) {
        el.classList.add('sure');
        name(t('delete_sure'));
        return;
      }
      await ask(`/api/tables/${table.id}/delete`, {}).catch(wrong => toast(wrong.message, true));
      await gone();
    },
    { bare: true, kind: 'quiet' },
  );
  el.addEventListener('blur', () => {
    el.classList.remove('sure');
    name(t('delete_game'));
  });
  return el;
}
