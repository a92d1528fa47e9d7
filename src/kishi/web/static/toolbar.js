// What one can do beside the board. Made once, so that a press is never lost and the focus stays where it was.
import { h, replace, button, icon } from './dom.js';
import { t } from './texts.js';

const SURE = 4000; // milliseconds within which a second press means it

export class Toolbar {
  // `page`: the game that is played.
  constructor(page) {
    this.page = page;
    const tell = what => () => page.line.say({ do: what }),
      people = page.table.seats.includes('human');
    const make = (picture, text, does) => {
      const el = button(picture, t(text), () => el.getAttribute('aria-disabled') !== 'true' && does(), {
        kind: 'action',
      });
      return el;
    };
    this.does = {
      undo: people && make('undo', 'undo', tell('undo')),
      redo: people && make('redo', 'redo', tell('redo')),
      hint: people && make('bulb', 'hint_button', () => page.hint()),
      pause: make('pause', 'pause', () => page.line.say({ do: page.now.paused ? 'go on' : 'pause' })),
      flip: make('flip', 'flip', () => page.flip()),
      back: make('back', 'step_back', () => page.look(page.shown - 1)),
      next: make('next', 'step_next', () => page.look(page.shown + 1)),
      resign: people && make('flag', 'resign', () => this.resign()),
      review: make('search', 'review', () => page.world.go(`/review?table=${page.id}`)),
    };
    this.does.pause.hidden = people;
    const all = Object.values(this.does).filter(Boolean);
    this.el = h('div', { class: 'actions', role: 'toolbar', 'aria-label': t('actions') }, all);
  }

  show() {
    const { now, shown, looking, latest } = this.page,
      over = !!now.end;
    const may = {
      undo: now.undo,
      redo: now.redo,
      hint: !over && now.person && !now.asked,
      pause: !over,
      flip: true,
      back: shown > 0,
      next: looking !== null,
      resign: !over,
      review: latest > 0,
    };
    for (const [name, el] of Object.entries(this.does)) if (el) el.setAttribute('aria-disabled', !may[name]);
    // Where people play it is there once a computer could not move and stands still.
    const { pause } = this.does;
    if (now.paused) pause.hidden = false;
    replace(pause, icon(now.paused ? 'play' : 'pause'), h('span', null, t(now.paused ? 'go_on' : 'pause')));
  }

  // Twice, so that a slip does not end a game.
  resign() {
    const { page } = this,
      { classList } = this.does.resign;
    if (classList.contains('sure')) {
      const seat = page.now.person ? page.now.seat : page.table.seats.indexOf('human');
      page.line.say({ do: 'resign', seat });
    } else {
      page.say(t('resign_sure'));
      setTimeout(() => {
        if (classList.contains('sure')) page.say('');
        classList.remove('sure');
      }, SURE);
    }
    classList.toggle('sure');
  }
}
