// Training: begun here, worked at by the server, watched live. A run goes on when the page is closed.
import { h, replace, button, toast, headings } from './dom.js';
import { ask, Line, freshClick } from './net.js';
import { t, has, playerName, number, secondsText, short, signed } from './texts.js';
import { familyOf, fewBoards, gameName, gameNamed } from './games.js';
import { curves, LiveMap, weightBars } from './charts.js';
import { Replay } from './replay.js';

// What a method tells of its learning, where that is not how good the best is: series, and what they mean.
const LEARNING = {
  valuenet: [['mates', 'loss'], 'network_note'],
  alphazero: [['policy', 'value'], 'alphazero_note'],
  nnue: [['loss'], null],
  patterns: [['error'], null],
};
const methodName = method => (has(`trainer_${method}`) ? t(`trainer_${method}`) : playerName(method));

export async function trainPage(el, world) {
  const list = h('section', { class: 'recent', 'aria-label': t('runs') });
  replace(el, h('h1', null, t('nav_train')), h('p', { class: 'lead' }, t('train_lead')), h('p', null, t('loading')));
  const [{ trainers }, { runs }] = await Promise.all([ask('/api/trainers'), ask('/api/runs')]);
  replace(
    el,
    h('h1', null, t('nav_train')),
    h('p', { class: 'lead' }, t('train_lead')),
    new RunForm(world, trainers).el,
    list,
  );
  replace(
    list,
    h('h2', null, t('runs')),
    runs.length
      ? h(
          'ul',
          { class: 'list' },
          runs
            .slice(0, 30)
            .map(run =>
              h(
                'li',
                null,
                h(
                  'a',
                  { href: `/train/${run.id}` },
                  h('strong', null, run.name),
                  h('span', null, `${gameName(run.game)} · ${methodName(run.method)}`),
                  h('span', { class: `tag ${run.state}` }, stateText(run)),
                  h('span', { class: 'dim' }, t('n_games', { n: number(run.games) })),
                ),
              ),
            ),
        )
      : h('p', { class: 'empty' }, t('no_runs')),
  );
}

const stateText = run => t(`run_${run.state === 'resting' ? (run.finished ? 'finished' : 'stopped') : run.state}`);

class RunForm {
  constructor(world, trainers) {
    Object.assign(this, { world, trainers });
    const asked = new URLSearchParams(location.search); // a page of Learn may have chosen already
    this.game = h(
      'select',
      { id: 'run-game', onchange: () => this.drawMethods() },
      fewBoards().map(name => h('option', { value: name }, gameName(name))),
    );
    this.method = h('select', { id: 'run-method', onchange: () => this.drawPresets() });
    this.preset = h('select', { id: 'run-preset', onchange: () => this.drawGames() });
    this.games = h('input', { type: 'number', id: 'run-games', min: 1, max: 1e9, step: 1 });
    this.seed = h('input', {
      type: 'number',
      id: 'run-seed',
      min: 0,
      max: 2 ** 31,
      step: 1,
      placeholder: t('by_itself'),
    });
    this.name = h('input', {
      type: 'text',
      id: 'run-name',
      maxLength: 60,
      spellcheck: false,
      placeholder: t('by_itself'),
    });
    this.about = h('p', { class: 'dim method-about' });
    this.missing = h('div', { class: 'missing', role: 'note', hidden: true });
    this.start = button('play', t('train_start'), () => this.begin(), { kind: 'primary big' });
    const field = (input, text) => h('div', { class: 'field' }, h('label', { for: input.id }, t(text)), input);
    this.el = h(
      'section',
      { class: 'panel contest-form', 'aria-label': t('new_run') },
      h(
        'div',
        { class: 'more-terms' },
        field(this.game, 'game'),
        field(this.method, 'method'),
        field(this.preset, 'preset'),
      ),
      this.about,
      this.missing,
      h(
        'details',
        { class: 'run-more' },
        h('summary', null, t('more')),
        h(
          'div',
          { class: 'more-terms' },
          field(this.games, 'run_games'),
          field(this.seed, 'seed'),
          field(this.name, 'run_name'),
        ),
      ),
      this.start,
    );
    if (fewBoards().includes(asked.get('game'))) this.game.value = asked.get('game');
    this.drawMethods(asked.get('method') || 'pso');
  }

  get family() {
    return familyOf(this.game.value);
  }
  get trainer() {
    return this.trainers.find(one => one.method === this.method.value);
  }

  drawMethods(wanted = this.method.value) {
    const fitting = this.trainers.filter(one => one.families.includes(this.family));
    replace(
      this.method,
      fitting.map(one => h('option', { value: one.method }, methodName(one.method))),
    );
    this.method.value = fitting.some(one => one.method === wanted) ? wanted : fitting[0].method;
    this.drawPresets();
  }

  drawPresets() {
    const before = this.preset.value,
      presets = this.trainer.presets[this.family];
    replace(
      this.preset,
      presets.map(one =>
        h(
          'option',
          { value: one.name },
          t('preset_with_games', { preset: t(`preset_${one.name}`), games: short(one.games) }),
        ),
      ),
    );
    if (presets.some(one => one.name === before)) this.preset.value = before;
    this.about.textContent = t(`method_${this.method.value}`);
    const { missing } = this.trainer;
    this.missing.hidden = !missing;
    this.start.disabled = !!missing;
    replace(this.missing, h('p', null, t('extra_missing')), h('code', null, missing));
    this.drawGames();
  }

  drawGames() {
    this.games.value = this.trainer.presets[this.family].find(one => one.name === this.preset.value).games;
  }

  async begin() {
    const body = {
      game: this.game.value,
      method: this.method.value,
      preset: this.preset.value,
      games: Number(this.games.value),
      click: (this.click ||= freshClick()),
    };
    if (this.seed.value !== '') body.seed = Number(this.seed.value);
    if (this.name.value.trim()) body.name = this.name.value.trim();
    this.start.disabled = true;
    try {
      this.world.go(`/train/${(await ask('/api/runs', body)).id}`);
    } catch (wrong) {
      toast(wrong.message, true);
      this.start.disabled = false;
      this.click = '';
    }
  }
}

export async function runPage(el, world, id) {
  const page = new RunPage(el, world, id);
  return () => page.close();
}

class RunPage {
  constructor(el, world, id) {
    Object.assign(this, { el, world, id, run: null });
    this.title = h('h1', null, t('loading'));
    this.facts = h('p', { class: 'lead' });
    this.progress = h('progress', { max: 1, value: 0, 'aria-label': t('progress') });
    this.state = h('div', { class: 'row contest-state', role: 'status' });
    this.phase = h('p', { class: 'dim phase' });
    this.acts = h('div', { class: 'row' });
    this.strength = h('div', { class: 'chart' });
    this.marks = h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('marks') });
    this.training = h('div', { class: 'chart' });
    this.picture = h('div', { class: 'run-picture' });
    this.when = h('output', { for: 'run-step' });
    this.slider = h('input', {
      type: 'range',
      id: 'run-step',
      min: 1,
      max: 1,
      value: 1,
      'aria-label': t('generation'),
      oninput: () => this.look(),
    });
    this.sample = new Replay(ply => ask(`/api/runs/${id}/sample/${ply}`), t('no_weights_yet'));
    this.command = h('code');
    this.trainingNote = h('p', { class: 'dim' }, t('training_note'));
    const panel = (title, note, ...content) =>
      h(
        'section',
        { class: 'panel' },
        h('header', null, h('h2', null, t(title))),
        note && h('p', { class: 'dim' }, t(note)),
        content,
      );
    replace(
      el,
      this.title,
      this.facts,
      this.progress,
      this.phase,
      h('div', { class: 'run-top' }, this.state, this.acts),
      h(
        'div',
        { class: 'split run' },
        h(
          'div',
          null,
          panel('strength_curve', 'strength_note', this.strength, this.marks),
          panel('training_curve', null, this.trainingNote, this.training),
        ),
        h(
          'div',
          null,
          panel('what_it_learned', null, this.picture, h('div', { class: 'row' }, this.slider, this.when)),
          panel('sample_game', null, this.sample.el),
        ),
      ),
      h('p', { class: 'dim' }, t('in_the_terminal'), ' ', this.command),
    );
    this.line = new Line(`/api/runs/${id}/socket`, event => this.hear(event));
    this.clock = setInterval(() => this.run && this.drawPhase(this.run), 1000);
  }

  close() {
    this.closed = true;
    clearInterval(this.clock);
    this.line.close();
    this.sample.close();
  }

  hear(event) {
    if (event.type === 'run') {
      this.show(event.run);
      return;
    }
    if (event.type === 'phase') {
      this.told = { ...event.phase, at: Date.now() };
      if (this.run) this.drawPhase(this.run);
      return;
    }
    replace(
      this.el,
      h(
        'div',
        { class: 'empty-page' },
        h('h1', null, t('no_run_here')),
        h('p', null, event.error),
        h('a', { class: 'button primary', href: '/train' }, t('nav_train')),
      ),
    );
  }

  show(run) {
    const followed = !this.run || Number(this.slider.value) >= this.run.step,
      before = this.run;
    this.run = run;
    this.title.textContent = `${gameName(run.game)}: ${methodName(run.method)}`;
    this.facts.textContent = t('run_facts', {
      name: run.name,
      seed: run.settings.seed,
      seconds: secondsText(run.cpu_seconds),
    });
    this.progress.max = run.games_in_all || 1;
    this.progress.value = run.finished ? run.games_in_all || 1 : run.games;
    replace(
      this.state,
      h('span', { class: `tag ${run.state}` }, stateText(run)),
      h(
        'span',
        null,
        run.finished
          ? t('run_done', { step: number(run.step), n: number(run.games) })
          : t('run_progress', { step: number(run.step), n: number(run.games), all: number(run.games_in_all) }),
      ),
      run.failure && h('span', { class: 'wrong' }, run.failure),
    );
    if (
      !before ||
      before.state !== run.state ||
      before.finished !== run.finished ||
      before.playable !== run.playable ||
      before.selfplay !== run.selfplay
    )
      this.drawActs(run);
    this.command.textContent = run.command;
    this.drawPhase(run);
    this.drawCurves(run);
    this.slider.max = Math.max(1, run.step);
    if (followed) {
      this.slider.value = run.step;
      this.drawWeights(run.weights, run.step);
    }
    if (run.playable) this.sample.start();
  }

  drawActs(run) {
    const act = what => () => ask(`/api/runs/${this.id}/${what}`, {}).catch(wrong => toast(wrong.message, true));
    const play = async () => {
      try {
        this.world.go(`/play/${(await ask('/api/tables', { game: run.game, seats: ['human', run.player] })).id}`);
      } catch (wrong) {
        toast(wrong.message, true);
      }
    };
    const ours = run.state === 'running' || run.state === 'paused',
      idle = !ours && run.state !== 'elsewhere';
    replace(
      this.acts,
      run.state === 'running' && button('pause', t('pause'), act('pause'), { kind: 'small' }),
      run.state === 'paused' && button('play', t('go_on'), act('resume'), { kind: 'small' }),
      ours && button('stop', t('stop'), act('stop'), { kind: 'small' }),
      idle && !run.finished && button('play', t('go_on'), act('resume'), { kind: 'small' }),
      idle &&
        run.finished &&
        !run.marks.some(m => m.final) &&
        button('search', t('measure'), act('resume'), { kind: 'small' }),
      run.selfplay && h('a', { class: 'button small', href: `/games?run=${this.id}` }, t('event_selfplay')),
      run.playable && button('play', t('play_against'), play, { kind: 'primary' }),
    );
  }

  drawCurves(run) {
    // The last measurement at the end is of the same weights, on more games.
    const strength = run.marks
      .filter((m, i) => m.elo[0] !== null && run.marks[i + 1]?.games !== m.games)
      .map(m => ({ x: m.games, y: m.elo[0], low: m.elo[1] ?? undefined, high: m.elo[2] ?? undefined }));
    replace(
      this.strength,
      strength.length
        ? curves([{ name: t('column_elo'), points: strength }], {
            label: t('strength_curve'),
            across: t('axis_games'),
            up: t('column_elo'),
          })
        : h('p', { class: 'empty' }, t('not_measured_yet')),
    );
    const last = run.marks.at(-1);
    replace(
      this.marks,
      last &&
        h(
          'table',
          { class: 'wide' },
          headings(['opponent', 'n_games', 'score'].map(key => t(`column_${key}`))),
          h(
            'tbody',
            null,
            last.marks.map(m =>
              h(
                'tr',
                null,
                h('th', { scope: 'row' }, playerName(m.opponent)),
                h('td', null, number(m.games)),
                h('td', null, `${(100 * m.score).toFixed(1)} ± ${(196 * m.error).toFixed(1)}%`),
              ),
            ),
            last.elo[0] !== null &&
              h(
                'tr',
                null,
                h('th', { scope: 'row' }, t('elo_zero', { player: playerName(last.zero) })),
                h('td'),
                h('td', null, signed(last.elo[0], 0)),
              ),
          ),
        ),
    );
    const best = run.steps
      .filter(p => p.best !== undefined)
      .map(p => ({
        x: p.step,
        y: p.best,
        ...(p.error === undefined ? {} : { low: p.best - 1.96 * p.error, high: p.best + 1.96 * p.error }),
      }));
    const line = name => ({
      name: t(`figure_${name}`),
      points: run.steps.filter(p => p[name] !== undefined).map(p => ({ x: p.step, y: p[name] })),
    });
    const [names, note] = LEARNING[run.method] || [['error'], null];
    const series = best.length ? [{ name: t('figure_best'), points: best }, line('mean')] : names.map(line);
    if (note) this.trainingNote.textContent = t(note);
    replace(
      this.training,
      series[0].points.length
        ? curves(series, {
            label: t('training_curve'),
            across: t('axis_steps'),
            up: series.map(one => one.name).join(' · '),
          })
        : h('p', { class: 'empty' }, t('no_points')),
    );
  }

  // The weights of another generation, as far as one has dragged the slider.
  async look() {
    const step = Number(this.slider.value);
    if (step >= this.run.step) {
      this.drawWeights(this.run.weights, this.run.step);
      return;
    }
    const weights = await ask(`/api/runs/${this.id}/steps/${step}`).catch(() => null);
    if (weights && !this.closed && Number(this.slider.value) === step) this.drawWeights(weights, step);
  }

  // The names of the board's squares, in reading order.
  squares() {
    const { row_names: rows, column_names: columns } = gameNamed(this.run.game);
    return rows.flatMap(row => columns.map(column => column + row));
  }

  // What it does and how long it will take, as the trainer tells it: from the first second.
  drawPhase(run) {
    if (run.state !== 'running' && run.state !== 'elsewhere') {
      this.told = null;
      this.phase.textContent = '';
      return;
    }
    const told = this.told ?? { word: 'preparing', left: 0, at: Date.now() },
      passed = told.word === 'preparing' ? 0 : (Date.now() - told.at) / 1000,
      left = told.left - passed;
    const phase = [
      told.round && t('phase_round', { n: number(told.round), all: number(told.rounds) }),
      t(`phase_${told.word}`),
      told.of && t('phase_of', { n: number(told.done), all: number(told.of) }),
    ];
    const said = phase.filter(Boolean).join(t('list_comma'));
    this.phase.textContent = left >= 1 ? t('phase_left', { phase: said, left: timeText(left) }) : said;
  }

  drawWeights(weights, step) {
    this.when.textContent = step ? t('generation_n', { n: number(step) }) : '';
    if (!weights) {
      replace(this.picture, h('p', { class: 'empty' }, t('no_weights_yet')));
      return;
    }
    if (weights.maps.length) {
      if (this.maps?.length !== weights.maps.length) {
        this.maps = weights.maps.map(
          (_, i) =>
            new LiveMap(weights.size, t('map_of', { name: weights.maps.length > 1 ? i + 1 : '' }), this.squares()),
        );
        replace(
          this.picture,
          this.maps.map(map =>
            h('figure', { class: 'run-map' }, map.svg, weights.maps.length > 1 && h('figcaption', { class: 'dim' })),
          ),
        );
      }
      weights.maps.forEach((values, i) => this.maps[i].show(values));
      this.picture.querySelectorAll('figcaption').forEach((caption, i) => {
        caption.textContent = t(i ? 'map_late' : 'map_early', { move: weights.switch });
      });
    } else replace(this.picture, weightBars(weights));
  }
}

// Seconds as one says them.
const timeText = seconds =>
  seconds < 90 ? t('n_seconds', { n: Math.round(seconds) }) : t('n_minutes', { n: number(Math.round(seconds / 60)) });
