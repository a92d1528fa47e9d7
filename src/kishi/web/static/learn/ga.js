// A genetic algorithm at work on value maps. The games that decide who is fit are real ones, played by the core.
import { h, replace, button, toast } from '../dom.js';
import { ask } from '../net.js';
import { t } from '../texts.js';
import { curves, mapBoard } from '../charts.js';
import { gaPicture } from './pictures.js';

const SIZE = 16,
  GAMES = 60,
  ELITE = 2,
  RATE = 0.2,
  SWING = 30;
// Which of the ten genes fills each square of a quarter, which is then mirrored.
const GENE = [
  [0, 4, 7, 9],
  [4, 1, 5, 8],
  [7, 5, 2, 6],
  [9, 8, 6, 3],
];
const fold = i => (i < 4 ? i : 7 - i);
const expand = genes => Array.from({ length: 64 }, (_, i) => genes[GENE[fold(Math.floor(i / 8))][fold(i % 8)]]);
const anyGene = () => Math.round((Math.random() * 2 - 1) * SWING * 10) / 10;

async function breeding(el) {
  let people,
    generation,
    history,
    running = false,
    gone = false;
  const chart = h('div', { class: 'chart' }),
    best = h('div', { class: 'best-map' }),
    crowd = h('ul', { class: 'crowd' }),
    note = h('p', { role: 'status', class: 'result' });
  const run = button(
    'play',
    t('evolve'),
    () => {
      running = !running;
      label();
      if (running) loop();
    },
    { kind: 'primary' },
  );
  const label = () => {
    run.lastChild.textContent = t(running ? 'pause' : 'evolve');
  };
  const begin = () => {
    people = Array.from({ length: SIZE }, () => ({ genes: Array.from({ length: 10 }, anyGene) }));
    generation = 0;
    history = [];
    draw();
  };
  const draw = () => {
    replace(
      chart,
      curves(
        [
          { name: 'best', points: history.map((x, i) => ({ x: i + 1, y: x.best, low: x.low, high: x.high })) },
          { name: 'mean', points: history.map((x, i) => ({ x: i + 1, y: x.mean })) },
        ],
        { from: 0, to: 1, label: t('evolution_chart') },
      ),
    );
    replace(best, mapBoard(expand(people[0].genes), 8, { label: t('best_map') }));
    replace(
      crowd,
      people.map(p =>
        h(
          'li',
          null,
          mapBoard(expand(p.genes), 8, {
            numbers: false,
            label: p.score === undefined ? t('untested') : `${Math.round(100 * p.score)}%`,
          }),
          h('span', null, p.score === undefined ? '–' : `${Math.round(100 * p.score)}%`),
        ),
      ),
    );
    note.textContent = t('generation_n', { n: generation });
  };
  // The better of two picked at random is a parent.
  const parent = () => {
    const [a, b] = [0, 1].map(() => people[Math.floor(Math.random() * people.length)]);
    return a.score >= b.score ? a : b;
  };
  const child = () => {
    const [a, b] = [parent(), parent()],
      cut = 1 + Math.floor(Math.random() * 9);
    return { genes: a.genes.map((g, i) => (Math.random() < RATE ? anyGene() : i < cut ? g : b.genes[i])) };
  };
  const step = async () => {
    // The best are measured again too: a lucky score should not live for ever.
    const { scores } = await ask('/api/learn/pso/measure', {
      maps: people.map(p => expand(p.genes)),
      games: GAMES,
      against: 'classic',
      seed: Math.floor(Math.random() * 2 ** 31),
    });
    people.forEach((p, i) => Object.assign(p, scores[i]));
    people.sort((a, b) => b.score - a.score);
    generation++;
    history.push({
      best: people[0].score,
      low: people[0].low,
      high: people[0].high,
      mean: people.reduce((sum, p) => sum + p.score, 0) / SIZE,
    });
    if (!gone) draw();
    const next = people.slice(0, ELITE).map(p => ({ genes: p.genes }));
    while (next.length < SIZE) next.push(child());
    return next;
  };
  const loop = async () => {
    while (running && !gone && generation < 200) {
      try {
        people = await step();
      } catch (wrong) {
        toast(wrong.message, true);
        running = false;
      }
      await new Promise(done => setTimeout(done, 250));
    }
    running = false;
    if (!gone) label();
  };
  replace(
    el,
    h(
      'div',
      { class: 'row' },
      run,
      button(
        'next',
        t('one_generation'),
        async () => {
          if (!running) people = await step();
        },
        {},
      ),
      button(
        'trash',
        t('start_again'),
        () => {
          running = false;
          label();
          begin();
        },
        {},
      ),
      note,
    ),
    h(
      'div',
      { class: 'split' },
      h('div', null, h('h3', null, t('evolution_chart')), chart, h('p', { class: 'dim' }, t('evolution_legend'))),
      h('div', null, h('h3', null, t('best_map')), best),
    ),
    h('h3', null, t('population')),
    crowd,
  );
  begin();
  return () => {
    gone = true;
    running = false;
  };
}

export const ga = {
  name: 'ga',
  picture: gaPicture,
  real: { game: 'othello', player: 'table', method: 'ga' },
  parts: { steps: breeding },
};
