// What a person prefers, kept in the browser. Whoever shows a preference listens for its change.
const USUAL = {
  language: '',
  theme: 'auto',
  sound: false,
  pieces: 'auto', // kanji or letters
  notation: 'auto', // japanese, western or coordinates
  confirm: 'auto',
  hints: true,
  overlay: 'values',
  coordinates: true,
  numbers: false,
};
const KEY = 'kishi';
const listeners = new Set();

function load() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) || '{}') };
  } catch {
    return { ...USUAL };
  }
}

export const settings = load();

export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    /* private browsing: for this page only */
  }
  for (const listener of listeners) listener(name, value);
}

export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function showTheme() {
  const root = document.documentElement;
  if (settings.theme === 'auto') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', settings.theme);
}
