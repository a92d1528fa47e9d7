// A game in progress. The server says how things stand; this page shows it and sends what one does.
import { h, replace, button } from './dom.js';
import { ask, Line } from './net.js';
import { t, playerName } from './texts.js';
import { factsOf, gameName, sideName, strengthText } from './games.js';
import { settings } from './settings.js';
import { Board } from './board.js';
import { marksOf } from './marks.js';
import { ValueBar, ValueGraph } from './charts.js';
import { MoveList } from './movelist.js';
import { ThinkBox } from './thinkbox.js';
import { SeatCard } from './seatcard.js';
import { endText, linesFor, valueFor } from './scores.js';
import { Toolbar } from './toolbar.js';
import { sound } from './sound.js';

export async function playPage(el, world, id) {
  const table = new TablePage(el, world, id);
  return () => table.close();
}

class TablePage {
  constructor(el, world, id) {
    Object.assign(this, {
      el,
      world,
      id,
      plies: [],
      now: null,
      looking: null,
      thought: null,
      advice: null,
      analysing: false,
    });
    this.line = new Line(
      `/api/tables/${id}/socket`,
      event => this.hear(event),
      open => this.connected(open),
    );
    this.ticking = setInterval(() => this.tick(), 200);
    this.keys = event => this.key(event);
    addEventListener('keydown', this.keys);
    replace(el, h('p', { class: 'empty' }, t('loading')));
  }

  close() {
    this.line.close();
    this.coach?.close();
    this.board?.close();
    clearInterval(this.ticking);
    removeEventListener('keydown', this.keys);
  }

  // What the server tells.

  hear(event) {
    if (event.type === 'table') this.begin(event);
    else if (event.type === 'ply') this.ply(event);
    else if (event.type === 'thinking') this.think(event.thought, event.ply);
    else if (event.type === 'judged') this.judged(event);
    else if (event.type === 'error') this.error(event);
  }

  begin(table) {
    const fresh = !this.table;
    this.table = table;
    this.game = table.game;
    this.plies = table.plies;
    if (fresh) this.draw();
    this.update(table.now, true);
  }

  ply({ at, now }) {
    const played = at.ply === this.plies.length;
    this.plies.length = Math.min(this.plies.length, at.ply);
    this.plies.push(at);
    this.looking = null;
    if (played) sound(now.end ? 'end' : 'move');
    this.update(now, false);
    if (played && !this.isPerson(this.seatAt(at.ply - 1))) this.announce(at);
  }

  update(now, sudden) {
    this.now = now;
    this.heard = performance.now();
    this.thought = this.advice = null;
    this.say('');
    this.drawSeats();
    this.show(sudden);
    this.drawStatus();
    this.toolbar.show();
    this.askCoach();
  }

  isPerson(seat) {
    return this.table.seats[seat] === 'human';
  }

  // What the other side has played, for whoever does not see it.
  announce(at) {
    const { turn } = this.plies[at.ply - 1];
    const side = sideName(this.game.family, turn),
      player = this.named(this.now.sides[turn]);
    this.board.tell(t('plays', { side, player, move: at.text }));
  }

  think(thought, ply) {
    if (ply !== this.plies.length - 1 || this.looking !== null) return;
    this.thought = thought;
    this.drawThought();
  }

  judged({ ply, score }) {
    if (!this.plies[ply]) return;
    this.plies[ply].score = score;
    this.drawThought();
  }

  // A word beside the board, in a place of its own: it covers nothing, and moves nothing.
  say(text, bad = false) {
    this.told.textContent = text;
    this.told.classList.toggle('bad', bad);
  }

  error({ status, error }) {
    if (!this.table)
      replace(
        this.el,
        h(
          'div',
          { class: 'empty-page' },
          h('h1', null, t('no_game_here')),
          h('p', null, error),
          h('a', { class: 'button primary', href: '/' }, t('new_game')),
        ),
      );
    else if (status !== 409 || !this.now.person) {
      this.say(error, true);
      sound('no');
    }
    if (this.table) this.show(true);
  }

  connected(open) {
    this.el.classList.toggle('offline', !open);
    if (this.status) this.drawStatus(!open);
  }

  // The page.

  draw() {
    const { family } = this.game;
    this.board = new Board(this.game, { onMove: move => this.play(move) });
    this.board.onRefused = move => this.say(t('forbidden_point', { move }));
    this.bar = new ValueBar();
    this.graph = new ValueGraph(ply => this.look(ply));
    this.note = h('figcaption', { class: 'dim' });
    this.graph.el.append(this.note);
    this.moves = new MoveList(ply => this.look(ply), this.game.family);
    this.box = new ThinkBox(
      this.game.name,
      () => this.drawThought(),
      () => this.askCoach(),
    );
    this.seatCards = this.table.seats.map(
      player => new SeatCard(family, playerName(player), strengthText(this.game.name, player)),
    );
    this.status = h('div', { class: 'status', role: 'status', 'aria-live': 'polite' });
    this.told = h('p', { class: 'told', role: 'alert' });
    this.toolbar = new Toolbar(this);
    this.top = h('div', { class: 'seat-top' });
    this.bottom = h('div', { class: 'seat-bottom' });
    this.coachSwitch = h('input', {
      type: 'checkbox',
      onchange: () => {
        this.analysing = this.coachSwitch.checked;
        this.askCoach();
      },
    });
    this.box.extra.append(h('label', { class: 'check' }, this.coachSwitch, t('analyse')));
    // A person sits at the near side. Only pieces that point somewhere look different from there.
    const people = this.table.seats.map(seat => seat === 'human');
    this.near = people[1] && !people[0] ? 1 : 0;
    if (this.board.oriented && this.near) this.board.flip(true);
    replace(
      this.el,
      h('h1', { class: 'unseen' }, gameName(this.game.name)),
      h(
        'div',
        { class: `table ${this.board.hasHands ? 'hands' : ''} ${this.table.terms.swap2 ? 'swap2' : ''}` },
        this.top,
        h('div', { class: 'board-area' }, this.bar.el, this.board.el),
        this.bottom,
        h(
          'div',
          { class: 'side' },
          h('div', { class: 'state' }, this.status, this.told),
          this.toolbar.el,
          this.box.el,
          this.graph.el,
          this.moves.el,
        ),
      ),
    );
  }

  get latest() {
    return this.plies.length - 1;
  }
  get shown() {
    return this.looking ?? this.latest;
  }

  show(sudden = false) {
    const at = this.plies[this.shown],
      live = this.looking === null;
    const mine = live && this.now.person && !this.now.end;
    this.board.mark({});
    const ended = this.now.end && this.shown === this.latest;
    this.board.show(at, {
      legal: mine ? this.now.legal : [],
      still: sudden,
      cells: ended ? this.now.end.cells : [],
      numbers: this.numbers(),
    });
    this.drawThought();
    this.moves.show(this.plies, this.shown);
  }

  // By cell, the number of the move that put a stone there.
  numbers() {
    const placed = this.plies.slice(1, this.shown + 1).filter(at => at.from < 0 && at.to >= 0);
    return Object.fromEntries(placed.map(at => [at.to, at.ply]));
  }

  // For whom numbers are told: the side at the near end of the board.
  get view() {
    return this.board.oriented ? Number(this.board.flipped) : this.board.flipped ? 1 - this.near : this.near;
  }

  drawThought() {
    const live = this.looking === null,
      at = this.plies[this.shown],
      { family } = this.game,
      view = this.view;
    const thought = live ? this.advice || this.thought : null;
    const told = { family, view, score: this.score(this.shown) };
    if (thought) this.box.show(thought, { ...told, who: this.advice ? '' : this.named(this.now.seat) });
    else this.box.show(this.kept(), { ...told, who: this.named(this.seatAt(this.shown - 1)) });
    this.board.mark(thought ? marksOf(thought, settings.overlay, this.now.legal, { ...told, turn: at.turn }) : {});
    const values = this.plies.map((_, i) => this.score(i)).map(score => score && valueFor(score, view));
    const last = values.slice(0, this.shown + 1).findLast(v => v !== null) ?? null;
    this.bar.show(last && (view ? -last : last), view === 1);
    this.graph.draw(values, this.shown);
    const side = sideName(family, view);
    this.graph.svg.setAttribute('aria-label', t('graph_side', { side }));
    this.note.textContent = t('for_side', { side });
  }

  // What the computer that moved last had expected: it stays until somebody thinks again.
  kept() {
    const at = this.plies[this.shown];
    return at.line?.length ? { ...at, said: at.line_said, moves: [] } : null;
  }

  named(seat) {
    return playerName(this.table.seats[seat]);
  }

  seatAt(ply) {
    return this.now.sides[this.plies[Math.max(0, ply)].turn];
  }

  // What a position is worth, by the analysis beside the game or, where that was asked to look longer, by that.
  score(ply) {
    const ends = { first_wins: 1, second_wins: -1, draw: 0 };
    if (this.now.end && !this.now.end.by_rules && ply === this.latest)
      return { value: ends[this.now.end.result], lead: null, plies: 0, exact: true };
    return this.plies[ply].seen ?? this.plies[ply].score ?? null;
  }

  drawSeats() {
    const { sides } = this.now;
    const seatBelow = this.board.oriented
      ? sides[this.board.flipped ? 1 : 0]
      : this.board.flipped
        ? 1 - this.near
        : this.near;
    replace(this.bottom, this.seatCards[seatBelow].el);
    replace(this.top, this.seatCards[1 - seatBelow].el);
    const cells = this.plies[this.latest].cells;
    this.seatCards.forEach((card, seat) => {
      const side = sides[0] === seat ? 0 : 1;
      const facts = factsOf(this.game.family);
      const count = facts.unit ? cells.filter(c => facts.pieces[side].includes(c)).length : null;
      card.show({
        side,
        active: !this.now.end && this.now.seat === seat,
        thinking: !this.now.end && this.now.seat === seat && !this.now.person && !this.now.paused,
        count,
      });
    });
    this.tick();
  }

  tick() {
    if (!this.now?.clocks) return;
    const turn = this.plies[this.latest].turn,
      runs = !this.now.end && !this.now.paused && !this.now.asked;
    this.now.clocks.forEach((left, side) => {
      const gone = runs && side === turn ? (performance.now() - this.heard) / 1000 : 0;
      this.seatCards[this.now.sides[side]].clock(Math.max(0, left - gone));
    });
  }

  drawStatus(offline = this.line.socket.readyState > 1) {
    const names = this.now.sides.map(seat => playerName(this.table.seats[seat])),
      { family } = this.game;
    const turn = this.plies[this.latest].turn,
      side = sideName(family, turn);
    this.status.classList.toggle('ended', !!this.now.end);
    if (offline) {
      replace(this.status, h('span', { class: 'offline-note' }, t('reconnecting')));
      return;
    }
    if (this.now.end) {
      const [outcome, why] = endText(this.game, this.now.end, this.plies, names);
      replace(
        this.status,
        h('div', { class: 'outcome' }, h('strong', null, outcome), h('span', null, why)),
        button('plus', t('again'), () => this.again(), { kind: 'primary small' }),
      );
    } else if (this.now.asked) this.drawQuestion();
    else if (this.now.person && this.now.legal.length === 1 && this.now.legal[0][2] < 0) {
      const pass = button('next', t('pass'), () => this.play(this.now.legal[0][0]), { kind: 'primary' });
      replace(this.status, h('span', null, t('passes', { side })), pass);
      if (document.activeElement === this.board.svg || document.activeElement === document.body)
        pass.focus({ preventScroll: true });
    } else {
      const says = this.now.paused
        ? t('paused')
        : this.now.person
          ? t('your_move', { side })
          : t('thinking', { side, player: names[turn] });
      const check = this.plies[this.latest].check !== null && h('strong', { class: 'check-sign' }, t('check'));
      replace(this.status, h('span', null, this.placing(side) ?? says), check);
    }
  }

  // What swap2 asks of whoever places its stones.
  placing(side) {
    const { swap2, person, legal } = this.now;
    if (!swap2 || !person || !legal.length) return null;
    const more = swap2.until > swap2.stones;
    return t(more ? 'swap2_place_more' : 'swap2_place', {
      side,
      n: this.latest + 1 - (more ? swap2.stones : 0),
    });
  }

  drawQuestion() {
    if (!this.now.person) {
      replace(this.status, h('span', null, t('swap2_waits')));
      return;
    }
    replace(
      this.status,
      h('span', null, t('swap2_question')),
      h(
        'div',
        { class: 'answers' },
        this.now.asked.map(answer =>
          button(null, t(`swap2_${answer}`), () => this.line.say({ do: 'choose', answer, ply: this.latest }), {
            kind: 'primary',
          }),
        ),
      ),
    );
  }

  // What one does.

  play(move) {
    if (!this.line.say({ do: 'play', move, ply: this.latest })) {
      this.say(t('reconnecting'), true);
      this.show(true);
    }
  }

  look(ply) {
    if (!this.now || ply < 0 || ply > this.latest) return;
    this.looking = ply === this.latest ? null : ply;
    this.show(true);
    this.toolbar.show();
  }

  flip() {
    this.board.flip();
    this.drawSeats();
    this.drawThought();
  }

  async hint() {
    const ply = this.latest;
    this.say(t('hint_wait'));
    try {
      const advice = await ask('/api/analysis', { ...this.here(), seconds: 1 });
      if (ply !== this.latest || this.looking !== null) return;
      this.advice = advice;
      this.drawThought();
      const [, from, to] = this.now.legal.find(m => m[0] === advice.move);
      this.board.mark({ rings: to >= 0 ? [to] : [], arrows: [{ from, to }] });
      this.say(t('hint', { move: advice.text }));
    } catch (wrong) {
      this.say(wrong.message, true);
    }
  }

  here() {
    return { game: this.game.name, start: this.table.start, moves: this.plies.slice(1).map(p => p.move) };
  }

  // Analysis beside the game, while a person is to move.
  askCoach() {
    if (this.analysing && !this.coach) this.coach = new Line('/api/analysis/socket', event => this.coached(event));
    if (!this.coach) return;
    const wanted = this.analysing && this.now.person && !this.now.end && !this.now.asked;
    this.coach.say(
      wanted
        ? {
            do: 'analyse',
            tag: String(this.latest),
            player: this.box.analyst,
            lines: linesFor(this.game.family),
            seconds: 20,
            ...this.here(),
          }
        : { do: 'stop' },
      true,
    );
    if (!this.analysing) {
      this.advice = null;
      this.drawThought();
    }
  }

  coached(event) {
    if (event.tag !== String(this.latest) || !this.analysing) return;
    if (event.type === 'error') {
      this.say(event.error, true);
      return;
    }
    if (!event.thought) return;
    this.advice = event.thought;
    const at = this.plies[this.latest];
    if (event.thought.score && this.box.analyst === 'search') at.seen = event.thought.score;
    if (this.looking === null) this.drawThought();
  }

  async again() {
    const { seats, terms } = this.table;
    const limits = Object.fromEntries(Object.entries(terms).filter(([, v]) => v !== null));
    try {
      const { id } = await ask('/api/tables', { game: this.game.name, start: this.table.start, seats, ...limits });
      this.world.go(`/play/${id}`);
    } catch (wrong) {
      this.say(wrong.message, true);
    }
  }

  key(event) {
    if (
      !this.now ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      /INPUT|SELECT|TEXTAREA/.test(event.target.tagName)
    )
      return;
    const onBoard = event.target === this.board.svg;
    const does = {
      u: () => this.now.undo && this.line.say({ do: 'undo' }),
      y: () => this.now.redo && this.line.say({ do: 'redo' }),
      h: () => this.now.person && !this.now.end && this.hint(),
      f: () => this.flip(),
    };
    const steps = { ArrowLeft: () => this.look(this.shown - 1), ArrowRight: () => this.look(this.shown + 1) };
    const action = does[event.key] || (!onBoard && steps[event.key]);
    if (action) {
      event.preventDefault();
      action();
    }
  }
}
