// Sends what a visitor does, and makes the page what the server says that it has become. All the rest is the server's.
(() => {
  'use strict';
  const root = document.getElementById('page');
  const connection = document.getElementById('connection');
  if (!root) return;
  document.documentElement.dataset.script = 'on';
  let revision = root.dataset.revision;

  // The page: changes come as [kind, path, …], see HTMLChange in Swift.

  const at = (path) => path.reduce((node, index) => node.childNodes[index], root);
  const parse = (markup) => {
    const template = document.createElement('template');
    template.innerHTML = markup;
    return template.content.firstChild;
  };
  const changes = {
    t: (path, text) => { at(path).data = text; },
    a: (path, name, value) => {
      const element = at(path);
      element.setAttribute(name, value);
      // What somebody is typing is newer than what the server knows.
      if (name === 'value' && element.matches('input') && !(element === document.activeElement && isBusy())) {
        element.value = value;
      }
    },
    d: (path, name) => at(path).removeAttribute(name),
    r: (path, markup) => at(path).replaceWith(parse(markup)),
    i: (path, markup) => {
      const parent = at(path.slice(0, -1));
      parent.insertBefore(parse(markup), parent.childNodes[path.at(-1)] ?? null);
    },
    x: (path) => at(path).remove(),
    m: (path) => {
      const parent = at(path.slice(0, -2));
      const node = parent.childNodes[path.at(-2)];
      node.remove();
      parent.insertBefore(node, parent.childNodes[path.at(-1)] ?? null);
    },
  };

  // What appears with 'autofocus' gets the focus. When the element that has it goes, or can't have it for a while, the one that had it
  // before gets it back, but not where somebody has pointed elsewhere meanwhile.
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

  // The stream of changes.

  const say = (text) => { if (connection.textContent !== text) connection.textContent = text; };
  let source;
  const listen = () => {
    source = new EventSource('/events?since=' + revision);
    source.onopen = () => say('');
    source.onmessage = (event) => {
      change(() => JSON.parse(event.data).forEach(([kind, ...rest]) => changes[kind](...rest)));
      revision = event.lastEventId;
    };
    source.addEventListener('page', (event) => {
      change(() => { root.innerHTML = JSON.parse(event.data); });
      revision = event.lastEventId;
    });
    source.onerror = () => {
      say('The connection is lost. Trying again…');
      // The server is there but doesn't know this page any more.
      if (source.readyState === EventSource.CLOSED) setTimeout(startAnew, 1000);
    };
  };
  const startAnew = () => {
    // Not again and again: without cookies, for example, a new page would fare no better.
    const last = Number(sessionStorage.getItem('started') ?? 0);
    if (Date.now() - last < 10000) return say('The connection is lost. Load the page anew, and allow its cookie.');
    sessionStorage.setItem('started', Date.now());
    location.reload();
  };

  // What a visitor does, in order: one request at a time, with all that has come together meanwhile.

  let waiting = [];
  let isSending = false;
  const isBusy = () => isSending || waiting.length > 0;
  const send = (name, value) => { waiting.push([name, value]); flush(); };
  const flush = async () => {
    if (isSending || waiting.length === 0) return;
    isSending = true;
    try {
      const answer = await fetch('/actions', { method: 'POST', body: new URLSearchParams(waiting.splice(0, 50)) });
      if (answer.status === 403) startAnew();
      else say(answer.ok ? '' : await answer.text());
    } catch {
      waiting = [];
      say('The connection is lost. What you did last was not done.');
    }
    isSending = false;
    flush();
  };

  document.addEventListener('submit', (event) => {
    // Not 'target.action': a button of that name stands in the way of the property.
    if (event.target.getAttribute('action') !== '/') return;
    event.preventDefault();
    for (const [name, value] of new FormData(event.target, event.submitter)) {
      // Fields that are bound have been sent when they changed.
      if (name === 'action') send(name, value);
    }
  });
  document.addEventListener('input', (event) => {
    if (event.target.dataset.bound !== undefined) send(event.target.name, event.target.value);
  });
  for (const kind of ['click', 'dblclick']) {
    document.addEventListener(kind, (event) => {
      const element = event.target.closest(`[data-${kind}]`);
      if (element) send('action', element.dataset[kind]);
    });
  }
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    // The topmost: the last on the page that nothing lies over.
    const element = [...root.querySelectorAll('[data-escape]')].filter((each) => !each.closest('[inert]')).at(-1);
    if (element) send('action', element.dataset.escape);
  });

  addEventListener('pagehide', () => source.close());
  addEventListener('pageshow', (event) => { if (event.persisted) listen(); });
  listen();
})();
