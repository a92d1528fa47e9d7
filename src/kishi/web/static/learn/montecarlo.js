// Monte-Carlo: random games from after each move, counted. More of them, and the numbers settle.
import { h, replace, button, toast } from '../dom.js';
import { ask } from '../net.js';
import { t, number } from '../texts.js';
import { gameName } from '../games.js';
import { Board } from '../board.js';
import { bars } from '../charts.js';
import { montecarloPicture } from './pictures.js';

async function counting(el, world) {
  let moves,
    tallies,
    line,
    board,
    seed = 1;
  const place = h('div'),
    list = h('div'),
    note = h('p', { class: 'result', role: 'status' });
  const pick = h(
    'select',
    { id: 'playout-game', onchange: () => begin() },
    ['othello', 'gomoku-9', 'minishogi'].map(name => h('option', { value: name }, gameName(name))),
  );
  const draw = () => {
    const rows = [...tallies.values()]
      .map(r => ({ ...r, games: r.wins + r.draws + r.losses }))
      .map(r => ({ ...r, mean: r.games ? (r.wins + r.draws / 2) / r.games : 0 }))
      .sort((a, b) => b.mean - a.mean);
    const best = rows[0];
    replace(
      list,
      bars(
        rows.slice(0, 10).map(r => ({
          name: r.text,
          value: r.mean,
          text: r.games ? `${(100 * r.mean).toFixed(1)}% ±${(98 / Math.sqrt(r.games)).toFixed(1)}` : '–',
          best: r === best && r.games,
        })),
      ),
    );
    board.mark({
      badges: rows
        .filter(r => r.games && r.to >= 0)
        .reverse()
        .map(r => ({ cell: r.to, text: `${Math.round(100 * r.mean)}%`, heat: 2 * r.mean - 1, best: r === best })),
    });
    note.textContent = t('playouts_so_far', { n: number(rows.reduce((sum, r) => sum + r.games, 0)) });
  };
  const more = async each => {
    if (line.end) return;
    try {
      const answer = await ask('/api/learn/montecarlo/playouts', {
        game: pick.value,
        moves,
        playouts: each,
        seed: seed++ * 1000,
      });
      for (const row of answer.moves) {
        const tally = tallies.get(row.move);
        for (const name of ['wins', 'draws', 'losses']) tally[name] += row[name];
      }
      draw();
    } catch (wrong) {
      toast(wrong.message, true);
    }
  };
  const update = async () => {
    line = await ask('/api/line', { game: pick.value, moves });
    tallies = new Map(line.legal.map(([move, , to, text]) => [move, { move, to, text, wins: 0, draws: 0, losses: 0 }]));
    board.mark({});
    board.show(line.plies.at(-1), { legal: line.legal });
    if (line.end) replace(list, h('p', null, t('game_over')));
    else draw();
  };
  const begin = async () => {
    board?.close();
    moves = [];
    board = new Board(
      world.games.find(g => g.name === pick.value),
      {
        onMove: move => {
          moves.push(move);
          update();
        },
      },
    );
    replace(place, board.el);
    await update();
  };
  const playBest = () => {
    const best = [...tallies.values()].sort((a, b) => score(b) - score(a))[0];
    if (best && !line.end) {
      moves.push(best.move);
      update();
    }
  };
  const score = r => (r.wins + r.draws / 2) / Math.max(1, r.wins + r.draws + r.losses);
  await begin();
  replace(
    el,
    h('div', { class: 'row' }, h('label', { for: 'playout-game' }, t('game')), pick),
    h(
      'div',
      { class: 'split' },
      place,
      h(
        'div',
        null,
        h(
          'div',
          { class: 'row' },
          [1, 10, 100].map(n =>
            button('plus', t('playouts_each', { n }), () => more(n), { kind: n === 100 ? 'primary' : '' }),
          ),
        ),
        note,
        list,
        h(
          'div',
          { class: 'row' },
          button('next', t('play_best'), playBest),
          button(
            'undo',
            t('undo'),
            () => {
              moves.pop();
              update();
            },
            { bare: true },
          ),
        ),
      ),
    ),
  );
  return () => board.close();
}

export const montecarlo = {
  name: 'montecarlo',
  picture: montecarloPicture,
  real: { game: 'othello', player: 'montecarlo' },
  parts: { steps: counting },
};
