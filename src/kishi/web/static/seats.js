// Choosing a player: a person, a level, or any kind there is with its options.
import { h, replace } from './dom.js';
import { ask } from './net.js';
import { t, has, levelOf, playerName } from './texts.js';
import { familyOf, strengthText } from './games.js';
import { OptionsForm, isOffered, readOptions, switchOf, writeOptions } from './options.js';

const kindName = kind => (has(`kind_${kind}`) ? t(`kind_${kind}`) : kind);

// A picker's `value` is the player's text, as everywhere in kishi.
export class SeatPicker {
  constructor(world, game, value, { people = true, label = '' } = {}) {
    this.world = world;
    this.people = people;
    this.select = h('select', {
      'aria-label': label,
      onchange: () => {
        this.options = '';
        this.drawMore();
      },
    });
    this.more = h('div', { class: 'seat-more' });
    this.el = h('div', { class: 'seat-picker' }, this.select, this.more);
    this.setGame(game);
    this.value = value;
  }

  setGame(game) {
    const before = this.select.value ? this.value : null,
      family = familyOf(game);
    this.game = game;
    this.kinds = this.world.kinds.filter(
      k => k.families.includes(family) && k.kind !== 'first' && (this.people || k.kind !== 'human'),
    );
    const order = ['human', 'level', 'search'];
    this.kinds.sort((a, b) => (order.indexOf(a.kind) + 1 || 9) - (order.indexOf(b.kind) + 1 || 9));
    replace(
      this.select,
      this.kinds.map(k => h('option', { value: k.kind }, kindName(k.kind))),
    );
    this.value = before && this.kinds.some(k => k.kind === before.split(':')[0]) ? before : 'level';
  }

  get value() {
    const options = this.options.trim();
    return options ? `${this.select.value}:${options}` : this.select.value;
  }

  set value(text) {
    const [kind, options = ''] = text.split(/:(.*)/s);
    this.select.value = kind;
    this.options = options;
    this.drawMore();
  }

  drawMore() {
    const kind = this.kinds.find(k => k.kind === this.select.value);
    if (kind.kind === 'level') {
      this.drawLevel(kind);
    } else if (kind.main === 'weights') {
      this.drawWeights(kind);
    } else if (kind.options.length) {
      replace(this.more, this.form(kind).el);
    } else
      replace(
        this.more,
        h('span', { class: 'about' }, kind.kind === 'human' ? t('person_about') : t(`about_${kind.kind}`)),
      );
  }

  drawLevel(kind) {
    const [strength, book] = kind.options,
      chosen = readOptions(kind, this.options);
    const keep = (name, value) => {
      chosen[name] = value;
      this.options = writeOptions(kind, chosen);
    };
    if (!isOffered(book, this.game)) delete chosen.book;
    keep('level', chosen.level ?? String(strength.default));
    const told = h('output', null, this.levelTold());
    replace(
      this.more,
      h('input', {
        type: 'range',
        min: strength.low,
        max: strength.high,
        value: chosen.level,
        'aria-label': t('strength'),
        oninput: event => {
          keep('level', event.target.value);
          replace(told, this.levelTold());
        },
      }),
      told,
      isOffered(book, this.game) &&
        h(
          'label',
          { class: 'check' },
          switchOf(book, chosen.book, value => keep('book', value)),
          t('option_book'),
        ),
    );
  }

  form(kind) {
    const keep = text => {
      this.options = text;
    };
    return new OptionsForm(kind, this.game, this.options, keep);
  }

  // Trained players: which of them. What was learned on one board is of no use on another.
  async drawWeights(kind) {
    replace(this.more, h('span', { class: 'about' }, t('loading')));
    const { weights } = await ask('/api/weights').catch(() => ({ weights: [] }));
    if (this.select.value !== kind.kind) return;
    const known = weights.filter(w => w.method === kind.kind && w.game === this.game).map(w => w.name);
    if (!known.length) {
      replace(
        this.more,
        h(
          'span',
          { class: 'about' },
          t('no_trained'),
          ' ',
          h('a', { href: `/train?game=${this.game}&method=${kind.kind}` }, t('train_one')),
        ),
      );
      return;
    }
    const others = new OptionsForm(kind, this.game, this.options, () => chosen(), ['weights']);
    const chosen = () => {
      others.chosen.weights = select.value;
      this.options = others.text;
    };
    const select = h(
      'select',
      { 'aria-label': t('which_weights'), onchange: chosen },
      known.map(name => h('option', { value: name }, name)),
    );
    if (known.includes(others.chosen.weights)) select.value = others.chosen.weights;
    chosen();
    replace(this.more, select, kind.options.length > 1 ? others.el : null);
  }

  levelTold() {
    const level = `level:${levelOf(this.value)}`;
    return [h('span', null, playerName(level)), h('small', null, strengthText(this.game, level))];
  }
}
