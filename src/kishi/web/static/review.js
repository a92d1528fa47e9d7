// Looking at a game: forwards and back, into variations, with an engine beside it.
import { h, replace, button, toast } from './dom.js';
import { ask, Line } from './net.js';
import { t, playerName } from './texts.js';
import { families, gameName, sideName } from './games.js';
import { settings } from './settings.js';
import { Board } from './board.js';
import { marksOf } from './marks.js';
import { ValueBar, ValueGraph } from './charts.js';
import { endText, linesFor } from './scores.js';
import { ThinkBox } from './thinkbox.js';
import { Tree } from './tree.js';
import { ShareBar } from './sharebar.js';
import { Summary, faultText, reasonsText } from './summary.js';
import { moveText } from './notation.js';
import { Editor } from './editor.js';
import { LoadPanel } from './loadpanel.js';

export async function reviewPage(el, world) {
  const page = new ReviewPage(el, world);
  const shared = new URLSearchParams(location.hash.slice(1)); // a link that holds the whole game
  await page.open(shared.has('game') ? shared : new URLSearchParams(location.search));
  return () => page.close();
}

class ReviewPage {
  constructor(el, world) {
    Object.assign(this, { el, world, analysing: false, mistakes: [], found: null, hint: null, retry: null });
    this.keys = event => this.key(event);
    addEventListener('keydown', this.keys);
  }

  close() {
    this.coach?.close();
    this.board?.close();
    removeEventListener('keydown', this.keys);
  }

  // Where a game comes from.

  async open(query) {
    try {
      if (query.has('table')) this.begin(await ask(`/api/tables/${query.get('table')}`));
      else if (query.has('contest'))
        this.begin(await ask(`/api/contests/${query.get('contest')}/games/${query.get('back') || 0}`));
      else if (query.has('event') || query.has('run')) {
        const source = query.has('event') ? 'event' : 'run';
        this.begin(await ask(`/api/${source}s/${query.get(source)}/games/${query.get('number') || 1}`));
      } else if (query.has('game'))
        this.begin(
          await ask('/api/read', {
            game: query.get('game'),
            start: query.get('start') || undefined,
            text: query.get('moves') || query.get('start') || '',
          }).catch(() => ask('/api/line', { game: query.get('game'), start: query.get('start') || undefined })),
          Number(query.get('ply') ?? NaN),
        );
      else this.begin(await ask('/api/line', { game: families[0].family }), NaN, true);
    } catch (wrong) {
      toast(wrong.message, true);
      this.begin(await ask('/api/line', { game: families[0].family }), NaN, true);
    }
  }

  begin(line, ply = NaN, loading = false) {
    this.tree = new Tree(line);
    this.forget();
    this.stop();
    if (this.board?.game.name !== line.game.name) this.draw();
    const main = this.tree.main;
    this.tree.at = main[Math.min(main.length - 1, Number.isNaN(ply) ? main.length - 1 : ply)];
    this.find.disabled = false;
    this.find.lastChild.textContent = t('find_mistakes');
    this.loader.open(loading);
    this.summary.show(null);
    this.show(true);
  }

  draw() {
    this.board?.close();
    const { game } = this.tree;
    this.board = new Board(game, { onMove: move => this.play(move) });
    this.bar = new ValueBar();
    this.graph = new ValueGraph(ply => this.goTo(this.tree.line[Math.min(ply, this.tree.line.length - 1)]));
    this.box = new ThinkBox(
      game.name,
      () => this.drawThought(),
      () => this.askCoach(),
    );
    this.status = h('div', { class: 'status', role: 'status', 'aria-live': 'polite' });
    this.text = h('div', { class: 'tree', tabindex: 0, role: 'group', 'aria-label': t('moves') });
    this.summary = new Summary({
      onFault: fault => this.showFault(fault),
      onLine: (fault, moves) => this.showLine(fault, moves),
      onRetry: side => this.startRetry(side),
    });
    this.find = button('search', t('find_mistakes'), () => this.review(), { kind: 'small' });
    this.steps = h('div', { class: 'actions', role: 'toolbar', 'aria-label': t('actions') });
    this.coachSwitch = h('input', {
      type: 'checkbox',
      checked: this.analysing,
      onchange: () => {
        this.analysing = this.coachSwitch.checked;
        this.askCoach();
        this.drawThought();
      },
    });
    this.box.extra.append(h('label', { class: 'check' }, this.coachSwitch, t('analyse')));
    this.editor = new Editor(
      this.board,
      line => {
        this.begin(line);
      },
      () => this.show(true),
    );
    this.loader = this.loader || new LoadPanel(this.world, line => this.begin(line));
    replace(
      this.el,
      h('h1', null, t('nav_review')),
      h(
        'div',
        { class: `table ${this.board.hasHands ? 'hands' : ''}` },
        h('div', { class: 'board-area' }, this.bar.el, this.board.el),
        h(
          'div',
          { class: 'side' },
          this.loader.el,
          this.status,
          this.steps,
          h(
            'section',
            { class: 'panel tree-panel' },
            h('header', null, h('h2', null, t('moves')), this.find),
            this.text,
          ),
          this.summary.el,
          this.editor.el,
          this.graph.el,
          this.box.el,
          new ShareBar(this).el,
          h(
            'div',
            { class: 'row' },
            button('play', t('play_from_here'), () => this.playOn(), { kind: 'small' }),
          ),
        ),
      ),
    );
  }

  // Showing.

  async show(sudden = false) {
    const node = this.tree.at;
    this.board.mark({});
    this.board.show({ ...node.view, ply: node.ply }, { legal: node.legal || [], still: sudden });
    this.drawThought();
    this.drawTree();
    this.drawSteps();
    this.drawStatus();
    this.askCoach();
    if (node.asked) return;
    await this.tree.learn(node).catch(wrong => toast(wrong.message, true));
    if (this.tree.at === node && !this.editor.editing) {
      this.board.show({ ...node.view, ply: node.ply }, { legal: node.legal || [], still: true });
      this.drawStatus();
      this.drawThought();
    }
  }

  drawStatus() {
    const { at, game } = this.tree,
      names = (this.tree.players || ['', '']).map(name => (name ? playerName(name) : ''));
    const title = h('strong', null, gameName(game.name));
    const end = at.end || (at === this.tree.main.at(-1) ? this.tree.end : null);
    if (end) {
      const said = endText(
        game,
        end,
        [at.view],
        names.map((name, i) => name || sideName(game.family, i)),
      );
      replace(this.status, title, h('span', null, said.join(' ')));
    } else
      replace(
        this.status,
        title,
        h(
          'span',
          null,
          `${names.filter(Boolean).join(' – ')} ${t('to_move', { side: sideName(game.family, at.view.turn) })}`,
        ),
      );
    const fault = this.hinted ?? this.mistakes.find(m => m.node === at);
    if (this.retry) this.status.append(this.retryRow());
    else if (fault) {
      this.status.append(h('p', { class: `fault ${fault.grade}` }, faultText(fault, this.found.unit)));
      if (fault.reasons.length) this.status.append(h('p', { class: 'fault' }, reasonsText(fault, game.family)));
    }
  }

  values() {
    return this.tree.line.map(node => {
      if (node.thought && node.thought.value !== null) return node.thought.value * (node.view.turn ? -1 : 1);
      const { view } = node;
      return node.parent && view.value != null && (view.depth || view.nodes)
        ? view.value * (node.parent.view.turn ? -1 : 1)
        : null;
    });
  }

  drawThought() {
    const { at, game } = this.tree,
      values = this.values();
    this.box.show(at.thought, { family: game.family });
    const shown = !this.retry && (this.analysing || this.mistakes.length) ? at.thought : null;
    const seen = { family: game.family, turn: at.view.turn };
    if (this.hinted && !this.analysing) this.board.mark(betterMark(this.hinted));
    else this.board.mark(shown?.moves ? marksOf(shown, settings.overlay, at.legal || [], seen) : {});
    this.bar.show(values[at.ply] ?? values.slice(0, at.ply + 1).findLast(v => v !== null) ?? null, this.board.flipped);
    this.graph.draw(
      values,
      at.ply,
      this.mistakes.filter(m => this.tree.line.includes(m.node)),
    );
  }

  drawTree() {
    const parts = [];
    const put = (node, to, opens) => {
      const fault = this.mistakes.find(m => m.node === node);
      const number = node.ply % 2 ? `${(node.ply + 1) / 2}.` : opens ? `${node.ply / 2}…` : '';
      to.push(
        number && h('span', { class: 'number' }, number),
        h(
          'button',
          {
            type: 'button',
            class: `move ${fault?.grade || ''} ${node === this.tree.at ? 'here' : ''}`,
            'aria-current': node === this.tree.at ? 'step' : null,
            onclick: () => this.goTo(node),
          },
          moveText(node.view) + (fault?.sign || ''),
        ),
      );
    };
    const walk = (node, to, opens) => {
      while (node.children.length) {
        const [first, ...others] = node.children;
        put(first, to, opens);
        opens = false;
        for (const other of others) {
          const inner = [];
          put(other, inner, true);
          walk(other, inner, false);
          to.push(h('span', { class: 'variation' }, inner));
          opens = true;
        }
        node = first;
      }
    };
    walk(this.tree.root, parts, true);
    replace(this.text, parts.length ? parts : h('p', { class: 'empty' }, t('no_moves_review')));
    const here = this.text.querySelector('.here');
    if (here) this.text.scrollTop = here.offsetTop - this.text.offsetTop - this.text.clientHeight / 2;
  }

  drawSteps() {
    const { at } = this.tree,
      to = node => () => this.goTo(node);
    replace(
      this.steps,
      button('first', t('step_first'), to(this.tree.root), { bare: true, disabled: !at.parent }),
      button('back', t('step_back'), to(at.parent), { bare: true, disabled: !at.parent }),
      button('next', t('step_next'), to(at.children[0]), { bare: true, disabled: !at.children.length }),
      button('last', t('step_last'), to(this.tree.line.at(-1)), { bare: true, disabled: !at.children.length }),
      button(
        'flip',
        t('flip'),
        () => {
          this.board.flip();
          this.drawThought();
        },
        { bare: true },
      ),
      button(
        'trash',
        t('remove_move'),
        () => {
          this.tree.remove(at);
          this.show(true);
        },
        { bare: true, disabled: !at.parent },
      ),
      button('edit', t('set_up'), () => this.editor.toggle(this.tree.at.view), { bare: true }),
      button('plus', t('load_game'), () => this.loader.open(true), { bare: true }),
    );
  }

  // Moving about.

  goTo(node) {
    if (!node) return;
    const next = node.parent === this.tree.at;
    this.tree.at = node;
    this.show(!next);
  }

  async play(move) {
    if (this.retry) {
      await this.tryMove(move);
      return;
    }
    try {
      await this.tree.play(move);
    } catch (wrong) {
      toast(wrong.message, true);
    }
    this.show();
  }

  key(event) {
    if (
      /INPUT|SELECT|TEXTAREA/.test(event.target.tagName) ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.target === this.board?.svg
    )
      return;
    const { at } = this.tree;
    const to = { ArrowLeft: at.parent, ArrowRight: at.children[0], Home: this.tree.root, End: this.tree.line.at(-1) }[
      event.key
    ];
    if (to) {
      event.preventDefault();
      this.goTo(to);
    }
  }

  // The engine.

  talk() {
    this.coach ||= new Line('/api/analysis/socket', event => this.hear(event));
    return this.coach;
  }
  stop() {
    this.reviewing = false;
    this.coach?.say({ do: 'stop' });
  }

  askCoach() {
    if (this.reviewing || (!this.analysing && !this.coach)) return;
    this.subject = this.tree.at;
    this.tag = String(Math.random());
    if (this.analysing && !this.tree.at.end)
      this.talk().say(
        {
          do: 'analyse',
          tag: this.tag,
          player: this.box.analyst,
          lines: linesFor(this.tree.game.family),
          seconds: 30,
          ...this.tree.here(),
        },
        true,
      );
    else this.coach?.say({ do: 'stop' });
  }

  hear(event) {
    if (event.tag !== this.tag) return;
    if (event.type === 'error') {
      if (event.status !== 409) toast(event.error, true);
      this.reviewing = false;
      return;
    }
    if (event.type === 'judged') {
      this.judged[event.ply].thought = event.thought;
      this.find.lastChild.textContent = t('judging', { n: this.judged.length - event.ply, all: this.judged.length });
      this.drawThought();
    } else if (event.type === 'reviewed') this.reviewed(event.review);
    else if (event.thought && this.subject) {
      this.subject.thought = event.thought;
      if (this.subject === this.tree.at) this.drawThought();
    }
  }

  review() {
    this.judged = this.tree.main;
    if (this.judged.length < 2) {
      toast(t('nothing_to_judge'));
      return;
    }
    this.reviewing = true;
    this.tag = String(Math.random());
    this.find.disabled = true;
    this.talk().say({ do: 'review', tag: this.tag, seconds: 0.2, ...this.tree.here(this.judged.at(-1)) }, true);
  }

  reviewed(review) {
    this.reviewing = false;
    this.find.disabled = false;
    this.find.lastChild.textContent = t('find_mistakes');
    this.mistakes = review.faults.map(fault => Object.assign(fault, { node: this.judged[fault.ply] }));
    this.found = review;
    this.summary.show(review, this.tree.game.family);
    toast(this.mistakes.length ? t('found_mistakes', { n: this.mistakes.length }) : t('no_mistakes'));
    this.drawTree();
    this.drawStatus();
    this.drawThought();
  }

  forget() {
    Object.assign(this, { mistakes: [], found: null, hint: null, retry: null });
  }

  // The fault whose position is shown, and what was better there.
  get hinted() {
    return this.hint && this.hint.node.parent === this.tree.at ? this.hint : null;
  }

  showFault(fault) {
    this.retry = null;
    this.hint = fault;
    this.goTo(fault.node.parent);
    this.el.querySelector('.table').scrollIntoView({ block: 'nearest' });
  }

  // So many moves of what was better, as a variation.
  async showLine(fault, moves) {
    this.retry = null;
    this.tree.at = fault.node.parent;
    for (const { move } of fault.line.slice(0, moves)) await this.tree.play(move);
    this.show();
  }

  // One's own mistakes again: which move would have been better?

  startRetry(side) {
    this.hint = null;
    this.retry = { faults: this.mistakes.filter(m => m.side === side), at: 0, said: '' };
    this.goTo(this.retry.faults[0].node.parent);
  }

  retryRow() {
    const { faults, at, said, right } = this.retry,
      fault = faults[at];
    const next = () => {
      this.retry = at + 1 < faults.length ? { faults, at: at + 1, said: '' } : null;
      this.goTo(this.retry ? faults[at + 1].node.parent : fault.node);
    };
    return h(
      'div',
      { class: 'retry' },
      h('p', null, said || t('retry_ask', { move: moveText(fault.node.view), n: at + 1, all: faults.length })),
      h(
        'div',
        { class: 'row' },
        !right && button('eye', t('retry_show'), () => this.showFault(fault), { kind: 'small' }),
        button('next', t(at + 1 < faults.length ? 'retry_next' : 'retry_end'), next, { kind: 'small' }),
      ),
    );
  }

  async tryMove(move) {
    const fault = this.retry.faults[this.retry.at],
      from = fault.node.parent;
    const played = moveText(await this.tree.peek(from, move));
    const right = move === fault.better.move || (await this.isGood(from, move));
    this.retry = { ...this.retry, right, said: t(right ? 'retry_right' : 'retry_wrong', { move: played }) };
    this.goTo(from);
  }

  // Nearly as good as the best, by the engine.
  async isGood(from, move) {
    if (move === from.children[0].view.move || !from.thought?.score) return false;
    const here = this.tree.here(from);
    const { score } = await ask('/api/analysis', { ...here, moves: [...here.moves, move], seconds: 0.5 }).catch(
      () => ({}),
    );
    const lost = score && (from.thought.score.value - score.value) * (from.view.turn ? -1 : 1);
    const leads = score && [from.thought.score.lead, score.lead];
    const discs = leads?.every(lead => lead !== null) ? (leads[0] - leads[1]) * (from.view.turn ? -1 : 1) : 0;
    return !!score && lost < 0.09 && discs < 2;
  }

  // Out of the page.

  async playOn() {
    const seats = this.tree.at.view.turn ? ['level', 'human'] : ['human', 'level'];
    try {
      const { id } = await ask('/api/tables', { ...this.tree.here(), seats });
      this.world.go(`/play/${id}`);
    } catch (wrong) {
      toast(wrong.message, true);
    }
  }
}

// The better move on the board: an arrow from where it begins, a ring where it goes.
const betterMark = ({ better }) => ({
  arrows: better.from >= 0 ? [{ from: better.from, to: better.to }] : [],
  rings: better.to >= 0 ? [better.to] : [],
});
