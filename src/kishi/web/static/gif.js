// Pictures as a GIF that moves: one palette for all of them, LZW as the format asks for.

const COLOURS = 256,
  MOST_CODES = 4096;

// frames: [ImageData], all of one size; delays in hundredths of a second.
export function gifOf(frames, { delay, last }) {
  const [{ width, height }] = frames,
    palette = paletteOf(frames),
    out = [];
  const word = n => out.push(n & 255, n >> 8);
  out.push(...new TextEncoder().encode('GIF89a'));
  word(width);
  word(height);
  out.push(0xf7, 0, 0);
  for (let i = 0; i < COLOURS; i++) out.push(...(palette.colours[i] ?? [0, 0, 0]));
  out.push(0x21, 0xff, 11, ...new TextEncoder().encode('NETSCAPE2.0'), 3, 1, 0, 0, 0); // again and again
  frames.forEach((frame, at) => {
    out.push(0x21, 0xf9, 4, 0);
    word(at === frames.length - 1 ? last : delay);
    out.push(0, 0, 0x2c, 0, 0, 0, 0);
    word(width);
    word(height);
    out.push(0, 8);
    const bytes = compressed(palette.indices(frame));
    for (let i = 0; i < bytes.length; i += 255) {
      const block = bytes.slice(i, i + 255);
      out.push(block.length, ...block);
    }
    out.push(0);
  });
  out.push(0x3b);
  return new Uint8Array(out);
}

const key = (data, i) => ((data[i] >> 3) << 10) | ((data[i + 1] >> 3) << 5) | (data[i + 2] >> 3);
const colour = k => [k >> 10, (k >> 5) & 31, k & 31].map(part => Math.round((part * 255) / 31));

// The colours that are most often there; every other is drawn in the nearest of them.
function paletteOf(frames) {
  const counts = new Map();
  for (const { data } of [frames[0], frames.at(-1)])
    for (let i = 0; i < data.length; i += 4) counts.set(key(data, i), (counts.get(key(data, i)) || 0) + 1);
  const kept = [...counts].sort((a, b) => b[1] - a[1]).slice(0, COLOURS);
  const colours = kept.map(([k]) => colour(k)),
    known = new Map(kept.map(([k], i) => [k, i]));
  const nearest = k => {
    const [r, g, b] = colour(k);
    let best = 0,
      least = Infinity;
    colours.forEach(([x, y, z], i) => {
      const far = (r - x) ** 2 + (g - y) ** 2 + (b - z) ** 2;
      if (far < least) [best, least] = [i, far];
    });
    return best;
  };
  const indices = ({ data }) => {
    const found = new Uint8Array(data.length / 4);
    for (let i = 0; i < found.length; i++) {
      const k = key(data, 4 * i);
      if (!known.has(k)) known.set(k, nearest(k));
      found[i] = known.get(k);
    }
    return found;
  };
  return { colours, indices };
}

// Codes of 9 to 12 bits, the lowest first.
function compressed(indices) {
  const bytes = [],
    clear = COLOURS;
  let held = 0,
    bits = 0,
    size = 9,
    codes = new Map(),
    next = clear + 2;
  const put = code => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8, held >>>= 8) bytes.push(held & 255);
  };
  const begin = () => {
    put(clear);
    [codes, next, size] = [new Map(), clear + 2, 9];
  };
  begin();
  let prefix = indices[0];
  for (const index of indices.subarray(1)) {
    const pair = (prefix << 8) | index;
    if (codes.has(pair)) {
      prefix = codes.get(pair);
      continue;
    }
    put(prefix);
    codes.set(pair, next);
    if (next === 1 << size && size < 12) size++;
    if (++next > MOST_CODES - 1) begin();
    prefix = index;
  }
  put(prefix);
  put(clear + 1);
  if (bits) bytes.push(held & 255);
  return bytes;
}
