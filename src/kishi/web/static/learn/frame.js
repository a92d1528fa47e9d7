// The frame of a lesson: its parts, always in the same order, each with its texts and a widget.
//
// A lesson is { name, real, parts }. `real` is { game, player, method }: what `train` and `play` offer at the end.
// `parts` maps some of PARTS to `async (el, world) => close`, where `close`, if any, is called when the page is left.
// The texts of a part are learn_NAME_PART1, 2, 3; a part without text and widget is left out.
import { h, replace, button, toast } from '../dom.js';
import { ask } from '../net.js';
import { t, has, playerName } from '../texts.js';
import { stepperInView } from './steps.js';

const PARTS = ['idea', 'example', 'steps', 'measured', 'train', 'play'];

export async function lessonBody(el, world, lesson, place, pager) {
  const sections = PARTS.map(part => section(lesson, part)).filter(Boolean);
  const article = h(
    'article',
    { class: 'lesson' },
    h('h1', null, t(`learn_${lesson.name}_title`)),
    sections.map(x => x.el),
  );
  const stop = classroom(article);
  replace(
    el,
    h(
      'nav',
      { class: 'crumbs', 'aria-label': t('nav_learn') },
      h('span', null, h('a', { href: '/learn' }, t('nav_learn')), ` · ${place}`),
      stop.button,
    ),
    contents(sections),
    article,
    pager,
  );
  const closers = [stop.close];
  for (const { widget, fill } of sections) if (fill) closers.push(await filled(widget, fill, world));
  return () => closers.forEach(close => close?.());
}

// A widget that fails says so in its place and leaves the others alone.
async function filled(widget, fill, world) {
  try {
    return await fill(widget, world);
  } catch (wrong) {
    replace(widget, h('p', { class: 'wrong', role: 'alert' }, wrong.message));
    return null;
  }
}

function section(lesson, part) {
  const texts = [1, 2, 3].map(n => `learn_${lesson.name}_${part}${n}`).filter(has);
  const fill = lesson.parts[part] ?? OFFERS[part]?.(lesson);
  if (!fill && !texts.length) return null;
  const widget = fill && h('div', { class: `widget widget-${part}` }),
    id = `part-${part}`;
  const head = h('h2', { id }, t(`lesson_${part}`));
  return {
    part,
    widget,
    fill,
    el: h('section', { class: `part part-${part}`, 'aria-labelledby': id }, head, texts.map(prose), widget),
  };
}

// What every lesson ends with, unless it has more to say: the training and the player themselves.
const OFFERS = {
  train: ({ real }) => real.method && (el => void replace(el, h('div', { class: 'row' }, trainLink(real)))),
  play: ({ real }) =>
    real.player && ((el, world) => void replace(el, h('div', { class: 'row' }, playButton(real, world)))),
};

export const trainLink = ({ game, method }) =>
  h(
    'a',
    { class: 'button primary', href: `/train?game=${game}&method=${method}` },
    t('train_the_real_thing', { method: playerName(method) }),
  );

// `real.player` is read when the button is pressed: it may be chosen beside it.
export function playButton(real, world) {
  const play = async () => {
    try {
      world.go(`/play/${(await ask('/api/tables', { game: real.game, seats: ['human', real.player] })).id}`);
    } catch (wrong) {
      toast(wrong.message, true);
    }
  };
  const [kind] = real.player.split(':');
  return button('play', t('the_real_thing', { player: playerName(kind) }), play, { kind: 'primary' });
}

const contents = sections =>
  h(
    'nav',
    { class: 'contents', 'aria-label': t('lesson_contents') },
    h(
      'ol',
      null,
      sections.map(({ part, el }) => {
        const jump = event => {
          event.preventDefault();
          el.scrollIntoView({ behavior: 'smooth' });
        };
        return h('li', null, h('a', { href: `#part-${part}`, onclick: jump }, t(`lesson_${part}`)));
      }),
    ),
  );

// Large for a projector, and one key a step: the steps in sight go on with → and back with ←.
function classroom(article) {
  const switched = button('screen', t('classroom'), () => turn(switched.getAttribute('aria-pressed') !== 'true'), {
    kind: 'small',
    'aria-pressed': 'false',
    title: t('classroom_keys'),
  });
  const turn = on => {
    switched.setAttribute('aria-pressed', on);
    article.classList.toggle('classroom', on);
  };
  const key = event => {
    const steps = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    if (
      !steps ||
      !article.classList.contains('classroom') ||
      event.target.closest('input, select, textarea, svg.board')
    )
      return;
    const stepper = stepperInView(article);
    if (!stepper) return;
    stepper.go(stepper.at + steps);
    event.preventDefault();
  };
  document.addEventListener('keydown', key);
  return { button: switched, close: () => document.removeEventListener('keydown', key) };
}

// `word` in a text is code.
export const prose = key => h('p', null, coded(t(key)));
export const coded = text =>
  text.split(/(`[^`]+`)/).map(part => (part.startsWith('`') ? h('code', null, part.slice(1, -1)) : part));
