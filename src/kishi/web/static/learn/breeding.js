// Maps bred in the page: a real genetic algorithm, generation by generation, until the map makes sense.
import { h, replace, button, toast } from '../dom.js';
import { ask } from '../net.js';
import { t, number } from '../texts.js';
import { curves, LiveMap, mapBoard } from '../charts.js';
import { trainLink } from './frame.js';
import { saving } from './map_editor.js';
import { percent, slider, status } from './widgets.js';

export async function breedingWidget(el, world) {
  let told = [],
    history = [],
    best = null,
    games = 0,
    running = false,
    gone = false;
  const chart = h('div', { class: 'chart' }),
    map = new LiveMap(8, t('best_map')),
    crowd = h('ul', { class: 'crowd' }),
    note = status();
  const seed = slider(t('swarm_seed'), { min: 1, max: 50, value: 1, changed: () => begin() });
  const run = button('play', t('evolve'), () => toggle(), { kind: 'primary' });
  const save = h('div');
  const begin = () => {
    told = [];
    history = [];
    best = null;
    games = 0;
    map.show(Array(64).fill(0));
    replace(chart);
    replace(crowd);
    replace(save);
    note.textContent = t('breed_ready');
  };
  const step = async () => {
    const asked = told;
    const found = await ask('/api/learn/ga/breed', { seed: seed.value, told: told.length ? told : null });
    if (asked !== told || gone) return;
    told = [...told, found.scores];
    games += found.games;
    best = found;
    history.push({ x: told.length, y: found.measured.score, low: found.measured.low, high: found.measured.high });
    map.show(found.map);
    replace(chart, curves([{ name: 'best', points: history }], { from: 0, to: 1, label: t('breed_chart') }));
    replace(
      crowd,
      found.maps.map(values => h('li', null, mapBoard(values, 8, { numbers: false, label: t('population') }))),
    );
    note.textContent = t('breed_note', {
      n: told.length,
      games: number(games),
      corner: found.genes[0],
      diagonal: found.genes[1],
      score: percent(found.measured),
    });
    if (told.length >= found.most) running = false;
  };
  const label = () => {
    run.lastChild.textContent = t(running ? 'pause' : 'evolve');
    if (!running && best)
      replace(
        save,
        saving('othello', () => best.map, { kind: 'map' }, world),
      );
  };
  const toggle = async () => {
    running = !running;
    if (running && best && told.length >= best.most) begin();
    label();
    while (running && !gone) {
      try {
        await step();
      } catch (wrong) {
        toast(wrong.message, true);
        running = false;
      }
    }
    if (!gone) label();
  };
  replace(
    el,
    h('div', { class: 'row' }, run, button('first', t('start_again'), begin, { bare: true })),
    seed.el,
    note,
    h(
      'div',
      { class: 'split' },
      h('div', null, h('h3', null, t('best_map')), h('div', { class: 'best-map' }, map.svg)),
      h('div', null, h('h3', null, t('breed_chart')), chart),
    ),
    h('h3', null, t('population')),
    crowd,
    save,
    h('div', { class: 'row' }, trainLink({ game: 'othello', method: 'ga' })),
  );
  begin();
  return () => {
    gone = true;
  };
}
