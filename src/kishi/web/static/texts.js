// The texts in the person's language; they come from the server, which has the only ones.
import { ask } from './net.js';
import { settings } from './settings.js';

export const languages = {}; // by its tag, what each calls itself
let table = {};

// The one that was chosen, else the first of the browser's own that there is: `zh-TW` and `zh-HK` are `zh-Hant`.
export function language() {
  return [settings.language, ...navigator.languages.flatMap(covers)].find(tag => tag in languages) ?? 'en';
}

function covers(tag) {
  const { language: spoken, script } = new Intl.Locale(tag).maximize();
  return [`${spoken}-${script}`, spoken];
}

export async function loadTexts() {
  Object.assign(languages, await ask('/api/languages'));
  const chosen = language();
  table = await ask(`/api/texts/${chosen}`);
  document.documentElement.lang = chosen;
}

export function t(key, values = {}) {
  const text = table[key];
  if (text === undefined) {
    console.error(`no text '${key}'`);
    return key;
  }
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

export const has = key => key in table;

// The number of a level, `level:3`; null of other players.
export const levelOf = player => /^level:(?:level=)?(\d+)/.exec(player)?.[1] ?? null;

// A player's text as people say it: `level:3` is Level 3 (beginner).
export function playerName(label) {
  const [spec, limit] = label.split(' @ ');
  const name = specName(spec);
  return limit ? `${name}, ${limit}` : name;
}

// The ids of weights, @2f8c, tell players of one text apart.
function specName(spec) {
  const [, text, ids = ''] = /^(.*?)(@[0-9a-f+]{4,})?$/s.exec(spec);
  return textName(text) + ids;
}

function textName(text) {
  const [kind, options = ''] = text.split(/:(.*)/s);
  if (kind === 'human') return t('person');
  const level = levelOf(text);
  if (level) {
    const name = t('level_n', { n: level, name: t('level_names').split('\n')[level - 1] });
    return /,book=./.test(options) ? `${name} · ${t('with_book')}` : name;
  }
  const name = has(`kind_${kind}`) ? t(`kind_${kind}`) : kind;
  return options ? `${name} (${options.replaceAll(',', ', ')})` : name;
}

export const number = n => Number(n).toLocaleString(language());
// Of a run of less than ten seconds tenths are told: none took no time.
export const secondsText = n => number(n < 10 ? Math.ceil(10 * n) / 10 : Math.round(n));
export const signed = (n, digits = 2) => (n > 0 ? '+' : n < 0 ? '−' : '') + Math.abs(n).toFixed(digits);
export const short = n =>
  n >= 1e9
    ? `${(n / 1e9).toFixed(1)}G`
    : n >= 1e6
      ? `${(n / 1e6).toFixed(1)}M`
      : n >= 1e4
        ? `${Math.round(n / 1e3)}k`
        : n >= 1e3
          ? `${(n / 1e3).toFixed(1)}k`
          : String(Math.round(n));
