// What a player thinks, in numbers and words: value, depth, speed, the best line, the moves it compared.
import { h, replace } from './dom.js';
import { ask } from './net.js';
import { t, short, playerName } from './texts.js';
import { pointsText } from './games.js';
import { settings, set } from './settings.js';

export class ThinkBox {
  // `onAnalyst`: who analyses has changed; only boards with networks have a choice.
  constructor(game, onOverlay, onAnalyst) {
    this.facts = h('dl', { class: 'facts' });
    this.line = h('p', { class: 'best-line' });
    this.moves = h('ol', { class: 'candidates' });
    const overlay = h(
      'select',
      {
        'aria-label': t('overlay'),
        onchange: () => {
          set('overlay', overlay.value);
          onOverlay();
        },
      },
      ['values', 'visits', 'policy', 'off'].map(name =>
        h('option', { value: name, selected: settings.overlay === name }, t(`overlay_${name}`)),
      ),
    );
    this.analysts = h('select', { 'aria-label': t('analyst'), hidden: true, onchange: onAnalyst });
    this.listAnalysts(game);
    this.title = h('h2', null, t('thoughts'));
    this.extra = h('span', { class: 'think-extra' });
    this.el = h(
      'section',
      { class: 'think panel', 'aria-label': t('thoughts') },
      h('header', null, this.title, this.extra, this.analysts, overlay),
      this.facts,
      this.line,
      this.moves,
    );
    this.show(null);
  }

  // Who analyses, as a player's text.
  get analyst() {
    return this.analysts.value || 'search';
  }

  async listAnalysts(game) {
    const { weights } = await ask('/api/weights').catch(() => ({ weights: [] }));
    const networks = weights.filter(w => w.method === 'alphazero' && w.game === game).map(w => `alphazero:${w.name}`);
    replace(
      this.analysts,
      ['search', ...networks].map(player => h('option', { value: player }, playerName(player))),
    );
    this.analysts.hidden = !networks.length;
  }

  // `thought` as the server sends it; `side`: who was to move.
  show(thought, { side = 0, family } = {}) {
    this.el.classList.toggle('nothing', !thought);
    const rate = thought && thought.seconds > 0.02 ? thought.nodes / thought.seconds : 0;
    const fact = (name, value) => [h('dt', null, t(name)), h('dd', null, value)];
    const chance =
      thought && thought.value !== null ? `${Math.round(50 + 50 * thought.value * (side ? -1 : 1))}%` : '–';
    replace(
      this.facts,
      fact('fact_chance', chance),
      fact('fact_points', thought?.points != null ? pointsText(thought, family) : '–'),
      fact('fact_depth', thought?.depth || '–'),
      fact('fact_nodes', thought?.nodes ? short(thought.nodes) : '–'),
      fact('fact_speed', rate ? `${short(rate)}/s` : '–'),
    );
    const proved = thought?.exact ? ` · ${t('exact')}` : '';
    this.line.textContent = thought?.line?.length
      ? `${thought.line.slice(0, 12).join(' ')}${proved}`
      : thought
        ? `${thought.text || ''}${proved}`
        : t('no_thoughts');
    const rows =
      thought?.moves?.length > 1
        ? [...thought.moves].sort((a, b) => b.visits - a.visits || b.value - a.value).slice(0, 6)
        : [];
    const total = rows.length ? thought.moves.reduce((sum, m) => sum + m.visits, 0) : 0;
    replace(
      this.moves,
      rows.map(m =>
        h(
          'li',
          { class: m.move === thought.move ? 'best' : '' },
          h('span', null, m.text),
          h('span', null, `${Math.round(50 + 50 * m.value)}%`),
          total ? h('span', { class: 'dim' }, `${Math.round((100 * m.visits) / total)}%`) : null,
        ),
      ),
    );
  }
}
