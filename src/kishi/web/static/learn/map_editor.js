// A value map one can change square by square, measure, and save as a player of one's own.
import { h, replace, button, toast } from '../dom.js';
import { ask } from '../net.js';
import { t } from '../texts.js';
import { mapBoard } from '../charts.js';
import { asking, percent, slider, status } from './widgets.js';

// The eight squares that a board's symmetries make of one.
function alike(cell) {
  const places = (r, c) => [
    [r, c],
    [7 - r, c],
    [r, 7 - c],
    [7 - r, 7 - c],
  ];
  const [row, column] = [Math.floor(cell / 8), cell % 8];
  return new Set([...places(row, column), ...places(column, row)].map(([r, c]) => r * 8 + c));
}

const squareName = cell => 'abcdefgh'[cell % 8] + (1 + Math.floor(cell / 8));

export class MapEditor {
  // `changed()` is called after every change of `map`.
  constructor(map, changed) {
    this.map = [...map];
    this.first = [...map];
    this.chosen = 0;
    this.changed = changed;
    this.place = h('div');
    this.value = slider(t('worth'), {
      min: -30,
      max: 30,
      value: map[0],
      said: v => `${squareName(this.chosen)}: ${v}`,
      changed: v => this.set([...alike(this.chosen)], v),
    });
    this.el = h(
      'div',
      null,
      this.place,
      this.value.el,
      h(
        'div',
        { class: 'row' },
        button(null, t('map_classic'), () => this.use(this.first), { kind: 'small' }),
        button(null, t('map_flat'), () => this.use(this.map.map(() => 1)), { kind: 'small' }),
      ),
    );
    this.draw();
  }

  set(cells, value) {
    for (const cell of cells) this.map[cell] = value;
    this.draw();
    this.changed();
  }

  use(map) {
    this.map = [...map];
    this.draw();
    this.changed();
  }

  draw() {
    this.value.value = this.map[this.chosen];
    const onPick = cell => {
      this.chosen = cell;
      this.draw();
    };
    replace(this.place, mapBoard(this.map, 8, { chosen: this.chosen, onPick, label: t('map_weights') }));
  }
}

// A name, a button, and then the player it has become.
export function saving(game, numbers, { kind = 'auto', player } = {}, world) {
  const name = h('input', {
      type: 'text',
      value: 'mine',
      maxLength: 60,
      'aria-label': t('own_name'),
      class: 'own-name',
    }),
    said = h('p', { class: 'saved', role: 'status' });
  const keep = async () => {
    try {
      const made = await ask('/api/weights', { name: name.value.trim(), game, kind, numbers: numbers() });
      const text = player ? `${player}:${made.name}` : made.player;
      const play = async () => world.go(`/play/${(await ask('/api/tables', { game, seats: ['human', text] })).id}`);
      replace(
        said,
        t('own_saved'),
        ' ',
        h('code', null, text),
        ' ',
        button('play', t('play_against'), play, { kind: 'small' }),
      );
    } catch (wrong) {
      toast(wrong.message, true);
    }
  };
  return h('div', { class: 'row save-own' }, name, button('download', t('own_save'), keep), said);
}

// How well the map plays, in 200 games against each of two.
export function measuring(numbers) {
  const said = status();
  const measure = async () => {
    const [classic, random] = await Promise.all(
      ['classic', 'random'].map(against => ask('/api/learn/pso/measure', { maps: [numbers()], games: 200, against })),
    );
    said.textContent = t('map_result', { classic: percent(classic.scores[0]), random: percent(random.scores[0]) });
  };
  return h('div', { class: 'row' }, asking('play', t('measure'), measure, said), said);
}
