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
    this.text = h('textarea', { id: 'load-text', rows: 4, spellcheck: false, placeholder: t('load_example') });
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
    this.text.value = await file.text();
    this.load();
  }

  async load() {
    replace(this.wrong);
    try {
      this.onLine(await ask('/api/read', { game: this.game.value, text: this.text.value }));
    } catch (wrong) {
      this.wrong.textContent = wrong.message;
    }
  }

  async empty() {
    this.onLine(await ask('/api/line', { game: this.game.value }));
  }
}
