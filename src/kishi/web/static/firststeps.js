// What this is, in a line, and the way: train an AI in a minute, play it, see it beat the write-up's. One click each.
import { h, replace, button, toast } from './dom.js';
import { ask, freshClick } from './net.js';
import { t } from './texts.js';

const METHOD = 'cmaes', // what a minute is best spent on
  BUNDLED = 'td', // until one has trained a player of one's own
  WRITE_UP = 'greedy:faithful=true';

export class FirstSteps {
  // `game`: the board on which the whole way can be gone.
  constructor(world, game) {
    Object.assign(this, { world, game });
    this.steps = h('ol', { class: 'first-steps' });
    this.el = h(
      'section',
      { class: 'what-this-is', 'aria-label': t('first_steps') },
      h('p', { class: 'lead' }, t('what_this_is')),
      this.steps,
    );
    this.player = BUNDLED;
    this.draw();
  }

  // Whom one has trained last; who ships with kishi until then.
  async load() {
    const { runs } = await ask('/api/runs').catch(() => ({ runs: [] }));
    const own = runs.find(run => run.game === this.game && run.playable);
    if (!own) return;
    this.player = own.player;
    this.draw();
  }

  draw() {
    const step = (name, text, act) => h('li', null, button(name, text, act, { kind: 'small' }));
    replace(
      this.steps,
      step('gear', t('step_train'), () =>
        this.begin('/api/runs', { game: this.game, method: METHOD, preset: 'minute', click: freshClick() }, 'train'),
      ),
      step('play', t('step_play'), () =>
        this.begin('/api/tables', { game: this.game, seats: ['human', this.player] }, 'play'),
      ),
      step('flag', t('step_beat'), () =>
        this.begin('/api/contests', { game: this.game, players: [this.player, WRITE_UP], games: 100 }, 'arena'),
      ),
    );
  }

  async begin(path, body, page) {
    try {
      this.world.go(`/${page}/${(await ask(path, body)).id}`);
    } catch (wrong) {
      toast(wrong.message, true);
    }
  }
}
