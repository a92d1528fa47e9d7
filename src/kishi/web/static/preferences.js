// What a person may choose for all boards, in a dialog behind the gear.
import { h, button } from './dom.js';
import { t } from './texts.js';
import { settings, set } from './settings.js';

export function openPreferences() {
  const choice = (name, values) => {
    const el = h(
      'select',
      { id: `set-${name}`, onchange: () => set(name, el.value) },
      values.map(value => h('option', { value, selected: settings[name] === value }, t(`set_${name}_${value}`))),
    );
    return h('div', { class: 'field' }, h('label', { for: el.id }, t(`set_${name}`)), el);
  };
  const check = name => {
    const el = h('input', { type: 'checkbox', checked: settings[name], onchange: () => set(name, el.checked) });
    return h('label', { class: 'check' }, el, t(`set_${name}`));
  };
  const dialog = h(
    'dialog',
    {
      class: 'preferences',
      'aria-label': t('preferences'),
      onclose: () => dialog.remove(),
      onclick: event => {
        if (event.target === dialog) dialog.close();
      },
    },
    h(
      'div',
      { class: 'preferences-body' },
      h(
        'header',
        null,
        h('h2', null, t('preferences')),
        button('close', t('close'), () => dialog.close(), { bare: true, kind: 'quiet' }),
      ),
      choice('theme', ['auto', 'light', 'dark']),
      choice('pieces', ['auto', 'kanji', 'letters']),
      choice('notation', ['auto', 'japanese', 'western', 'coordinates']),
      choice('confirm', ['auto', 'always', 'never']),
      check('hints'),
      check('coordinates'),
      check('numbers'),
      check('sound'),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
