// Value map and PSO: the text's own position, a swarm in motion, and why one game is noise.
import { h, replace, button } from '../dom.js';
import { ask } from '../net.js';
import { t } from '../texts.js';
import { MapEditor, measuring, saving } from './map_editor.js';
import { playButton } from './frame.js';
import { swarmWidget } from './swarm.js';
import { wholeSwarmWidget } from './whole_swarm.js';
import { noiseWidget } from './noise.js';
import { raceWidget } from './race.js';
import { choice, LineBoard, status } from './widgets.js';

const GAME = 'othello';

async function example(el, world) {
  const given = await ask('/api/learn/pso/example', {});
  const note = status();
  let answer;
  const board = new LineBoard(GAME, { start: given.start, show: () => weigh() });
  const rule = choice(
    t('pso_counted'),
    [
      ['flips', t('pso_flips')],
      ['placed', t('pso_placed')],
    ],
    () => weigh(),
  );
  const editor = new MapEditor(given.map, () => weigh());
  const weigh = async () => {
    if (board.line.end) {
      note.textContent = t('game_over');
      return;
    }
    answer = await ask('/api/learn/pso/worth', { ...board.here, map: editor.map, placed: rule.value === 'placed' });
    const scale = Math.max(1, ...answer.moves.map(r => Math.abs(r.worth)));
    const best = answer.moves.find(r => r.move === answer.chosen);
    board.mark({
      badges: answer.moves
        .filter(r => r.to >= 0)
        .map(r => ({ cell: r.to, text: plain(r.worth), heat: r.worth / scale, best: r === best })),
      rings: best.won,
    });
    note.textContent = t('pso_choice', {
      values: answer.moves.map(r => `${r.text} ${plain(r.worth)}`).join(', '),
      move: best.text,
    });
  };
  await board.update();
  replace(
    el,
    h(
      'div',
      { class: 'split' },
      h(
        'div',
        null,
        h('h3', null, t('map_board')),
        board.el,
        h(
          'div',
          { class: 'row' },
          button('next', t('play_best'), () => board.play(answer.chosen)),
          board.buttons(),
        ),
        rule.el,
      ),
      h('div', null, h('h3', null, t('map_weights')), editor.el),
    ),
    note,
    measuring(() => editor.map),
    saving(GAME, () => editor.map, { kind: 'map', player: 'greedy' }, world),
  );
  return () => board.close();
}

const plain = value => String(Number(value.toFixed(1))).replace('-', '−');

async function steps(el) {
  const seen = h('section'),
    whole = h('section');
  replace(el, seen, whole);
  await swarmWidget(seen);
  await wholeSwarmWidget(whole);
}

async function measured(el) {
  const noise = h('section'),
    race = h('section');
  replace(el, noise, race);
  await noiseWidget(noise);
  await raceWidget(race);
}

const real = { game: GAME, player: 'greedy', method: 'pso' };

export const pso = {
  name: 'pso',
  real,
  parts: {
    example,
    steps,
    measured,
    play: (el, world) =>
      void replace(
        el,
        h('div', { class: 'row' }, playButton(real, world), playButton({ ...real, player: 'pso' }, world)),
      ),
  },
};
