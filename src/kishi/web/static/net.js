// Talking to the server: JSON over HTTP, and sockets that come back by themselves.

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export async function ask(path, body) {
  const answer = await fetch(
    path,
    body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
  );
  const data = await answer.json().catch(() => ({ error: answer.statusText }));
  if (!answer.ok) throw new Refused(answer.status, data.error);
  return data;
}

// What a page calls a click that starts something: the server starts nothing twice for it.
export const freshClick = () => `${Date.now()}-${Math.random()}`;

const SOONEST = 300,
  LATEST = 5000,
  FINAL = 4400;

// Connects, and connects again after a break. `hear(event)` gets every message, `state(open)` the line's state.
export class Line {
  constructor(path, hear, state = () => {}) {
    this.path = path;
    this.hear = hear;
    this.state = state;
    this.waiting = SOONEST;
    this.closed = false;
    this.unsent = [];
    this.connect();
  }

  connect() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = (this.socket = new WebSocket(`${scheme}://${location.host}${this.path}`));
    socket.onopen = () => {
      this.waiting = SOONEST;
      this.state(true);
      for (const message of this.unsent.splice(0)) socket.send(message);
    };
    socket.onmessage = event => {
      if (!this.closed) this.hear(JSON.parse(event.data));
    };
    socket.onclose = event => {
      if (this.closed || event.code >= FINAL) return;
      this.state(false);
      this.timer = setTimeout(() => this.connect(), this.waiting);
      this.waiting = Math.min(LATEST, this.waiting * 1.7);
    };
  }

  // `keep`: send it when the line is back, rather than not at all.
  say(message, keep = false) {
    const text = JSON.stringify(message);
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    else if (keep) this.unsent = [text];
    else return false;
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
