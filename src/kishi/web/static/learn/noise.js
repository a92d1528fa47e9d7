// Why one game against one enemy is noise: the same map scored again and again, and maps ranked by it.
import { h, s, replace } from '../dom.js';
import { ask } from '../net.js';
import { t } from '../texts.js';
import { histogram, scatter } from './plots.js';
import { asking, status } from './widgets.js';

export async function noiseWidget(el) {
  const { fair, written } = await ask('/api/learn/pso/race', { seed: 1 });
  const [good, poor] = await Promise.all([fair, written].map(({ map }) => ask('/api/learn/pso/noise', { map })));
  const scattered = h('div', { class: 'split' }),
    said = status();
  let seed = 0;
  const rank = async () => {
    const found = await ask('/api/learn/pso/ranking', { seed: ++seed });
    replace(
      scattered,
      [
        ['one', found.one.map(v => v / 64), found.one_correlation],
        ['fair', found.fair, found.fair_correlation],
      ].map(([name, values, correlation]) =>
        h(
          'figure',
          null,
          scatter(
            values.map((v, i) => [v, found.true[i]]),
            {
              across: t(`rank_by_${name}`, { n: found.games }),
              up: t('rank_true'),
            },
          ),
          h('figcaption', null, t('rank_correlation', { r: correlation.toFixed(2) })),
        ),
      ),
    );
    said.textContent = '';
  };
  await rank();
  replace(
    el,
    h('h3', null, t('noise_title')),
    h('p', null, t('noise_text')),
    h(
      'div',
      { class: 'split' },
      [
        ['noise_single', good.single.map(v => v / 64), poor.single.map(v => v / 64)],
        ['noise_means', good.means, poor.means],
      ].map(([key, a, b]) =>
        h(
          'figure',
          null,
          histogram([a, b], { label: t(key, { n: good.games }) }),
          h('figcaption', null, t(key, { n: good.games })),
        ),
      ),
    ),
    h(
      'p',
      { class: 'plot-key' },
      h('span', { class: 'key-entry' }, swatch('a'), t('noise_good')),
      h('span', { class: 'key-entry' }, swatch('b'), t('noise_poor')),
    ),
    h('h3', null, t('rank_title')),
    h('p', null, t('rank_text')),
    scattered,
    h('div', { class: 'row' }, asking('plus', t('rank_again'), rank, said), said),
  );
}

const swatch = kind =>
  s('svg', { viewBox: '0 0 12 12', class: `swatch ${kind}` }, s('rect', { width: 12, height: 12, rx: 2 }));
