// Sends the user's inputs, and applies the changes of the page. All other logic runs on the server.
(() => {
  'use strict';

  const { backoff, sleep, EventConnection } = counterpointStream;
  const encode = (name, value) => new URLSearchParams([[name, value]]).toString();

  // An input is an action, a visited address, the event of a hook, the scrolled rows of a list, or the text of a field.
  const visit = 'counterpoint-visit';
  const scroll = 'counterpoint-window';
  const hookEvent = 'counterpoint-hook';
  const isText = (name) => name !== 'action' && name !== visit && name !== hookEvent;

  // A queue of the inputs that the server has not confirmed. One request with several inputs is in flight at a time. A request without
  // a response is sent again with the same idempotency key, so the server can recognize the repetition.
  class InputQueue {
    constructor(tab, bodySize, limit = 10000, inputs = 100) {
      Object.assign(this, { tab, bodySize, limit, inputs, number: 0, pending: [], request: null, splitCount: 0 });
    }
    get count() { return this.pending.length + (this.request?.inputs.length ?? 0); }
    get texts() { return [...(this.request?.inputs ?? []), ...this.pending].filter(({ name }) => isText(name)); }
    // Returns the reason why an input can't be sent; undefined if it was added. The owner is the edited field's name, the sent form, the
    // visit, or the list. 'at' is the address of the page that offers the input.
    add(name, value, owner, at) {
      // The idempotency key takes less than 100 bytes.
      const room = this.bodySize - 100;
      const pair = value.length > room ? null : encode(name, value);
      if (pair === null || pair.length > room) return 'long';
      // Only the last of several visited addresses counts. The user comes from the page of the first.
      if (name === visit && this.pending.at(-1)?.name === visit) ({ at } = this.pending.pop());
      // Coalesces the texts of a field, and the positions of a list, that nothing else separates.
      for (let index = this.pending.length - 1; isText(name) && index >= 0; index--) {
        const each = this.pending[index];
        if (!isText(each.name)) break;
        if (each.name !== name || name === scroll && each.owner !== owner) continue;
        this.pending.splice(index, 1);
        break;
      }
      if (this.pending.length >= this.limit) return 'many';
      this.pending.push({ name, value, pair, owner, at });
    }
    // Returns the request to send: the unconfirmed one, or a new one within the limits of its size and of its inputs.
    next() {
      if (this.request || this.pending.length === 0) return this.request;
      this.number += 1;
      let body = `counterpoint-idempotency-key=${this.tab}-${this.number}`;
      let count = 0;
      const [{ at: source }] = this.pending;
      for (const { pair, at } of this.pending) {
        if (count === this.inputs) break;
        if (count > 0 && (this.splitCount > 0 || at !== source || body.length + 1 + pair.length > this.bodySize)) break;
        body += '&' + pair;
        count += 1;
      }
      this.request = { body, at: source, attempts: 0, inputs: this.pending.splice(0, count) };
      return this.request;
    }
    // Starts a new sequence of numbers, because the whole page was replaced: a new store accepts only numbers of a new tab.
    restart(tab) {
      if (!this.request) Object.assign(this, { tab, number: 0 });
    }
    // Returns the address that the refused request visits; undefined if it does something else.
    get visited() {
      const [{ name, value }] = this.request.inputs;
      return name === visit ? value : undefined;
    }
    // Removes the request, because the server has answered it.
    confirm() {
      this.request = null;
      this.splitCount = Math.max(0, this.splitCount - 1);
    }
    // Sends the inputs of a refused request one by one, because a single invalid input fails the whole request.
    split() {
      const { inputs } = this.request;
      this.pending.unshift(...inputs);
      this.request = null;
      this.splitCount = inputs.length;
    }
  }

  // Sends the requests of a queue. Requests that time out after 10 seconds and requests that a busy server refuses are retried.
  class RequestSender {
    constructor(queue, post, { didChange, didExpire, didConfirm, didRefuse, didRefuseVisit, pause = sleep, random = Math.random }) {
      Object.assign(this, { queue, post, didChange, didExpire, didConfirm, didRefuse, didRefuseVisit, pause, random, problem: '', refusal: '' });
    }
    async run() {
      if (this.isRunning) return;
      this.isRunning = true;
      try { await this.sendAll(); } finally { this.isRunning = false; }
    }
    async sendAll() {
      for (let request; (request = this.queue.next());) {
        request.attempts += 1;
        const answer = await this.post(request.body, request.at).catch((error) => ({ reason: error.name }));
        const { status = 0, reason = '', delay = 0, revision } = answer;
        if (status >= 200 && status < 300) {
          this.queue.confirm();
          this.didConfirm?.(request.inputs, revision);
          this.problem = this.refusal = '';
        } else if (status === 403 || status === 410) {
          this.isRunning = false;
          const isUnhandled = status === 403 && request.attempts === 1;
          return this.didExpire(reason, isUnhandled ? 'Your last input was not handled.' : 'Your last input may or may not have been handled.');
        } else if (status === 0 || status === 408 || status === 429 || status >= 500) {
          this.problem = status === 0
            ? reason === 'TimeoutError' ? 'The server does not answer. Trying again…' : 'The connection is lost. Trying again…'
            : 'The server is busy. Trying again…';
          this.didChange();
          const time = Math.max(Math.min(delay, 60) * 1000, backoff(request.attempts - 1, 1000, this.random));
          await Promise.race([this.pause(time), new Promise((wake) => { this.wake = wake; })]);
          continue;
        } else if (request.inputs.length > 1) {
          this.queue.split();
        } else if (this.queue.visited !== undefined) {
          this.didRefuseVisit(this.queue.visited);
          this.queue.confirm();
        } else {
          this.queue.confirm();
          this.didRefuse?.(request.inputs);
          this.problem = '';
          this.refusal = reason || `The server has refused your last input (${status}).`;
        }
        this.didChange();
      }
    }
  }

  // Tests have no document and use only the classes above.
  if (typeof document === 'undefined') return Object.assign(globalThis, { counterpoint: { InputQueue, RequestSender } });
  const root = document.getElementById('page');
  const connection = document.getElementById('connection');
  if (!root) return;
  const base = connection.dataset.base;
  document.documentElement.dataset.script = 'on';
  const addresses = new counterpointAddresses.PageAddress(window, connection.dataset);
  // An opaque value for the server.
  let revision = root.dataset.revision;

  // The status line: the connection, and the result of the last inputs.

  // Replaces a value of the tab that survives a reload, and returns the old one; null if the browser has no session storage.
  const remember = (name, value) => {
    try {
      const old = sessionStorage.getItem('counterpoint-' + name) ?? '';
      sessionStorage.setItem('counterpoint-' + name, value);
      return old;
    } catch { return null; }
  };
  const status = { stream: '', problem: '', refusal: remember('notice', '') ?? '', long: '' };
  const updateStatus = (change) => {
    Object.assign(status, change);
    const problem = status.stream || status.problem;
    const { count } = queue;
    const open = problem && count > 0 ? `${count === 1 ? '1 input is' : `${count} inputs are`} not confirmed yet.` : '';
    const text = [problem, open, status.refusal, status.long].filter((each) => each).join(' ');
    if (connection.textContent !== text) connection.textContent = text;
  };
  // Reloads the page, because its session has ended. Repeated reloads wait with exponential backoff: they don't help in a browser that
  // refuses cookies, for example.
  const reload = (reason, notice) => {
    stream.stop();
    const text = notice || (queue.count > 0 ? 'Your last input may or may not have been handled.' : '');
    const starts = remember('starts', '');
    const [last = 0, count = 0] = (starts ?? '').split(' ').filter((each) => each).map(Number);
    const isFirst = Date.now() - last > 600000;
    if (starts === null || !isFirst) updateStatus({ stream: `${reason} This page needs its cookie.`, refusal: text });
    if (starts === null) return;
    const pause = isFirst ? 0 : Math.max(0, last + Math.min(300000, 10000 * 2 ** count) - Date.now());
    remember('starts', starts);
    clearTimeout(restart);
    restart = setTimeout(() => {
      remember('starts', `${Date.now()} ${isFirst ? 0 : count + 1}`);
      remember('notice', text || 'The server has forgotten this page, so it starts over.');
      location.reload();
    }, pause + 1000 * Math.random());
  };
  let restart;

  const fields = new counterpointFields.PageFields(root);
  const lists = new counterpointLists.PageLists(root, (text, list) => {
    queue.add(scroll, text, list, addresses.shown);
    sender.run();
  }, undefined, (element) => nodes.elements(element));
  const hooks = new counterpointHooks.PageHooks(root, (text, owner) => send(hookEvent, text, owner));
  // Returns the items of a query by which a request names this page, and what it shows.
  const source = (at) => addresses.source(at) + lists.source();

  // Errors of this script. The next request tells the server, once for each text.
  const [ownScript, reported] = [document.currentScript?.src, new Set()];
  let unreported = '';
  const report = (error) => {
    console.error(error);
    const text = String(error?.message ?? error).slice(0, 200);
    if (!reported.has(text) && reported.size < 10) unreported = text;
    reported.add(text);
  };
  const problem = () => {
    const text = unreported;
    unreported = '';
    return text && '&counterpoint-problem=' + encodeURIComponent(text);
  };
  addEventListener('error', ({ filename, error, message }) => {
    if (filename !== ownScript || !ownScript) return;
    report(error ?? message);
    updateStatus({ refusal: 'The page has failed to handle your last input.' });
  });

  // The page.

  const nodes = new counterpointPage.PageNodes(root, {
    parse: (markup, parent) => {
      const template = document.createElement('template');
      const outer = counterpointPage.foreignElement(parent);
      template.innerHTML = outer ? `<${outer}>${markup}</${outer}>` : markup;
      return outer ? template.content.firstChild.firstChild : template.content.firstChild;
    },
    content: (node) => hooks.content(node),
    touch: (node) => fields.touch(node),
  });
  const replacePage = (markup) => {
    const active = root.contains(document.activeElement) ? document.activeElement : null;
    const { id, name, type, value, selectionStart, selectionEnd } = active ?? {};
    fields.keepingEdits(() => hooks.keepingElements(() => { root.innerHTML = markup; }));
    nodes.adopt(root);
    const named = name ? [...root.querySelectorAll(`[name="${CSS.escape(name)}"]:not([type="hidden"], [hidden])`)] : [];
    const isOneOfMany = type === 'radio' || name === 'action';
    const next = id ? document.getElementById(id) : named.find((each) => !isOneOfMany || each.value === value);
    next?.focus();
    // The same element as before is no new one, so it does not take the focus from where the user is.
    if (wanted && wanted !== active) wanted = root.querySelector('[autofocus]');
    if (selectionStart !== undefined && selectionStart !== null) next?.setSelectionRange?.(selectionStart, selectionEnd);
  };
  // Shows the page's address, and its values in fields. After a form was sent, its first field with a problem gets the focus.
  const settle = () => {
    if (addresses.settle(revision)) fields.leave(new Set(queue.texts.map(({ name }) => name)));
    for (const form of fields.update(revision)) {
      const isElsewhere = document.activeElement !== document.body && !form.contains(document.activeElement);
      if (isElsewhere || fields.edits.has(document.activeElement.name)) continue;
      const invalid = form.querySelector('[aria-invalid="true"]');
      (fields.isBound(invalid ?? form) ? invalid : invalid?.querySelector('[data-bound]'))?.focus();
    }
  };

  // A new element with 'autofocus' gets the focus. When the focused element is removed or disabled, the previously focused element gets
  // the focus back, unless the user has clicked.
  let wanted = root.querySelector('[autofocus]');
  let focused = [];
  addEventListener('pointerdown', () => { focused = []; });
  root.addEventListener('focusin', ({ target }) => {
    focused = [...focused.filter((each) => each.isConnected && each !== target), target];
  });
  const change = (body) => {
    lists.change(body);
    hooks.update();
    const next = root.querySelector('[autofocus]');
    if (next && next !== wanted) next.focus();
    wanted = next;
    if (root.contains(document.activeElement)) return;
    const last = focused.filter((each) => each.isConnected).at(-1);
    if (last && !last.matches(':disabled')) last.focus();
  };

  // Incoming events.

  const stream = new EventConnection(
    (signal) => fetch(base + '/events?since=' + encodeURIComponent(revision) + source() + problem(), { signal, cache: 'no-store', headers: { accept: 'text/event-stream' } }),
    Number(connection.dataset.heartbeat),
    {
      didReceive: ({ event, id, data }) => {
        revision = id;
        if (event === 'page') {
          change(() => replacePage(JSON.parse(data)));
          queue.restart(makeTab());
        } else change(() => JSON.parse(data).forEach(apply));
        settle();
      },
      didConnect: () => {
        updateStatus({ stream: '' });
        sender.wake?.();
      },
      didLose: (problem) => updateStatus({ stream: problem }),
      // Requests the whole page.
      didFail: (error, isFirst) => {
        revision = 'page';
        report(error);
        if (!isFirst) updateStatus({ stream: 'The page could not show a change. Trying again…' });
      },
      didExpire: reload,
    },
  );

  const apply = ([kind, ...rest]) => kind === 'u' ? addresses.receive(...rest, revision) : nodes.apply([kind, ...rest]);

  // Outgoing inputs.

  const makeTab = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const queue = new InputQueue(makeTab(), Number(connection.dataset.bodySize), undefined, Number(connection.dataset.inputs));
  const post = async (body, at) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };
    const answer = await fetch(base + '/actions' + (source(at) + problem()).replace('&', '?'), { method: 'POST', body, headers, keepalive: body.length < 16384, signal: AbortSignal.timeout(10000) });
    const isText = answer.headers.get('content-type')?.startsWith('text/plain');
    const reason = isText ? (await answer.text()).trim() : '';
    const header = (name) => answer.headers.get(name);
    return { status: answer.status, reason, delay: Number(header('retry-after')) || 0, revision: header('counterpoint-revision') };
  };
  const sender = new RequestSender(queue, post, {
    didChange: () => updateStatus({ problem: sender.problem, refusal: sender.refusal }),
    didConfirm: (inputs, first) => {
      const waiting = new Set(queue.pending.map(({ owner }) => owner));
      for (const { name, owner } of inputs) {
        // A revision that may never arrive must not lock a form or the address.
        const isKnown = typeof owner === 'string' || !status.stream && /^\d+$/.test(revision);
        if (name === visit) addresses.confirm(owner, isKnown ? first : 0);
        else if (owner && !waiting.has(owner)) fields.confirm(owner, isKnown ? first : 0);
      }
      settle();
    },
    didRefuse: (inputs) => {
      for (const { owner } of inputs) if (owner) fields.refuse(owner);
      for (const { name, owner } of inputs) if (name === hookEvent) hooks.refuse(owner);
    },
    didExpire: reload,
    // Another responder of the host may know the address.
    didRefuseVisit: (address) => location.assign(addresses.path(address)),
  });
  const send = (name, value, owner, at = addresses.shown) => {
    delayed.flushAll();
    const problem = queue.add(name, value, owner, at);
    if (problem && owner) fields.edits.drop(owner);
    if (problem === 'many') updateStatus({ refusal: 'Too many inputs wait for the connection. Your last one was not handled.' });
    else if (problem) updateStatus({ refusal: 'Your last input is too long to be sent. It was not handled.' });
    sender.run();
  };

  // The page's attributes of fields with a text that is too long.
  const pageInvalid = new WeakMap();
  const sendValue = (field, isFinal = false) => {
    if (!isFinal && fields.isUnfinished(field)) return;
    const value = fields.value(field);
    fields.edits.begin(field.name);
    const problem = queue.add(field.name, value, field.name, addresses.shown);
    const name = field.labels?.[0]?.textContent.trim() || field.getAttribute('aria-label') || field.name;
    const text = problem ? `The text in “${name}” is too long to be sent.` : '';
    if (text && !field.validity.customError) pageInvalid.set(field, field.getAttribute('aria-invalid'));
    else if (!text && field.validity.customError && !pageInvalid.get(field)) field.removeAttribute('aria-invalid');
    field.setCustomValidity(text);
    if (text || status.long.includes(`“${name}”`)) updateStatus({ long: text });
    if (problem) return field.setAttribute('aria-invalid', 'true');
    fields.sent.set(field.name, value);
    sender.run();
  };
  const delayed = new counterpointFields.DelayedTexts((field) => sendValue(field));

  // The contents of the forms that were sent last. The page may not show the result yet.
  const submissions = new WeakMap();
  document.addEventListener('submit', (event) => {
    const form = event.target;
    // A button with the name 'action' hides the property 'form.action'.
    if (form.hasAttribute('action')) return;
    event.preventDefault();
    const action = event.submitter?.name === 'action' ? event.submitter.value : undefined;
    // The first button of a form has the form's own action.
    const isOwn = action !== undefined && form.querySelector(':scope > [name="action"]')?.value === action;
    const content = new URLSearchParams(new FormData(form)).toString();
    if (isOwn && fields.edits.has(form) && submissions.get(form) === content) return;
    delayed.flushAll();
    // Also sends values that the user entered before this script was loaded, those of fields that wait for their form, and those that
    // the page does not allow: the browser has not refused the form, and the server takes the nearest value.
    for (const field of form.elements) {
      if (fields.isBound(field) && !field.matches(':disabled') && !field.validity.customError && fields.isUnsent(field)) sendValue(field, true);
    }
    if (isOwn) {
      submissions.set(form, content);
      fields.edits.begin(form);
    }
    for (const [name, value] of new FormData(form)) if (name === 'action') send(name, value);
    if (action !== undefined) send('action', action, isOwn ? form : undefined);
  });
  // The second click of a double click, and a key that is held down, send a form once.
  document.addEventListener('click', (event) => {
    const button = event.target.closest('form:has(> [name="action"][hidden]) button[name="action"]');
    const own = button?.form?.querySelector(':scope > [name="action"]');
    if (own && own.value === button.value && event.detail > 1) event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.repeat && event.target.matches('input[data-bound], form button')) event.preventDefault();
  });
  // Sends an edit at the moment that its field names. The page is older until then.
  const edit = (field, isComplete = true) => {
    fields.edits.begin(field.name);
    if (!isComplete || fields.waits(field)) return;
    if (fields.isText(field)) delayed.add(field, Number(field.dataset.bound || 200));
    else sendValue(field);
  };
  document.addEventListener('input', ({ target, isComposing }) => {
    if (fields.isBound(target)) edit(target, !isComposing);
  });
  document.addEventListener('compositionend', ({ target }) => {
    if (fields.isBound(target)) edit(target);
  });
  document.addEventListener('change', ({ target }) => {
    if (!fields.isBound(target) || target.dataset.bound === 'submit') return;
    delayed.remove(target);
    if (fields.isUnsent(target)) sendValue(target);
  });
  // A field that has its old value again follows the page again.
  document.addEventListener('focusout', ({ target }) => {
    if (!fields.isBound(target) || fields.isUnsent(target) || fields.sent.has(target.name)) return;
    fields.edits.drop(target.name);
    fields.touched.add(target.name);
    settle();
  });
  for (const kind of ['click', 'dblclick']) {
    document.addEventListener(kind, (event) => {
      const target = event.target.closest(`[data-${kind}]`);
      if (target) send('action', target.dataset[kind]);
    });
  }
  document.addEventListener('keydown', (event) => {
    // In an input method, the key ends a conversion. Safari reports it when the conversion has ended, with the code of no key.
    if (event.key !== 'Escape' || event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
    // The topmost element: the last one on the page that is shown and not inert.
    const target = [...root.querySelectorAll('[data-escape]')].filter((each) => !each.closest('[inert], [hidden]')).at(-1);
    if (target) send('action', target.dataset.escape);
  });

  // A click on a link of the program changes the page in place, unless the user wants a new tab, or the server can't be reached. So does a
  // step in the history of the browser.
  const visitAddress = (address, isStep, state) => {
    // Texts and clicks until now belong to the page that the user leaves.
    delayed.flushAll();
    const at = addresses.shown;
    focused = [];
    send(visit, address, addresses.begin(address, isStep, state), at);
  };
  document.addEventListener('click', (event) => {
    const address = status.stream ? undefined : addresses.target(event);
    if (address === undefined) return;
    event.preventDefault();
    visitAddress(address, false);
  });
  addEventListener('popstate', ({ state }) => {
    const address = addresses.step(state);
    if (address !== undefined) visitAddress(address, true, state);
  });
  addEventListener('scrollend', () => addresses.saveScroll());
  addEventListener('resize', () => lists.checkAll());

  // The time zone of the visitor, for the store on the server.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone) document.cookie = `counterpoint-time-zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`;

  addEventListener('online', () => {
    stream.wake?.();
    sender.wake?.();
  });
  addEventListener('pagehide', () => {
    delayed.flushAll();
    addresses.saveScroll();
    stream.stop();
  });
  addEventListener('pageshow', (event) => { if (event.persisted) stream.run(); });
  updateStatus({});
  // Something else has changed the page before this script was loaded, so the stream sends the whole page.
  if (root.dataset.nodes && Number(root.dataset.nodes) !== nodes.count) revision = 'page';
  lists.change(() => {});
  globalThis.counterpoint = { hook: (name, hook) => hooks.define(name, hook) };
  counterpointUploads.start(root, () => base + '/actions' + source().replace('&', '?'));
  // The drafts of each address of this tab.
  const drafts = new Map(JSON.parse(remember('drafts', '[]') || '[]'));
  remember('drafts', JSON.stringify([...drafts]));
  addEventListener('pagehide', () => {
    drafts.delete(location.href);
    if (fields.drafts.length > 0) drafts.set(location.href, fields.drafts);
    remember('drafts', JSON.stringify([...drafts].slice(-20)));
  });
  const isRestored = performance.getEntriesByType('navigation')[0]?.type !== 'navigate';
  const load = () => fields.load(isRestored, new Set(drafts.get(location.href)));
  load();
  // Some browsers restore the controls after the scripts.
  if (isRestored) addEventListener('pageshow', load, { once: true });
  stream.run();
})();
