// A player's options as a form. What is asked for goes into the player's text, where only what differs from the usual
// stands: `depth=4,eval=map`; the kind's main option comes first and needs no name.
import { h, replace } from './dom.js';
import { ask } from './net.js';
import { t, has } from './texts.js';
import { factsOf, familyOf, gameNamed } from './games.js';

// Options that name weights, trained or one's own, and what else may be named there.
const NAMED = { weights: [], map: ['classic', 'swh'], late: ['', 'classic', 'swh'], scores: [''] };

// Options that name something of which the game has one of its own: on this page, a switch.
const SWITCHED = { book: 'auto' };

let described = 0; // fields so far: each has an id of its own
// What an option is called, and what it does: kinds may say it in words of their own, a new one in English alone.
const nameOf = option => (has(`option_${option.name}`) ? t(`option_${option.name}`) : option.name);

function aboutOf(kind, option) {
  const own = `option_about_${kind.kind}_${option.name}`,
    shared = `option_about_${option.name}`;
  return has(own) ? t(own) : has(shared) ? t(shared) : option.about;
}

// Is there anything to choose for this game?
export const isOffered = (option, game) => !(option.name in SWITCHED) || !!gameNamed(game)[option.name];

export function readOptions(kind, text) {
  const chosen = {};
  for (const part of text.split(',').filter(Boolean)) {
    const [, name, value] = /^(?:(\w+)=)?(.*)$/s.exec(part.trim());
    chosen[name ?? kind.main] = value;
  }
  return chosen;
}

export function writeOptions(kind, chosen) {
  // A number that a kind is known by (level:5) is told even where it is the usual one.
  const isTold = o => chosen[o.name] !== String(o.default) || (o.name === kind.main && typeof o.default === 'number');
  const known = kind.options.filter(o => chosen[o.name] !== undefined && isTold(o));
  const main = known.filter(o => o.name === kind.main).map(o => chosen[o.name]);
  return [...main, ...known.filter(o => o.name !== kind.main).map(o => `${o.name}=${chosen[o.name]}`)].join(',');
}

function checkbox(checked, onSet) {
  const el = h('input', { type: 'checkbox', checked, onchange: () => onSet(el.checked) });
  return el;
}

export const switchOf = (option, now, onSet) => checkbox(!!now, on => onSet(on ? SWITCHED[option.name] : ''));

export class OptionsForm {
  // `without`: options that are asked for elsewhere; `onChange` gets the options' text.
  constructor(kind, game, text, onChange, without = []) {
    this.kind = kind;
    this.chosen = readOptions(kind, text);
    this.onChange = onChange;
    this.fields = h('div', { class: 'option-fields' });
    this.el = h('details', { class: 'player-options' }, h('summary', null, t('options')), this.fields);
    this.draw(
      kind.options.filter(o => !without.includes(o.name) && isOffered(o, game)),
      game,
    );
  }

  get text() {
    return writeOptions(this.kind, this.chosen);
  }

  set(option, value) {
    this.chosen[option.name] = String(value);
    this.onChange(this.text);
  }

  async draw(options, game) {
    const named = options.some(o => o.name in NAMED);
    const { weights } = named ? await ask('/api/weights').catch(() => ({ weights: [] })) : { weights: [] };
    const names = weights.filter(w => w.game === game).map(w => w.name);
    replace(
      this.fields,
      options.map(option => this.field(option, this.control(option, game, names))),
    );
  }

  field(option, control) {
    const id = `option-about-${++described}`;
    control.setAttribute('aria-describedby', id);
    return h(
      'div',
      null,
      h('label', null, h('span', null, nameOf(option)), control),
      h('small', { id, class: 'dim' }, aboutOf(this.kind, option)),
    );
  }

  control(option, game, names) {
    const now = this.chosen[option.name] ?? String(option.default);
    if (option.name in SWITCHED) return switchOf(option, now, value => this.set(option, value));
    if (typeof option.default === 'boolean') return checkbox(now === 'true', on => this.set(option, on));
    const choices = this.choices(option, game, names);
    if (choices) {
      if (!choices.includes(now)) choices.push(now);
      const el = h(
        'select',
        { onchange: () => this.set(option, el.value) },
        choices.map(value =>
          h('option', { value, selected: value === now }, value === 'auto' ? t('by_itself') : value || '–'),
        ),
      );
      return el;
    }
    const el = h('input', {
      type: typeof option.default === 'number' ? 'number' : 'text',
      min: option.low,
      max: option.high,
      step: 'any',
      value: now,
      maxLength: 60,
      oninput: () => el.value !== '' && this.set(option, el.value),
    });
    return el;
  }

  choices(option, game, names) {
    if (option.name in NAMED) return [...new Set([...NAMED[option.name], ...names])];
    const { evaluations } = factsOf(familyOf(game));
    const fitting = option.choices.filter(c => option.name !== 'eval' || c === 'auto' || evaluations.includes(c));
    return fitting.length ? fitting : null;
  }
}
