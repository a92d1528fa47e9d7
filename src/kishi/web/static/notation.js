// How moves, pieces and rows are written: as the people of a game write them, by language or by choice.
import { language } from './texts.js';
import { settings } from './settings.js';

// The name of a way: each move has its texts by those in `said`; what is not there is written in coordinates.
export const way = () =>
  settings.notation === 'auto' ? (/^(ja|zh)/.test(language()) ? 'japanese' : 'western') : settings.notation;

// Of a ply, a move that was compared, or anything else with `text` and `said`.
export const moveText = view => view.said?.[way()] ?? view.text;

// Of a thought or a fault: the moves of its line.
export const lineTexts = thought =>
  thought.said?.[way()] ?? thought.line.map(move => (typeof move === 'string' ? move : move.text));

// Pieces have kanji where their moves have.
export const pieceSigns = () =>
  settings.pieces === 'auto' ? (way() === 'japanese' ? 'kanji' : 'letters') : settings.pieces;

export const rowNames = game => game.row_signs?.[way()] ?? game.row_names;
