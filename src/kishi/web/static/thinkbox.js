// What a player thinks, in numbers and words: value, depth, speed, the best line, the moves it compared.
import { h, replace } from './dom.js';
import { ask } from './net.js';
import { t, short, playerName } from './texts.js';
import { familyOf, sideName } from './games.js';
import { points } from './marks.js';
import { chanceText, scoreText, shortScore } from './scores.js';
import { settings, set } from './settings.js';
import { lineTexts, moveText } from './notation.js';

// Who can be asked beside the search and the networks of a board, if they play it; those of TRAINED by weights of
// their own that ship with kishi.
const ASKED = ['uct', 'montecarlo', 'greedy', 'table', 'lines', 'td', 'valuenet'];
const TRAINED = ['td', 'valuenet'];

export class ThinkBox {
  // `onAnalyst`: who analyses has changed.
  constructor(game, onOverlay, onAnalyst) {
    this.verdict = h('p', { class: 'verdict' });
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
      this.verdict,
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
    const { kinds } = await ask('/api/kinds').catch(() => ({ kinds: [] }));
    const here = weights.filter(w => w.game === game);
    const networks = here.filter(w => w.method === 'alphazero').map(w => `alphazero:${w.name}`);
    const plays = kind => kinds.some(k => k.kind === kind && k.families.includes(familyOf(game)));
    const others = ASKED.filter(
      kind => plays(kind) && (!TRAINED.includes(kind) || here.some(w => w.name === `${kind}-${game}`)),
    );
    replace(
      this.analysts,
      ['search', ...networks, ...others].map(player => h('option', { value: player }, playerName(player))),
    );
    this.analysts.hidden = this.analysts.length < 2;
  }

  // `thought` as the server sends it; `score`: what the position is worth, where that is not the thinker's to say;
  // `view`: for whom numbers are told; `who`: the player who thinks, where it is not the analyst.
  show(thought, { score = thought?.score ?? null, family, view = 0, who = '' } = {}) {
    this.el.classList.toggle('nothing', !thought && !score);
    this.drawVerdict(score, family, view);
    const rate = thought && thought.seconds > 0.02 ? thought.nodes / thought.seconds : 0;
    const fact = (name, value) => [h('dt', null, t(name)), h('dd', null, value)];
    replace(
      this.facts,
      fact('fact_depth', thought?.depth || '–'),
      fact('fact_nodes', thought?.nodes ? short(thought.nodes) : '–'),
      fact('fact_speed', rate ? `${short(rate)}/s` : '–'),
    );
    const line = thought?.line?.length ? lineTexts(thought).slice(0, 12).join(' ') : thought?.text || '';
    const told = !thought ? (score ? '' : t('no_thoughts')) : who ? t('expects', { who, line }) : line;
    replace(this.line, thought?.book && [h('span', { class: 'tag' }, t('book')), ' '], told);
    if (thought?.worths?.length && !thought.moves.length) this.showWorths(thought);
    else this.showMoves(thought, family, view);
  }

  drawVerdict(score, family, view) {
    if (!score) {
      replace(this.verdict, h('span', { class: 'dim' }, '–'));
      return;
    }
    const chance = t('fact_chance', { side: sideName(family, view), n: chanceText(score, view) });
    replace(
      this.verdict,
      h('strong', null, scoreText(score, family)),
      score.exact
        ? h('span', { class: 'tag' }, t('exact'))
        : score.lead !== null && h('span', { class: 'dim' }, chance),
    );
  }

  showMoves(thought, family, view) {
    // The server has them in order of merit; by visits, where somebody counts those.
    const rows = thought?.moves?.length > 1 ? [...thought.moves].sort((a, b) => b.visits - a.visits).slice(0, 6) : [];
    const total = rows.length ? thought.moves.reduce((sum, m) => sum + m.visits, 0) : 0;
    replace(
      this.moves,
      rows.map(m =>
        h(
          'li',
          { class: m.move === thought.move ? 'best' : '' },
          h('span', null, moveText(m)),
          h('span', null, shortScore(m.score, family, view)),
          total ? h('span', { class: 'dim' }, `${Math.round((100 * m.visits) / total)}%`) : null,
          m.score.by && h('span', { class: 'dim' }, t(`by_${m.score.by}`)),
        ),
      ),
    );
  }

  // In the player's own points: of equals the first in reading order is played, so that order is kept.
  showWorths({ worths, move }) {
    const rows = [...worths].sort((a, b) => b.worth - a.worth).slice(0, 8);
    replace(
      this.moves,
      rows.map(m =>
        h('li', { class: m.move === move ? 'best' : '' }, h('span', null, m.text), h('span', null, points(m.worth))),
      ),
    );
  }
}
