// A value network small enough to learn in the page: 36 squares, one hidden layer, one number.
import { h, replace, button, toast } from '../dom.js';
import { ask } from '../net.js';
import { t } from '../texts.js';
import { curves, mapBoard } from '../charts.js';
import { valuenetPicture } from './pictures.js';

const INPUTS = 36,
  HIDDEN = 24,
  RATE = 0.02,
  STEPS = 400;
const sigmoid = x => 1 / (1 + Math.exp(-x));
const normal = () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());

class Network {
  constructor() {
    this.in = Array.from({ length: HIDDEN }, () =>
      Float64Array.from({ length: INPUTS + 1 }, (_, i) => (i < INPUTS ? normal() / 6 : 0)),
    );
    this.out = Float64Array.from({ length: HIDDEN + 1 }, (_, i) => (i < HIDDEN ? normal() / 5 : 0));
  }

  run(x) {
    this.hidden = this.in.map(w => {
      let sum = w[INPUTS];
      for (let i = 0; i < INPUTS; i++) sum += w[i] * x[i];
      return Math.tanh(sum);
    });
    let sum = this.out[HIDDEN];
    for (let j = 0; j < HIDDEN; j++) sum += this.out[j] * this.hidden[j];
    return sigmoid(sum);
  }

  // One step down the slope of the cross-entropy: its derivative by the sum is simply the error.
  learn(x, y) {
    const error = this.run(x) - y;
    for (let j = 0; j < HIDDEN; j++) {
      const back = error * this.out[j] * (1 - this.hidden[j] ** 2);
      this.out[j] -= RATE * error * this.hidden[j];
      const w = this.in[j];
      for (let i = 0; i < INPUTS; i++) w[i] -= RATE * back * x[i];
      w[INPUTS] -= RATE * back;
    }
    this.out[HIDDEN] -= RATE * error;
  }
}

const read = text => Float64Array.from(text, c => (c === 'm' ? 1 : c === 't' ? -1 : 0));

async function learning(el) {
  let network,
    history,
    data,
    running = false,
    gone = false,
    seen = 0;
  const chart = h('div', { class: 'chart' }),
    map = h('div', { class: 'best-map' }),
    note = h('p', { class: 'result', role: 'status' });
  const run = button(
    'play',
    t('train_it'),
    () => {
      running = !running;
      label();
      if (running) loop();
    },
    { kind: 'primary', disabled: true },
  );
  const label = () => {
    run.lastChild.textContent = t(running ? 'pause' : 'train_it');
  };
  const fetchData = async seed => {
    const got = await ask('/api/learn/valuenet/samples', { games: 300, seed });
    return got.positions.map((p, i) => ({ x: read(p), y: got.results[i] }));
  };
  const begin = () => {
    network = new Network();
    history = [];
    seen = 0;
    measure();
  };
  // On positions the network has never learned from.
  const measure = () => {
    let right = 0,
      loss = 0,
      counted = 0;
    for (const { x, y } of data.test) {
      const p = Math.min(0.999, Math.max(0.001, network.run(x)));
      loss -= y * Math.log(p) + (1 - y) * Math.log(1 - p);
      if (y !== 0.5) {
        counted++;
        if (p > 0.5 === y > 0.5) right++;
      }
    }
    const share = right / counted,
      off = 1.96 * Math.sqrt((share * (1 - share)) / counted);
    history.push({ x: seen, y: share, low: share - off, high: share + off });
    replace(
      chart,
      curves(
        [
          {
            name: 'right',
            points: history.filter((_, i) => i % Math.ceil(history.length / 100) === 0 || i === history.length - 1),
          },
        ],
        { from: 0.4, to: 1, label: t('network_chart') },
      ),
    );
    // What the net thinks a disc of one's own on each square is worth: its answer with that disc alone.
    const empty = network.run(new Float64Array(INPUTS));
    replace(
      map,
      mapBoard(
        Array.from({ length: INPUTS }, (_, i) => {
          const x = new Float64Array(INPUTS);
          x[i] = 1;
          return 100 * (network.run(x) - empty);
        }),
        6,
        { label: t('network_map') },
      ),
    );
    note.textContent = t('network_result', {
      n: seen,
      share: (100 * share).toFixed(1),
      loss: (loss / data.test.length).toFixed(3),
    });
  };
  const loop = async () => {
    while (running && !gone && seen < 400000) {
      for (let i = 0; i < STEPS; i++) {
        const { x, y } = data.train[Math.floor(Math.random() * data.train.length)];
        network.learn(x, y);
      }
      seen += STEPS;
      measure();
      await new Promise(done => setTimeout(done, 60));
    }
    running = false;
    if (!gone) label();
  };
  replace(
    el,
    h(
      'div',
      { class: 'row' },
      run,
      button(
        'trash',
        t('start_again'),
        () => {
          running = false;
          label();
          begin();
        },
        {},
      ),
      note,
    ),
    h(
      'div',
      { class: 'split' },
      h('div', null, h('h3', null, t('network_chart')), chart),
      h('div', null, h('h3', null, t('network_map')), map),
    ),
  );
  try {
    const [a, b, test] = await Promise.all([fetchData(1), fetchData(2), fetchData(3)]);
    data = { train: [...a, ...b], test };
    run.disabled = false;
    begin();
  } catch (wrong) {
    toast(wrong.message, true);
  }
  return () => {
    gone = true;
    running = false;
  };
}

export const valuenet = {
  name: 'valuenet',
  picture: valuenetPicture,
  real: { game: 'othello', player: 'td', method: 'td' },
  parts: { steps: learning },
};
