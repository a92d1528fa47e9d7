// A game out of the page: as a link that holds it whole, as pictures, as a file of another program.
import { h, replace, button, toast, save } from './dom.js';
import { ask } from './net.js';
import { t } from './texts.js';
import { gifOf } from './gif.js';

const PIXELS = 1200, // of a picture's width
  FILM = 480;

export class ShareBar {
  // `page`: who has the tree and the board.
  constructor(page) {
    this.page = page;
    this.format = h('select', { class: 'format', 'aria-label': t('format') });
    const small = (name, text, act) => button(name, text, act, { kind: 'small' });
    this.film = small('download', 'GIF', () => this.gif());
    this.el = h(
      'div',
      { class: 'share' },
      small('link', t('share'), () => this.share()),
      small('download', 'SVG', () => save(this.name('svg'), 'image/svg+xml', page.board.picture())),
      small('download', 'PNG', () => this.png()),
      this.film,
      h(
        'span',
        { class: 'download' },
        small('download', t('record'), () => this.record()),
        this.format,
      ),
    );
    this.listFormats();
  }

  get tree() {
    return this.page.tree;
  }
  name(ending) {
    return `${this.tree.game.name}.${ending}`;
  }

  async listFormats() {
    const { formats } = await ask('/api/formats');
    replace(
      this.format,
      formats
        .filter(f => f.families.includes(this.tree.game.family))
        .map(f => h('option', { value: f.name, title: f.about }, f.name.toUpperCase())),
    );
  }

  // The whole game stands behind #, so any kishi can show it: no server needs to keep it, or to see it.
  async share() {
    const url = new URL('/review', location.origin);
    url.hash = new URLSearchParams({
      game: this.tree.game.name,
      start: this.tree.start,
      moves: this.tree.line
        .slice(1)
        .map(n => n.view.text)
        .join(' '),
      ply: this.tree.at.ply,
    });
    history.replaceState(null, '', url);
    try {
      await navigator.clipboard.writeText(url.href);
      toast(t('link_copied'));
    } catch {
      toast(t('link_in_bar'));
    }
  }

  async png() {
    const canvas = await this.drawn(this.page.board.picture(), PIXELS);
    canvas.toBlob(blob => save(this.name('png'), 'image/png', blob));
  }

  // Every position of the line, the last one longer.
  async gif() {
    const { board } = this.page,
      line = this.tree.line;
    this.film.disabled = true;
    board.mark({});
    try {
      const frames = [];
      for (const node of line) {
        board.show({ ...node.view, ply: node.ply }, { still: true });
        const canvas = await this.drawn(board.picture(), FILM);
        frames.push(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height));
      }
      save(this.name('gif'), 'image/gif', new Blob([gifOf(frames, { delay: 80, last: 300 })], { type: 'image/gif' }));
    } finally {
      this.film.disabled = false;
      this.page.show(true);
    }
  }

  drawn(picture, width) {
    const image = new Image(),
      url = URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' })),
      box = this.page.board.svg.viewBox.baseVal;
    return new Promise((done, failed) => {
      image.onerror = failed;
      image.onload = () => {
        const canvas = h('canvas', { width, height: Math.round((width * box.height) / box.width) });
        canvas.getContext('2d', { willReadFrequently: true }).drawImage(image, 0, 0, canvas.width, canvas.height);
        URL.revokeObjectURL(url);
        done(canvas);
      };
      image.src = url;
    });
  }

  async record() {
    try {
      const { name, text } = await ask('/api/write', {
        ...this.tree.here(this.tree.line.at(-1)),
        format: this.format.value,
        players: this.tree.players || undefined,
      });
      save(name, 'application/octet-stream', text);
    } catch (wrong) {
      toast(wrong.message, true);
    }
  }
}
