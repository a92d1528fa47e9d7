// The pictures of the index: what each lesson is about, in one small drawing.
import { s } from '../dom.js';

const WIDTH = 200,
  HEIGHT = 110;
const picture = (...marks) => s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}` }, marks);
const dot = (x, y, r, kind = '') => s('circle', { cx: x, cy: y, r, class: kind });
const path = (d, kind) => s('path', { d, class: `line ${kind ?? ''}` });
const square = (x, y, size, kind) => s('rect', { x, y, width: size, height: size, rx: 2, class: kind });

// Particles that fly to the best place found.
export const psoPicture = () =>
  picture(
    [
      [30, 24, 62, 36],
      [38, 88, 68, 72],
      [92, 96, 100, 74],
      [164, 90, 136, 72],
      [172, 26, 138, 42],
      [104, 14, 106, 34],
    ].map(([x, y, u, v]) => [path(`M${x} ${y}L${u} ${v}`, 'soft'), dot(x, y, 6, 'ink')]),
    dot(106, 55, 11, 'accent'),
    dot(106, 55, 18, 'ring'),
  );

// Two strings of genes, cut at one place and joined crosswise.
export const gaPicture = () =>
  picture(
    [0, 1, 2, 3, 4, 5, 6].map(i => [
      square(24 + i * 22, 14, 18, i < 4 ? 'accent' : 'accent faint'),
      square(24 + i * 22, 40, 18, i < 4 ? 'good faint' : 'good'),
      square(24 + i * 22, 80, 18, i < 4 ? 'accent' : 'good'),
    ]),
    path('M110 8V66', 'cut'),
    path('M100 66v9m-5 -5l5 5l5 -5', 'soft'),
  );

// Four in a row, and where the fifth stone goes.
export const linesPicture = () =>
  picture(
    [0, 1, 2, 3, 4, 5, 6, 7].map(i => path(`M${16 + i * 24} 6V104`, 'grid')),
    [0, 1, 2, 3].map(i => path(`M4 ${19 + i * 24}H196`, 'grid')),
    [1, 2, 3, 4].map(i => dot(16 + i * 24, 43, 10, 'ink')),
    [2, 3, 5].map(i => dot(16 + i * 24, i === 5 ? 91 : 67, 10, 'paper')),
    dot(136, 43, 10, 'ring'),
    dot(16, 43, 10, 'ring'),
  );

// A tree with a branch that nobody looks at.
export const alphabetaPicture = () =>
  picture(
    path('M100 18L55 52M100 18L145 52M55 52L32 90M55 52L78 90M145 52L122 90', 'soft'),
    path('M145 52L168 90', 'cut'),
    [
      [100, 18],
      [32, 90],
      [78, 90],
      [122, 90],
    ].map(([x, y]) => square(x - 10, y - 10, 20, 'ink')),
    [
      [55, 52],
      [145, 52],
    ].map(([x, y]) => dot(x, y, 11, 'accent')),
    square(158, 80, 20, 'faint ink'),
  );

// Means that settle, with their errors.
export const montecarloPicture = () =>
  picture(
    [
      [24, 52, 9],
      [60, 36, 12],
      [96, 70, 8],
      [132, 28, 5],
      [168, 60, 14],
    ].map(([x, top, off], i) => [
      s('rect', { x: x - 12, y: top, width: 24, height: 100 - top, rx: 2, class: i === 3 ? 'good' : 'ink faint' }),
      path(`M${x} ${top - off}V${top + off}M${x - 5} ${top - off}h10M${x - 5} ${top + off}h10`, 'soft'),
    ]),
    path('M6 100H194', 'soft'),
  );

// Layers of a network.
export const valuenetPicture = () => {
  const layers = [
    [26, [20, 43, 66, 89]],
    [82, [30, 55, 80]],
    [132, [30, 55, 80]],
    [178, [55]],
  ];
  return picture(
    layers
      .slice(1)
      .flatMap(([x, ys], i) => ys.map(y => layers[i][1].map(v => path(`M${layers[i][0]} ${v}L${x} ${y}`, 'grid')))),
    layers.map(([x, ys], i) => ys.map(y => dot(x, y, 8, i === 3 ? 'accent' : i === 0 ? 'good' : 'ink'))),
  );
};

// A tree that grows deeper where the network hopes.
export const alphazeroPicture = () =>
  picture(
    path('M100 14L46 44', 'soft thin'),
    path('M100 14L100 44', 'soft'),
    path('M100 14L154 44', 'accent thick'),
    path('M154 44L130 74', 'soft thin'),
    path('M154 44L172 74', 'accent thick'),
    path('M172 74L158 100M172 74L184 100', 'accent'),
    dot(100, 14, 10, 'ink'),
    dot(46, 44, 5, 'faint ink'),
    dot(100, 44, 7, 'ink'),
    dot(154, 44, 10, 'accent'),
    dot(130, 74, 5, 'faint ink'),
    dot(172, 74, 9, 'accent'),
    dot(158, 100, 5, 'accent'),
    dot(184, 100, 5, 'accent'),
  );

// What was written, struck through, and what is right.
export const mistakesPicture = () =>
  picture(
    [24, 46, 68, 90].map((y, i) => [
      path(`M30 ${y}H${150 - 22 * (i % 2)}`, i === 1 ? 'soft' : 'grid'),
      i === 1 && path(`M24 ${y - 7}L136 ${y + 7}`, 'accent thick'),
    ]),
    path('M150 56l12 12l22 -30', 'right thick'),
  );
