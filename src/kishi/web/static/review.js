// Looking at a game: forwards and back, into variations, with an engine beside it.
import { h, replace, button, toast, save } from './dom.js';
import { ask, Line } from './net.js';
import { t, playerName } from './texts.js';
import { families, gameName, sideName } from './games.js';
import { settings } from './settings.js';
import { Board } from './board.js';
import { marksOf } from './marks.js';
import { ValueBar, ValueGraph } from './charts.js';
import { ThinkBox } from './thinkbox.js';
import { Tree, mistakesOf } from './tree.js';
import { Editor } from './editor.js';
import { LoadPanel } from './loadpanel.js';
import { endText } from './play.js';

export async function reviewPage(el, world) {
  const page = new ReviewPage(el, world);
  await page.open(new URLSearchParams(location.search));
  return () => page.close();
}

class ReviewPage {
  constructor(el, world) {
    Object.assign(this, { el, world, analysing: false, mistakes: [] });
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
    this.mistakes = [];
    this.stop();
    if (this.board?.game.name !== line.game.name) this.draw();
    const main = this.tree.main;
    this.tree.at = main[Math.min(main.length - 1, Number.isNaN(ply) ? main.length - 1 : ply)];
    this.find.disabled = false;
    this.find.lastChild.textContent = t('find_mistakes');
    this.loader.open(loading);
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
    this.faults = h('ol', { class: 'faults' });
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
          this.editor.el,
          this.box.el,
          this.graph.el,
          h(
            'section',
            { class: 'panel tree-panel' },
            h('header', null, h('h2', null, t('moves')), this.find),
            this.text,
            this.faults,
          ),
          this.shareBar(),
        ),
      ),
    );
  }

  shareBar() {
    this.format = h('select', { class: 'format', 'aria-label': t('format') });
    ask('/api/formats').then(({ formats }) =>
      replace(
        this.format,
        formats
          .filter(f => f.families.includes(this.tree.game.family))
          .map(f => h('option', { value: f.name, title: f.about }, f.name.toUpperCase())),
      ),
    );
    return h(
      'div',
      { class: 'share' },
      button('link', t('share'), () => this.share(), { kind: 'small' }),
      button('download', 'SVG', () => save(`${this.tree.game.name}.svg`, 'image/svg+xml', this.board.picture()), {
        kind: 'small',
      }),
      button('download', 'PNG', () => this.png(), { kind: 'small' }),
      h(
        'span',
        { class: 'download' },
        button('download', t('record'), () => this.record(), { kind: 'small' }),
        this.format,
      ),
      button('play', t('play_from_here'), () => this.playOn(), { kind: 'small' }),
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
    const fault = this.mistakes.find(m => m.node === at);
    if (fault) this.status.append(h('p', { class: `fault ${fault.grade}` }, faultText(fault)));
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
    const shown = this.analysing || this.mistakes.length ? at.thought : null;
    const seen = { family: game.family, turn: at.view.turn };
    this.board.mark(shown?.moves ? marksOf(shown, settings.overlay, at.legal || [], seen) : {});
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
          node.view.text + (fault?.sign || ''),
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
    replace(
      this.faults,
      this.mistakes.map(fault =>
        h(
          'li',
          { class: fault.grade },
          h('button', { type: 'button', class: 'link', onclick: () => this.goTo(fault.node) }, faultText(fault)),
        ),
      ),
    );
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
        { do: 'analyse', tag: this.tag, player: this.box.analyst, lines: 6, seconds: 30, ...this.tree.here() },
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
    } else if (event.type === 'reviewed') this.reviewed();
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

  reviewed() {
    this.reviewing = false;
    this.find.disabled = false;
    this.find.lastChild.textContent = t('find_mistakes');
    this.mistakes = mistakesOf(this.tree);
    toast(this.mistakes.length ? t('found_mistakes', { n: this.mistakes.length }) : t('no_mistakes'));
    this.drawTree();
    this.drawStatus();
    this.drawThought();
  }

  // Out of the page.

  async share() {
    const query = new URLSearchParams({
      game: this.tree.game.name,
      start: this.tree.start,
      moves: this.tree.line
        .slice(1)
        .map(n => n.view.text)
        .join(' '),
      ply: this.tree.at.ply,
    });
    const url = `${location.origin}/review?${query}`;
    history.replaceState(null, '', url);
    try {
      await navigator.clipboard.writeText(url);
      toast(t('link_copied'));
    } catch {
      toast(t('link_in_bar'));
    }
  }

  png() {
    const image = new Image(),
      url = URL.createObjectURL(new Blob([this.board.picture()], { type: 'image/svg+xml' }));
    image.onload = () => {
      const box = this.board.svg.viewBox.baseVal,
        canvas = h('canvas', { width: 1200, height: Math.round((1200 * box.height) / box.width) });
      canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(url);
      canvas.toBlob(blob => save(`${this.tree.game.name}.png`, 'image/png', blob));
    };
    image.src = url;
  }

  async record() {
    try {
      const { name, text } = await ask('/api/write', {
        ...this.tree.here(this.tree.line.at(-1)),
        format: this.format.value,
        players: this.tree.players || undefined,
      });
      save(name, 'application/octet-stream', text);
    } catch (wrong) {
      toast(wrong.message, true);
    }
  }

  async playOn() {
    const seats = this.tree.at.view.turn ? ['level:5', 'human'] : ['human', 'level:5'];
    try {
      const { id } = await ask('/api/tables', { ...this.tree.here(), seats });
      this.world.go(`/play/${id}`);
    } catch (wrong) {
      toast(wrong.message, true);
    }
  }
}

const faultText = fault =>
  fault.discs
    ? t('fault_discs', { move: fault.node.view.text, n: Math.round(fault.discs), better: fault.better })
    : t('fault_chance', { move: fault.node.view.text, n: Math.round(fault.loss * 50), better: fault.better });
