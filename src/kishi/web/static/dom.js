// Elements in one call. Text becomes text, never markup.
const SVG = 'http://www.w3.org/2000/svg';

function fill(el, props, children) {
  for (const [name, value] of Object.entries(props || {})) {
    if (value === undefined || value === null) continue;
    if (name.startsWith('aria-')) {
      el.setAttribute(name, value);
      continue;
    }
    if (value === false) continue;
    if (name.startsWith('on')) el.addEventListener(name.slice(2), value);
    else if (name in el && typeof el[name] !== 'object' && !(el instanceof SVGElement)) el[name] = value;
    else el.setAttribute(name, value === true ? '' : value);
  }
  el.append(...children.flat(3).filter(c => c !== null && c !== undefined && c !== false));
  return el;
}

export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);
export const s = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);

// The head of a table: what its columns are called.
export const headings = texts =>
  h(
    'thead',
    null,
    h(
      'tr',
      null,
      texts.map(text => h('th', { scope: 'col' }, text)),
    ),
  );

export function replace(el, ...children) {
  el.replaceChildren(...children.flat(3).filter(c => c !== null && c !== undefined && c !== false));
  return el;
}

// One word per icon: the paths are drawn for a 24x24 box.
const ICONS = {
  undo: 'M8 4 3 9l5 5M3 9h11.500a5.500 5.500 0 0 1 0 11H11',
  redo: 'm16 4 5 5-5 5M21 9H9.500a5.500 5.500 0 0 0 0 11H13',
  flag: 'M6 22V3m0 1h12l-3 4 3 4H6',
  flip: 'M7 4v16m0 0-3-3m3 3 3-3M17 20V4m0 0-3 3m3-3 3 3',
  bulb: 'M9 18h6m-5 3h4M12 3a6 6 0 0 1 3.5 10.9c-.5.4-.5 1.1-.5 2.1H9c0-1 0-1.700-.5-2.1A6 6 0 0 1 12 3Z',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13Zm5-1.500L21 21',
  plus: 'M12 5v14M5 12h14',
  first: 'M6 5v14M19 5l-9 7 9 7Z',
  back: 'M16 5l-9 7 9 7Z',
  next: 'M8 5l9 7-9 7Z',
  last: 'M18 5v14M5 5l9 7-9 7Z',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4l13 8-13 8Z',
  swap: 'M4 8h14m0 0-4-4m4 4-4 4M20 16H6m0 0 4-4m-4 4 4 4',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  download: 'M12 4v11m0 0-4-4m4 4 4-4M5 20h14',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2v2m0 16v2M4 12H2m20 0h-2M5 5l1.500 1.500m11 11L19 19M5 19l1.500-1.500m11-11L19 5',
  screen: 'M3 5h18v11H3Zm9 11v4m-4 0h8',
  sound: 'M4 9v6h4l5 4V5L8 9Zm12-.5a5 5 0 0 1 0 7M18.500 6a9 9 0 0 1 0 12',
  mute: 'M4 9v6h4l5 4V5L8 9Zm13 .5 5 5m0-5-5 5',
  gear: 'M4 7h9m5 0h2M4 17h3m5 0h8M15.500 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Zm-6 10a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
  close: 'M6 6l12 12M18 6 6 18',
  edit: 'M4 20l1-4L16 5l3 3L8 19Z',
  stop: 'M6 6h12v12H6Z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  trash: 'M5 7h14M10 7V4h4v3m-7 0 1 13h8l1-13',
};

export function icon(name) {
  return s(
    'svg',
    { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true', focusable: 'false' },
    s('path', {
      d: ICONS[name],
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 1.8,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    }),
  );
}

// A button with an icon, and its words beside it or for those who cannot see it.
export function button(name, text, onclick, { bare = false, kind = '', ...props } = {}) {
  return h(
    'button',
    {
      type: 'button',
      class: `button ${kind} ${bare ? 'bare' : ''}`,
      onclick,
      title: bare ? text : null,
      'aria-label': bare ? text : null,
      ...props,
    },
    name && icon(name),
    bare ? null : h('span', null, text),
  );
}

let told;
// A line above the page, which makes room for it: it covers nothing, however far one has scrolled.
export function toast(text, bad = false) {
  say(text, bad ? 'shown bad' : 'shown');
  clearTimeout(told);
  told = setTimeout(() => say('', ''), 4000);
}

function say(text, kind) {
  const el = document.getElementById('toast');
  el.textContent = text;
  el.className = kind;
  document.documentElement.style.setProperty('--toast', `${el.offsetHeight}px`); // for what else stays at the top
}

export function save(name, type, body) {
  const url = URL.createObjectURL(body instanceof Blob ? body : new Blob([body], { type }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
