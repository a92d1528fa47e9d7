// What a position is worth, in words and signs. A score is for the first player, as the server tells it: `value` in
// [-1, 1], `lead` in what the game is counted in, `plies` to a proved end, what it comes `by`, `exact`. `view`: for
// whom numbers are told.
import { t, has, signed } from './texts.js';
import { counted, factsOf, sideName } from './games.js';

const sign = view => (view ? -1 : 1);
export const valueFor = (score, view) => score.value * sign(view);

// Near the ends a tenth of a percent still tells moves apart; only what is proved is certain.
export function chanceText(score, view = 0) {
  const percent = 50 + 50 * valueFor(score, view);
  if (score.exact && Math.abs(score.value) === 1) return `${percent}%`;
  const likely = Math.min(99.9, Math.max(0.1, percent));
  return `${likely > 95 || likely < 5 ? likely.toFixed(1) : Math.round(likely)}%`;
}

const winWord = family => (has(`badge_${factsOf(family).win}`) ? factsOf(family).win : 'win');
const leadDigits = score => (score.exact ? 0 : 1);
const isEven = score => Math.abs(score.lead) < (score.exact ? 0.5 : 0.05);

// A sentence that names who is better: "Black +6 discs", "Gote mates in 5", "White 63%".
export function scoreText(score, family) {
  if (!score) return '–';
  const { lead_unit } = factsOf(family),
    better = score.value < 0 || score.lead < 0 ? 1 : 0,
    side = sideName(family, better);
  if (score.plies) return t(`score_${score.by || winWord(family)}_in`, { side, n: score.plies });
  if (score.exact && !score.value) return t('score_draw');
  if (score.lead !== null && isEven(score)) return t('score_even');
  if (score.lead !== null) {
    const lead = counted(lead_unit, signed(Math.abs(score.lead), leadDigits(score)));
    return `${side} ${lead}`;
  }
  if (score.exact) return t('score_wins', { side });
  return Math.abs(score.value) < 0.01 ? t('score_even') : `${side} ${chanceText(score, better)}`;
}

// The same where there is room for four letters.
export function shortScore(score, family, view = 0) {
  const ahead = valueFor(score, view);
  if (score.plies) {
    const win = winWord(family);
    return t(ahead < 0 ? `badge_${win}_against` : `badge_${win}`, { n: score.plies });
  }
  if (score.lead !== null) return signed(score.lead * sign(view) + 0, leadDigits(score)) || '0';
  if (score.exact) return t(ahead > 0 ? 'badge_won' : ahead < 0 ? 'badge_lost' : 'badge_draw');
  return chanceText(score, view);
}

// What is proved counts no more than what is all but certain.
const logit = v => 2 * Math.atanh(Math.min(0.98, Math.max(-0.98, v)));
// A loss of so much is as bad as can be shown; where nothing is counted, what lowers even chances to 2%.
const WORST = { discs: 10, pawns: 4 };

// How good a move is beside the best one, from 1 (as good) to -1: so moves differ in won and lost positions too.
export function meritOf(score, best, mover, family) {
  const worst = WORST[factsOf(family).lead_unit];
  if (score.plies && best.plies && score.value === best.value)
    return score.plies === best.plies ? 1 : 0.6 - Math.min(0.4, Math.abs(score.plies - best.plies) / 50);
  const known = score.lead !== null && best.lead !== null && worst;
  const loss = known ? (best.lead - score.lead) / worst : (logit(best.value) - logit(score.value)) / 4;
  const merit = 1 - 2 * Math.min(1, Math.max(0, sign(mover) * loss));
  return best.plies && !score.plies ? Math.min(0.4, merit) : merit;
}

// How many moves an analysis tells apart: where discs are counted, all of them.
export const linesFor = family => (factsOf(family).unit ? 20 : 6);

// How a game has ended: the outcome, and why.
export function endText(game, end, plies, names) {
  const side = end.result === 'first_wins' ? 0 : 1;
  const outcome =
    end.result === 'draw' ? t('draw') : t('wins', { side: sideName(game.family, side), player: names[side] });
  const cells = plies.at(-1).cells,
    count = disc => cells.filter(c => c === disc).length;
  const key = `because_${end.reason}`;
  const unknown = end.by_rules ? end.reason : t('because_failed', { why: end.reason });
  const why = has(key) ? t(key, { first: count('X'), second: count('O') }) : unknown;
  return [outcome, why];
}
