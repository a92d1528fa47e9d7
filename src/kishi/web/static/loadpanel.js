// Bringing a game in: pasted, from a file, or an empty board of any game.
import { h, replace, button, toast } from './dom.js';
import { ask } from './net.js';
import { t } from './texts.js';
import { families, gameName } from './games.js';

export class LoadPanel {
  constructor(world, onLine) {
    this.onLine = onLine;
    const usual = families.map(facts => facts.family);
    const names = [...usual, ...world.games.map(g => g.name).filter(name => !usual.includes(name))];
    this.game = h(
      'select',
      { id: 'load-game' },
      names.map(name => h('option', { value: name }, gameName(name))),
    );
    this.text = h('textarea', {
      id: 'load-text',
      rows: 4,
      spellcheck: false,
      placeholder: t('load_example'),
      oninput: () => this.choose(null),
    });
    this.number = h('input', {
      type: 'number',
      id: 'load-number',
      min: 1,
      value: 1,
      onchange: () => this.load(Number(this.number.value)),
    });
    this.which = h('label', { for: 'load-number' });
    this.many = h('div', { class: 'field', hidden: true }, this.which, this.number);
    this.file = null; // the bytes of one, in base64
    this.wrong = h('p', { class: 'wrong', role: 'alert' });
    const file = h('input', {
      type: 'file',
      id: 'load-file',
      class: 'unseen',
      onchange: () => this.read(file.files[0]),
    });
    this.el = h(
      'section',
      { class: 'panel load', hidden: true, 'aria-label': t('load_game') },
      h(
        'header',
        null,
        h('h2', null, t('load_game')),
        button('close', t('close'), () => this.open(false), { bare: true, kind: 'quiet' }),
      ),
      h('div', { class: 'field' }, h('label', { for: 'load-game' }, t('game')), this.game),
      h('div', { class: 'field' }, h('label', { for: 'load-text' }, t('load_label')), this.text),
      this.many,
      this.wrong,
      h(
        'div',
        { class: 'row' },
        button('next', t('load'), () => this.load(), { kind: 'primary' }),
        h(
          'label',
          {
            class: 'button',
            for: 'load-file',
            tabindex: 0,
            role: 'button',
            onkeydown: event => {
              if (event.key === 'Enter' || event.key === ' ') file.click();
            },
          },
          t('load_file'),
        ),
        file,
        h('a', { class: 'button', href: '/games' }, t('kept_games')),
        button('plus', t('empty_board'), () => this.empty(), {}),
      ),
    );
  }

  open(open) {
    this.el.hidden = !open;
  }

  async read(file) {
    if (!file) return;
    if (file.size > 500000) {
      toast(t('file_too_long'), true);
      return;
    }
    this.text.value = '';
    this.choose(await base64(file));
    this.load();
  }

  choose(file) {
    this.file = file;
    this.many.hidden = true;
  }

  // A game of many stays here to be chosen.
  async load(number = 1) {
    replace(this.wrong);
    const given = this.file === null ? { text: this.text.value } : { data: this.file };
    try {
      const line = await ask('/api/read', { game: this.game.value, number, ...given });
      this.onLine(line);
      if (line.all > 1) this.offer(line);
    } catch (wrong) {
      this.wrong.textContent = wrong.message;
    }
  }

  offer({ number, all }) {
    this.which.textContent = t('load_number', { all });
    Object.assign(this.number, { max: all, value: number });
    this.many.hidden = false;
    this.open(true);
  }

  async empty() {
    this.onLine(await ask('/api/line', { game: this.game.value }));
  }
}

async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
}
