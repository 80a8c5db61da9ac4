// Sends what a visitor does, and applies the changes of the page. Everything else happens on the server.
(() => {
  'use strict';

  // Exponential backoff with full jitter: any pause up to a bound that doubles with each attempt. In milliseconds.
  const backoff = (attempt, base = 1000, random = Math.random) => random() * Math.min(30000, base * 2 ** attempt);
  const sleep = (time) => new Promise((resume) => setTimeout(resume, time));
  const encode = (name, value) => new URLSearchParams([[name, value]]).toString();

  // The inputs that are not confirmed yet, in their order. They are sent in batches, one at a time. A batch that gets no answer is sent
  // again under the same number, so that the server can tell a repetition.
  class Outbox {
    constructor(tab, bodySize, most = 10000) {
      Object.assign(this, { tab, bodySize, most, number: 0, waiting: [], batch: null, isSplit: 0 });
    }
    get count() { return this.waiting.length + (this.batch?.inputs.length ?? 0); }
    get texts() { return [...(this.batch?.inputs ?? []), ...this.waiting].filter(({ name }) => name !== 'action'); }
    // Returns why an input can't be sent, or nothing.
    add(name, value) {
      // The longest identifier of a batch has less than 100 bytes.
      const room = this.bodySize - 100;
      const pair = value.length > room ? null : encode(name, value);
      if (pair === null || pair.length > room) return 'long';
      // Of the texts of a field that no action separates, only the newest is sent.
      for (let index = this.waiting.length - 1; name !== 'action' && index >= 0; index--) {
        if (this.waiting[index].name === 'action') break;
        if (this.waiting[index].name !== name) continue;
        this.waiting.splice(index, 1);
        break;
      }
      if (this.waiting.length >= this.most) return 'many';
      this.waiting.push({ name, value, pair });
    }
    // The batch to send now: the unconfirmed one, or a new one that fits into a request.
    next() {
      if (this.batch || this.waiting.length === 0) return this.batch;
      this.number += 1;
      let body = `counterpoint-batch=${this.tab}-${this.number}`;
      let count = 0;
      for (const { pair } of this.waiting) {
        if (count > 0 && (this.isSplit > 0 || body.length + 1 + pair.length > this.bodySize)) break;
        body += '&' + pair;
        count += 1;
      }
      this.batch = { body, attempts: 0, inputs: this.waiting.splice(0, count) };
      return this.batch;
    }
    // The page has been replaced as a whole, maybe by a new store, which only accepts a new tab's numbers.
    restart(tab) {
      if (!this.batch) Object.assign(this, { tab, number: 0 });
    }
    // The server has answered the batch.
    settle() {
      this.batch = null;
      this.isSplit = Math.max(0, this.isSplit - 1);
    }
    // The server has refused the batch as a whole: its inputs are sent one by one, so that one of them does not take the others along.
    split() {
      const { inputs } = this.batch;
      this.waiting.unshift(...inputs);
      this.batch = null;
      this.isSplit = inputs.length;
    }
  }

  // Sends an outbox. A request ends after 10 seconds and is repeated then, and so is one that the server has no time for.
  class Sender {
    constructor(outbox, post, { didChange, didForget, pause = sleep, random = Math.random }) {
      Object.assign(this, { outbox, post, didChange, didForget, pause, random, problem: '', refusal: '' });
    }
    async run() {
      if (this.isRunning) return;
      this.isRunning = true;
      for (let batch; (batch = this.outbox.next());) {
        batch.attempts += 1;
        const { status = 0, reason = '', delay = 0 } = await this.post(batch.body).catch((error) => ({ reason: error.name }));
        if (status >= 200 && status < 300) {
          this.outbox.settle();
          this.problem = this.refusal = '';
        } else if (status === 403 || status === 410) {
          this.isRunning = false;
          const isUnhandled = status === 403 && batch.attempts === 1;
          return this.didForget(reason, isUnhandled ? 'Your last input was not handled.' : 'Your last input may or may not have been handled.');
        } else if (status === 0 || status === 408 || status === 429 || status >= 500) {
          this.problem = status === 0
            ? reason === 'TimeoutError' ? 'The server does not answer. Trying again…' : 'The connection is lost. Trying again…'
            : 'The server is busy. Trying again…';
          this.didChange();
          const time = Math.max(Math.min(delay, 60) * 1000, backoff(batch.attempts - 1, 1000, this.random));
          await Promise.race([this.pause(time), new Promise((wake) => { this.wake = wake; })]);
          continue;
        } else if (batch.inputs.length > 1) {
          this.outbox.split();
        } else {
          this.outbox.settle();
          this.problem = '';
          this.refusal = reason || `The server has refused your last input (${status}).`;
        }
        this.didChange();
      }
      this.isRunning = false;
    }
  }

  // The events in a text that comes in pieces.
  class Events {
    constructor() { this.rest = ''; }
    add(piece) {
      const blocks = (this.rest + piece).split('\n\n');
      this.rest = blocks.pop();
      return blocks.map((block) => {
        const event = { event: 'message' };
        for (const line of block.split('\n')) {
          const [, name, value] = /^([^:]*):? ?(.*)$/.exec(line);
          if (name) event[name] = value;
        }
        return event;
      });
    }
  }

  // Follows the stream of changes. A stream without a sign of life for 2.5 heartbeats is given up, and opened again.
  class Stream {
    constructor(open, heartbeat, { didReceive, didConnect, didLose, didForget, pause = sleep, random = Math.random, now = Date.now }) {
      Object.assign(this, { open, heartbeat, didReceive, didConnect, didLose, didForget, pause, random, now, base: 1000 });
    }
    async run() {
      const run = this.current = {};
      for (let attempt = 0; this.current === run; attempt += 1) {
        const start = this.now();
        const problem = await this.follow().catch((error) => error.name === 'AbortError'
          ? 'The server does not answer. Trying again…' : 'The connection is lost. Trying again…');
        if (this.current !== run || problem === null) return;
        this.didLose(problem);
        // Not after a connection that is cut at once, or a server that ends all streams would be asked without a pause.
        if (this.now() - start > 5000) attempt = 0;
        await Promise.race([this.pause(backoff(attempt, this.base, this.random)), new Promise((wake) => { this.wake = wake; })]);
      }
    }
    stop() {
      this.current = null;
      this.control?.abort();
      this.wake?.();
    }
    // Returns what has ended the stream; null if the page has to be loaded again.
    async follow() {
      const control = this.control = new AbortController();
      let timer;
      const expect = () => {
        clearTimeout(timer);
        timer = setTimeout(() => control.abort(), 2.5 * this.heartbeat);
      };
      try {
        expect();
        const answer = await this.open(control.signal);
        if (answer.status === 403) {
          this.didForget((await answer.text()).trim(), '');
          return null;
        }
        if (answer.status === 429) return (await answer.text()).trim();
        if (answer.status !== 200) return 'The server is not ready. Trying again…';
        const [reader, decoder, events] = [answer.body.getReader(), new TextDecoder(), new Events()];
        this.didConnect();
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return 'The connection is lost. Trying again…';
          expect();
          for (const event of events.add(decoder.decode(value, { stream: true }))) {
            if (event.retry) this.base = Number(event.retry);
            else if (event.event !== 'heartbeat' && this.didReceive(event) === false) return 'The page is loaded again…';
          }
        }
      } finally {
        clearTimeout(timer);
        control.abort();
      }
    }
  }

  // Without a page, in tests, there is only the logic.
  if (typeof document === 'undefined') return Object.assign(globalThis, { counterpoint: { backoff, Outbox, Sender, Events, Stream } });
  const root = document.getElementById('page');
  const connection = document.getElementById('connection');
  if (!root) return;
  document.documentElement.dataset.script = 'on';
  // Opaque: the server reads it.
  let revision = root.dataset.revision;

  // The line that says how things are: whether there is a connection, and what has become of the last inputs.

  // Reads and replaces what this tab remembers when the page is loaded again; null in browsers that refuse to store anything.
  const remember = (name, value) => {
    try {
      const old = sessionStorage.getItem('counterpoint-' + name) ?? '';
      sessionStorage.setItem('counterpoint-' + name, value);
      return old;
    } catch { return null; }
  };
  const status = { stream: '', problem: '', refusal: remember('notice', '') ?? '', long: '' };
  const say = (change) => {
    Object.assign(status, change);
    const problem = status.stream || status.problem;
    const { count } = outbox;
    const open = problem && count > 0 ? `${count === 1 ? '1 input is' : `${count} inputs are`} not confirmed yet.` : '';
    const text = [problem, open, status.refusal, status.long].filter((each) => each).join(' ');
    if (connection.textContent !== text) connection.textContent = text;
  };
  // The server doesn't know this page any more. It is loaded again: at once, but after a pause that grows if that has not helped, for
  // example because the browser accepts no cookies.
  const startOver = (reason, notice) => {
    stream.stop();
    const text = notice || (outbox.count > 0 ? 'Your last input may or may not have been handled.' : '');
    const starts = remember('starts', '');
    const [last = 0, count = 0] = (starts ?? '').split(' ').filter((each) => each).map(Number);
    const isFirst = Date.now() - last > 600000;
    if (starts === null || !isFirst) say({ stream: `${reason} This page needs its cookie.`, refusal: text });
    if (starts === null) return;
    const pause = isFirst ? 0 : Math.max(0, last + Math.min(300000, 10000 * 2 ** count) - Date.now());
    remember('starts', starts);
    clearTimeout(restart);
    restart = setTimeout(() => {
      remember('starts', `${Date.now()} ${isFirst ? 0 : count + 1}`);
      remember('notice', text);
      location.reload();
    }, pause + 1000 * Math.random());
  };
  let restart;

  // The page: changes come as [kind, path, …], see HTMLChange in Swift. One that doesn't fit the page throws.

  const child = (node, index) => {
    const found = node.childNodes[index];
    if (!found) throw new Error('The page differs from the server\'s.');
    return found;
  };
  const at = (path) => path.reduce(child, root);
  const element = (path) => {
    const found = at(path);
    if (!(found instanceof Element)) throw new Error('There is no element.');
    return found;
  };
  const parse = (markup) => {
    const template = document.createElement('template');
    template.innerHTML = markup;
    return template.content.firstChild;
  };
  const insert = (parent, node, index) => {
    if (index > parent.childNodes.length) throw new Error('The place of an insertion is not on the page.');
    parent.insertBefore(node, parent.childNodes[index] ?? null);
  };
  const changes = {
    t: (path, text) => {
      if (!(at(path) instanceof Text)) throw new Error('There is no text.');
      at(path).data = text;
    },
    a: (path, name, value) => {
      const target = element(path);
      target.setAttribute(name, value);
      if (name !== 'value' || !target.matches('input')) return;
      // A text that is being sent is newer than the page, and so is one that the page shows later than an earlier one.
      if (outbox.texts.some((text) => text.name === target.name) || target.validity.customError) return;
      const open = sent.get(target)?.open ?? [];
      const echo = open.indexOf(value);
      open.splice(0, echo + 1);
      if (echo >= 0 && open.length > 0) return;
      target.value = value;
      sent.delete(target);
    },
    d: (path, name) => element(path).removeAttribute(name),
    r: (path, markup) => at(path).replaceWith(parse(markup)),
    i: (path, markup) => insert(at(path.slice(0, -1)), parse(markup), path.at(-1)),
    x: (path) => at(path).remove(),
    m: (path) => {
      const parent = at(path.slice(0, -2));
      const node = child(parent, path.at(-2));
      node.remove();
      insert(parent, node, path.at(-1));
    },
  };
  const replacePage = (markup) => {
    const active = root.contains(document.activeElement) ? document.activeElement : null;
    const { id, name, selectionStart, selectionEnd } = active ?? {};
    root.innerHTML = markup;
    for (const { name, value } of outbox.texts) {
      const field = root.querySelector(`[data-bound][name="${CSS.escape(name)}"]`);
      if (field) field.value = value;
    }
    const next = id ? document.getElementById(id) : name && name !== 'action' ? root.querySelector(`[name="${CSS.escape(name)}"]`) : null;
    next?.focus();
    if (selectionStart !== undefined && selectionStart !== null) next?.setSelectionRange?.(selectionStart, selectionEnd);
  };

  // An element that appears with 'autofocus' gets the focus. When the focused element is removed or disabled, the one that had the
  // focus before gets it back, but not after a click elsewhere.
  let wanted = root.querySelector('[autofocus]');
  let focused = [];
  addEventListener('pointerdown', () => { focused = []; });
  root.addEventListener('focusin', ({ target }) => {
    focused = [...focused.filter((each) => each.isConnected && each !== target), target];
  });
  const change = (body) => {
    body();
    const next = root.querySelector('[autofocus]');
    if (next && next !== wanted) next.focus();
    wanted = next;
    if (root.contains(document.activeElement)) return;
    const last = focused.filter((each) => each.isConnected).at(-1);
    if (last && !last.matches(':disabled')) last.focus();
  };

  // What comes in.

  const stream = new Stream(
    (signal) => fetch('/events?since=' + encodeURIComponent(revision), { signal, cache: 'no-store', headers: { accept: 'text/event-stream' } }),
    Number(connection.dataset.heartbeat),
    {
      didReceive: ({ event, id, data }) => {
        try {
          if (event === 'page') {
            change(() => replacePage(JSON.parse(data)));
            outbox.restart(makeTab());
          } else change(() => JSON.parse(data).forEach(([kind, ...rest]) => changes[kind](...rest)));
          revision = id;
        } catch (error) {
          console.error(error);
          revision = 'page';
          return false;
        }
      },
      didConnect: () => {
        say({ stream: '' });
        sender.wake?.();
      },
      didLose: (problem) => {
        // The whole page is asked for at once.
        if (revision === 'page') setTimeout(() => stream.wake?.());
        else say({ stream: problem });
      },
      didForget: startOver,
    },
  );

  // What goes out.

  const makeTab = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const outbox = new Outbox(makeTab(), Number(connection.dataset.bodySize));
  const post = async (body) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };
    const answer = await fetch('/actions', { method: 'POST', body, headers, signal: AbortSignal.timeout(10000) });
    const isText = answer.headers.get('content-type')?.startsWith('text/plain');
    const reason = isText ? (await answer.text()).trim() : '';
    return { status: answer.status, reason, delay: Number(answer.headers.get('retry-after')) || 0 };
  };
  const sender = new Sender(outbox, post, {
    didChange: () => say({ problem: sender.problem, refusal: sender.refusal }),
    didForget: startOver,
  });
  const send = (name, value) => {
    const problem = outbox.add(name, value);
    if (problem === 'many') say({ refusal: 'Too many inputs wait for the connection. Your last one was not handled.' });
    else if (problem) say({ refusal: 'Your last input is too long to be sent. It was not handled.' });
    sender.run();
  };

  // The texts of fields as they were sent last, and those that the page has not shown since.
  const sent = new WeakMap();
  const sendText = (field) => {
    const problem = outbox.add(field.name, field.value);
    const name = field.labels?.[0]?.textContent.trim() || field.getAttribute('aria-label') || field.name;
    const text = problem ? `The text in “${name}” is too long to be sent.` : '';
    field.setCustomValidity(text);
    if (text || status.long.includes(`“${name}”`)) say({ long: text });
    if (problem) return field.setAttribute('aria-invalid', 'true');
    field.removeAttribute('aria-invalid');
    sent.set(field, { last: field.value, open: [...sent.get(field)?.open ?? [], field.value].slice(-100) });
    sender.run();
  };

  document.addEventListener('submit', (event) => {
    // Not 'target.action': a button of that name stands in the way of the property.
    if (event.target.getAttribute('action') !== '/') return;
    event.preventDefault();
    // Texts that have not been sent yet, because they were there before this script.
    for (const field of event.target.elements) {
      if (field.dataset.bound === undefined || field.matches(':disabled') || field.validity.customError) continue;
      if (field.value !== (sent.get(field)?.last ?? field.defaultValue)) sendText(field);
    }
    for (const [name, value] of new FormData(event.target)) if (name === 'action') send(name, value);
    if (event.submitter?.name === 'action') send('action', event.submitter.value);
  });
  document.addEventListener('input', ({ target }) => {
    if (target.dataset.bound !== undefined) sendText(target);
  });
  for (const kind of ['click', 'dblclick']) {
    document.addEventListener(kind, (event) => {
      const target = event.target.closest(`[data-${kind}]`);
      if (target) send('action', target.dataset[kind]);
    });
  }
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    // The topmost one: the last on the page that nothing covers.
    const target = [...root.querySelectorAll('[data-escape]')].filter((each) => !each.closest('[inert]')).at(-1);
    if (target) send('action', target.dataset.escape);
  });

  addEventListener('online', () => {
    stream.wake?.();
    sender.wake?.();
  });
  addEventListener('pagehide', () => stream.stop());
  addEventListener('pageshow', (event) => { if (event.persisted) stream.run(); });
  say({});
  stream.run();
})();
