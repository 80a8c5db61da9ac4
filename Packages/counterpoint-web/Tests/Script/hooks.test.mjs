// Tests the hooks in the web runtime's script, without a browser: node --test Tests/Script/
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';

const source = readFileSync(new URL('../../Sources/CounterpointSessions/Site/hooks.js', import.meta.url), 'utf8');
const { PageHooks } = vm.runInThisContext(`${source}; counterpointHooks`);

// The part of a document that hooks use.
class Node {
  constructor(document, values = {}, children = []) {
    Object.assign(this, { ownerDocument: document, dataset: {}, id: '', style: '', childNodes: [], parentElement: null, names: new Map() });
    const { id = '', ...data } = values;
    this.id = id;
    if (id) this.names.set('id', id);
    for (const [key, value] of Object.entries(data)) this.setAttribute(key, value);
    this.append(...children);
  }
  get attributes() { return [...this.names].map(([name, value]) => ({ name, value })); }
  hasAttribute(name) { return this.names.has(name); }
  setAttribute(name, value) {
    this.names.set(name, value);
    if (name.startsWith('data-')) this.dataset[name.slice(5).replace(/-(.)/g, (_, letter) => letter.toUpperCase())] = value;
  }
  removeAttribute(name) {
    this.names.delete(name);
    if (name.startsWith('data-')) delete this.dataset[name.slice(5).replace(/-(.)/g, (_, letter) => letter.toUpperCase())];
  }
  append(...nodes) {
    for (const node of nodes.flatMap((each) => each.isFragment ? [...each.childNodes] : [each])) {
      node.remove();
      node.parentElement = this;
      this.childNodes.push(node);
    }
  }
  remove() {
    if (!this.parentElement) return;
    const { childNodes } = this.parentElement;
    childNodes.splice(childNodes.indexOf(this), 1);
    this.parentElement = null;
  }
  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) node.remove();
    this.append(...nodes);
  }
  replaceWith(node) {
    const parent = this.parentElement;
    node.remove();
    parent.childNodes.splice(parent.childNodes.indexOf(this), 1, node);
    Object.assign(node, { parentElement: parent });
    this.parentElement = null;
  }
  contains(node) { return node === this || this.childNodes.some((each) => each.contains(node)); }
  closest(selector) {
    assert.equal(selector, '[data-hook-draws]');
    return this.names.has('data-hook-draws') ? this : this.parentElement?.closest(selector) ?? null;
  }
  get all() { return this.childNodes.flatMap((each) => [each, ...each.all]); }
  querySelectorAll(selector) {
    assert.equal(selector, '[data-hook]');
    return this.all.filter((each) => each.names.has('data-hook'));
  }
  get isConnected() { return this.ownerDocument.root.contains(this); }
  focus() { this.ownerDocument.activeElement = this; }
}

const pageOf = (...elements) => {
  const document = { activeElement: null, body: {} };
  document.createDocumentFragment = () => Object.assign(new Node(document), { isFragment: true });
  const node = (values, ...children) => new Node(document, values, children);
  const root = document.root = new Node(document);
  root.append(...elements.map((element) => element(node)));
  const [calls, sent, problems] = [[], [], []];
  const hooks = new PageHooks(root, (text, owner) => sent.push([text, owner]), (...problem) => problems.push(problem));
  const hook = {
    mounted(element, data, send) {
      calls.push(['mounted', element.id, data]);
      Object.assign(this, { send, element });
    },
    updated(element, data) { calls.push(['updated', element.id, data, this.element === element]); },
    removed(element) { calls.push(['removed', element.id]); },
  };
  return { document, node, root, calls, sent, problems, hooks, hook };
};
const chart = (data, id = 'a') => (node) => node({ id, 'data-hook': 'chart', 'data-hook-data': JSON.stringify(data) });
const drawn = (data, id = 'a') => (node) => node(
  { id, 'data-hook': 'chart', 'data-hook-data': JSON.stringify(data), 'data-hook-draws': '' }, node({ id: 'fallback' }),
);

test('a hook is attached, updated when its data changes, and removed', () => {
  const page = pageOf(chart([1]));
  page.hooks.define('chart', page.hook);
  page.hooks.update();
  const [element] = page.root.childNodes;
  element.setAttribute('data-hook-data', '[2]');
  page.hooks.update();
  page.hooks.update();
  element.remove();
  page.hooks.update();
  assert.deepEqual(page.calls, [['mounted', 'a', [1]], ['updated', 'a', [2], true], ['removed', 'a']]);
});

test('each element has an object of its own', () => {
  const page = pageOf(chart(1), chart(2, 'b'));
  page.hooks.define('chart', page.hook);
  for (const element of page.root.childNodes) element.setAttribute('data-hook-data', '3');
  page.hooks.update();
  assert.deepEqual(page.calls.slice(2), [['updated', 'a', 3, true], ['updated', 'b', 3, true]]);
  assert.equal(page.hook.element, undefined);
});

test('an element that moves keeps its hook', () => {
  const page = pageOf(chart(1), chart(2, 'b'));
  page.hooks.define('chart', page.hook);
  page.root.append(page.root.childNodes[0]);
  page.hooks.update();
  assert.equal(page.calls.length, 2);
});

test('a hook that draws has the element for itself, and the page its children', () => {
  const page = pageOf(drawn(1));
  const [element] = page.root.childNodes;
  const [fallback] = element.childNodes;
  assert.equal(page.hooks.content(element), element);
  page.hooks.define('chart', page.hook);
  assert.deepEqual(element.childNodes, []);
  assert.deepEqual(page.hooks.content(element).childNodes, [fallback]);
  element.append(page.node({ id: 'svg' }), page.node({ 'data-hook': 'chart', 'data-hook-data': '1' }));
  page.hooks.update();
  assert.equal(page.calls.length, 1);
  element.setAttribute('data-hook', 'other');
  page.hooks.update();
  assert.deepEqual(element.childNodes, [fallback]);
});

test('a hook that fails leaves its fallback and is reported once', () => {
  const page = pageOf(drawn(1), chart(2, 'b'));
  page.hooks.define('chart', {
    mounted(element, data) {
      if (data === 1) {
        element.append(page.node({ id: 'half' }));
        throw new Error('no');
      }
    },
    updated() { throw new Error('never'); },
    removed: async () => { throw new Error('late'); },
  });
  const [first, second] = page.root.childNodes;
  assert.deepEqual(first.childNodes.map(({ id }) => id), ['fallback']);
  first.setAttribute('data-hook-data', '3');
  page.hooks.update();
  assert.equal(page.problems.length, 1);
  second.setAttribute('data-hook-data', '3');
  page.hooks.update();
  assert.equal(page.problems.length, 2);
  page.hooks.keepingElements(() => page.root.replaceChildren(drawn(1)(page.node)));
  page.hooks.update();
  assert.equal(page.problems.filter(([text]) => text.includes('mounted')).length, 1);
  assert.equal(page.root.childNodes[0], first);
  assert.match(page.problems[1][0], /“chart” has failed in “updated”/);
});

test('a promise that fails is reported', async () => {
  const page = pageOf(chart(1));
  page.hooks.define('chart', { mounted: async () => { throw new Error('late'); } });
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(page.problems.length, 1);
});

test('data that is not JSON does not stop the page', () => {
  const page = pageOf((node) => node({ id: 'a', 'data-hook': 'chart', 'data-hook-data': '{' }), chart(2, 'b'));
  page.hooks.define('chart', page.hook);
  assert.deepEqual(page.calls, [['mounted', 'b', 2]]);
  assert.equal(page.problems.length, 1);
});

test('names of prototypes are no hooks', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const page = pageOf(...names.map((name) => (node) => node({ 'data-hook': name, 'data-hook-data': '1' })));
  page.hooks.update();
  assert.deepEqual([page.problems, page.hooks.mounted.size], [[], 0]);
  page.hooks.define('__proto__', page.hook);
  assert.equal(page.calls.length, 1);
  assert.equal({}.mounted, undefined);
});

test('a hook is an object with a name, once', () => {
  const { hooks, hook } = pageOf();
  for (const [name, value] of [[1, hook], ['chart', null], ['chart', undefined], ['chart', () => {}]]) assert.throws(() => hooks.define(name, value), TypeError);
  hooks.define('chart', hook);
  assert.throws(() => hooks.define('chart', hook), /two hooks/);
});

test('a hook sends the events of its element, while it is there', () => {
  const page = pageOf((node) => node({ id: 'a', 'data-hook': 'chart', 'data-hook-data': '1', 'data-hook-sends': 'picked moved' }));
  page.hooks.define('chart', page.hook);
  const [element] = page.root.childNodes;
  const { send } = page.hooks.mounted.get(element).hook;
  send('picked', { id: 'a b' });
  send('moved');
  assert.deepEqual(page.sent.map(([text]) => text), ['picked {"id":"a b"}', 'moved null']);
  for (const event of ['other', '', 'picked moved', '__proto__']) assert.throws(() => send(event, 1), /does not send/);
  assert.throws(() => send('picked', () => {}), TypeError);
  element.remove();
  page.hooks.update();
  send('picked', 1);
  assert.equal(page.sent.length, 2);
});

test('a refused event shows the data of the page again', () => {
  const page = pageOf((node) => node({ id: 'a', 'data-hook': 'chart', 'data-hook-data': '1', 'data-hook-sends': 'moved' }));
  page.hooks.define('chart', page.hook);
  const [element] = page.root.childNodes;
  page.hooks.mounted.get(element).hook.send('moved', 1);
  page.hooks.refuse(page.sent[0][1]);
  page.hooks.refuse(undefined);
  assert.deepEqual(page.calls.at(-1), ['updated', 'a', 1, true]);
  element.remove();
  page.hooks.update();
  page.hooks.refuse(page.sent[0][1]);
  assert.equal(page.calls.length, 3);
});

test('elements stay when the whole page is replaced', () => {
  const page = pageOf(drawn(1), chart(2, 'b'), chart(3, 'c'));
  page.hooks.define('chart', page.hook);
  const [first, second] = page.root.childNodes;
  const [fallback] = page.hooks.content(first).childNodes;
  const note = page.node({ id: 'note' });
  first.append(note);
  first.setAttribute('class', 'old');
  note.focus();
  page.hooks.keepingElements(() => {
    page.root.replaceChildren(...[chart(5, 'b'), drawn(4), chart(6, 'd')].map((element) => element(page.node)));
    page.document.activeElement = null;
  });
  assert.deepEqual(page.root.childNodes.slice(0, 2), [second, first]);
  assert.deepEqual([first.childNodes, page.document.activeElement], [[note], note]);
  assert.equal(first.hasAttribute('class'), false);
  assert.deepEqual(page.hooks.content(first).childNodes.map((each) => each === fallback), [false]);
  page.hooks.update();
  assert.deepEqual(page.calls.slice(3), [['updated', 'a', 4, true], ['updated', 'b', 5, true], ['removed', 'c'], ['mounted', 'd', 6]]);
});
