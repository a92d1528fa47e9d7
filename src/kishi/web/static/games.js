// What the server says of games: what things are called and how boards are drawn. Nothing here knows a game
// by name; what has no text of its own is shown as the server calls it.
import { ask } from './net.js';
import { t, has, levelOf, signed } from './texts.js';

export const games = []; // every variant there is
export const families = []; // what all variants of a game share, in the order in which games are shown

export async function loadGames() {
  const told = await ask('/api/games');
  games.push(...told.games);
  families.push(...told.families);
}

export const gameNamed = name => games.find(game => game.name === name);
export const factsOf = family => families.find(facts => facts.family === family);
export const familyOf = name => gameNamed(name)?.family ?? name;
// The boards to offer where there is little room.
export const fewBoards = () => families.flatMap(facts => facts.boards);

const said = (key, otherwise) => (has(key) ? t(key) : otherwise);

export const familyName = family => said(`game_${family}`, factsOf(family)?.name ?? family);
export const familyPitch = family => said(`pitch_${family}`, factsOf(family).pitch);
export const boardName = family => said(`board_${family}`, familyName(family));
export const sizeName = game => `${game.cols}×${game.rows}`;
export const ruleName = rule => said(`rule_${rule.word || rule.name}`, rule.about || rule.name);

export function gameName(name) {
  const game = gameNamed(name);
  if (!game) return name;
  const sized = factsOf(game.family).sized || /\d/.test(name);
  const rule = game.rule ? ` (${ruleName({ name: game.rule })})` : '';
  return familyName(game.family) + (sized ? ` ${sizeName(game)}` : '') + rule;
}

// X and capitals are the first player's.
export const sideOf = piece => (piece === 'X' || (piece !== 'O' && /[A-Z]$/.test(piece)) ? 0 : 1);

// Which side moves first is called so in each game.
export const sideName = (family, side) => {
  const word = factsOf(family).sides[side];
  return said(word, word);
};

// Discs, stones and marks are called by their side.
export function pieceName(family, piece, side = sideName(family, sideOf(piece))) {
  const key = `piece_${piece.toUpperCase()}`;
  if (has(key)) return t(key, { side }).trim();
  return factsOf(family).style.piece === 'piece' ? `${side} ${piece.toUpperCase()}`.trim() : side;
}

// So many discs, or pawns.
export const counted = (unit, n) => (has(`n_${unit}`) ? t(`n_${unit}`, { n }) : `${n} ${unit}`);

// How strong a level is, where that was measured: on the usual board, which has the family's name.
export function strengthText(game, player) {
  const elo = factsOf(game)?.level_elo[levelOf(player) - 1];
  return elo === undefined ? '' : t('level_elo', { elo: signed(elo, 0) });
}
