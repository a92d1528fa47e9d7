// A game with variations, as a tree of positions. The first child of a node is the main line.
import { ask } from './net.js';

class Node {
  constructor(parent, view) {
    this.parent = parent;
    this.view = view; // the position as the server shows it, with the move that led to it
    this.children = [];
    this.legal = this.end = this.thought = null;
    this.asked = false;
  }

  get ply() {
    return this.parent ? this.parent.ply + 1 : 0;
  }
  get path() {
    return this.parent ? [...this.parent.path, this] : [this];
  }
  get moves() {
    return this.path.slice(1).map(node => node.view.move);
  }
  get onMain() {
    return !this.parent || (this.parent.children[0] === this && this.parent.onMain);
  }
}

export class Tree {
  // `line` as /api/line, /api/read and a table tell it.
  constructor(line) {
    this.game = line.game;
    this.start = line.start;
    this.players = line.players || line.seats || null;
    this.root = this.at = new Node(null, line.plies[0]);
    let node = this.root;
    for (const view of line.plies.slice(1)) {
      const next = new Node(node, view);
      node.children.push(next);
      node = next;
    }
    this.end = line.end || line.now?.end || null;
  }

  get main() {
    const nodes = [this.root];
    while (nodes.at(-1).children.length) nodes.push(nodes.at(-1).children[0]);
    return nodes;
  }

  // The line through the node shown, to its end.
  get line() {
    const nodes = this.at.path;
    while (nodes.at(-1).children.length) nodes.push(nodes.at(-1).children[0]);
    return nodes;
  }

  here(node = this.at) {
    return { game: this.game.name, start: this.start, moves: node.moves };
  }

  // Legal moves and the end are the server's to say.
  async learn(node) {
    if (node.asked) return;
    node.asked = true;
    const line = await ask('/api/line', this.here(node));
    node.legal = line.legal;
    node.end = line.end;
    node.text = line.position;
  }

  async play(move) {
    const known = this.at.children.find(node => node.view.move === move);
    if (known) {
      this.at = known;
      return;
    }
    const from = this.at;
    const line = await ask('/api/line', { ...this.here(from), moves: [...from.moves, move] });
    const node = new Node(from, line.plies.at(-1));
    Object.assign(node, { legal: line.legal, end: line.end, text: line.position, asked: true });
    from.children.push(node);
    this.at = node;
  }

  // How the position after a move looks, without going there.
  async peek(from, move) {
    const line = await ask('/api/line', { ...this.here(from), moves: [...from.moves, move] });
    return line.plies.at(-1);
  }

  remove(node) {
    if (!node.parent) return;
    node.parent.children = node.parent.children.filter(child => child !== node);
    this.at = node.parent;
  }
}
