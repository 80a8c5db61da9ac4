// Tests the changes of a page in the web runtime's script, without a browser: node --test Tests/Script/
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';

const source = readFileSync(new URL('../../Sources/CounterpointSessions/Site/page.js', import.meta.url), 'utf8');
const { PageNodes, foreignElement } = vm.runInThisContext(`${source}; counterpointPage`);

// The part of a document that changes of a page use.
class Node {
  constructor(nodeType, nodeName) { Object.assign(this, { nodeType, nodeName, parentNode: null }); }
  get nextSibling() {
    const siblings = this.parentNode.childNodes;
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }
  remove() {
    if (!this.parentNode) return;
    const siblings = this.parentNode.childNodes;
    siblings.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
  }
  replaceWith(node) {
    this.parentNode.insertBefore(node, this);
    this.remove();
  }
}
class Text extends Node {
  constructor(data) { super(3, '#text'); this.data = data; }
  get markup() { return this.data; }
}
class Element extends Node {
  constructor(name, ...nodes) {
    super(1, name.toUpperCase());
    Object.assign(this, { childNodes: [], values: new Map() });
    for (const node of nodes) this.insertBefore(typeof node === 'string' ? new Text(node) : node, null);
  }
  get firstChild() { return this.childNodes[0] ?? null; }
  insertBefore(node, next) {
    assert.ok(next === null || next.parentNode === this, 'the next node is a child');
    node.remove();
    this.childNodes.splice(next === null ? this.childNodes.length : this.childNodes.indexOf(next), 0, node);
    node.parentNode = this;
  }
  setAttribute(name, value) { this.values.set(name, value); }
  removeAttribute(name) { this.values.delete(name); }
  get markup() {
    const name = this.nodeName.toLowerCase();
    const values = [...this.values].map(([key, value]) => ` ${key}=${value}`).join('');
    return `<${name}${values}>${this.childNodes.map((node) => node.markup).join('')}</${name}>`;
  }
}
const e = (name, ...nodes) => new Element(name, ...nodes);

// A page. Markup is a text, or a name with a text, as in 'li:new'.
const page = (...nodes) => {
  const root = e('main', ...nodes);
  const parse = (markup) => {
    const [name, ...text] = markup.split(':');
    return text.length > 0 ? e(name, ...text.filter((each) => each)) : new Text(markup);
  };
  const tree = new PageNodes(root, { parse });
  return { root, tree, apply: (...changes) => { changes.forEach((change) => tree.apply(change)); return root.markup; } };
};

test('changes find their nodes by their positions', () => {
  const { apply } = page(e('p', 'Hello'), e('ul', e('li', 'a'), e('li', 'b')));
  assert.equal(apply(['t', [0, 0], 'Hi'], ['a', [0], 'class', 'x']), '<main><p class=x>Hi</p><ul><li>a</li><li>b</li></ul></main>');
  assert.equal(apply(['d', [0], 'class'], ['i', [1, 1], 'li:new'], ['m', [1, 0, 2]]), '<main><p>Hi</p><ul><li>new</li><li>b</li><li>a</li></ul></main>');
  assert.equal(apply(['x', [1, 1]], ['r', [0], 'h1:Title'], ['i', [2], 'end']), '<main><h1>Title</h1><ul><li>new</li><li>a</li></ul>end</main>');
});

test('a change of an input after a foreign element reaches the input', () => {
  const input = e('input');
  const { root, apply } = page(e('label', 'Name'), input);
  root.insertBefore(e('span', '*'), input);
  assert.equal(apply(['a', [1], 'value', 'Ann']), '<main><label>Name</label><span>*</span><input value=Ann></input></main>');
});

test('the right row is removed, moved and inserted beside foreign elements', () => {
  const rows = ['1', '2', '3'].map((text) => e('li', text));
  const { root, apply } = page(...rows);
  root.insertBefore(e('div', 'first'), rows[0]);
  root.insertBefore(e('div', 'middle'), rows[2]);
  root.insertBefore(e('div', 'last'), null);
  assert.equal(apply(['x', [1]]), '<main><div>first</div><li>1</li><div>middle</div><li>3</li><div>last</div></main>');
  assert.equal(apply(['i', [2], 'li:4'], ['m', [0, 2]]), '<main><div>first</div><div>middle</div><li>3</li><li>4</li><li>1</li><div>last</div></main>');
  assert.equal(apply(['x', [0]], ['x', [0]], ['x', [0]]), '<main><div>first</div><div>middle</div><div>last</div></main>');
});

test('a wrapped element is changed in its wrapper, and moves with it', () => {
  const input = e('input');
  const { root, apply } = page(input, e('p', 'Help'));
  const wrapper = e('span', e('i', 'icon'));
  root.insertBefore(wrapper, input);
  wrapper.insertBefore(input, null);
  assert.equal(apply(['a', [0], 'value', 'x'], ['m', [0, 1]]), '<main><p>Help</p><span><i>icon</i><input value=x></input></span></main>');
  assert.equal(apply(['i', [1], 'b:new']), '<main><p>Help</p><b>new</b><span><i>icon</i><input value=x></input></span></main>');
  assert.equal(apply(['r', [2], 'em:other'], ['x', [2]]), '<main><p>Help</p><b>new</b><span><i>icon</i></span></main>');
});

test('a text that a translation has replaced shows its change', () => {
  const text = new Text('One');
  const { root, apply } = page(e('b', 'Count: '), text, e('i', 'end'));
  text.replaceWith(e('font', e('font', 'Eins')));
  assert.equal(root.markup, '<main><b>Count: </b><font><font>Eins</font></font><i>end</i></main>');
  assert.equal(apply(['t', [1], 'Two']), '<main><b>Count: </b>Two<i>end</i></main>');
  text.replaceWith(e('font', 'Zwei'));
  assert.equal(apply(['x', [1]]), '<main><b>Count: </b><i>end</i></main>');
});

test('a translated text can be replaced by an element, and nodes are inserted around it', () => {
  const text = new Text('One');
  const { apply } = page(text);
  text.replaceWith(e('font', 'Eins'));
  assert.equal(apply(['i', [0], 'b:before'], ['i', [2], 'i:after']), '<main><b>before</b><font>Eins</font><i>after</i></main>');
  assert.equal(apply(['r', [1], 'u:new']), '<main><b>before</b><u>new</u><i>after</i></main>');
});

test('changes of an element that was removed from the page do not reach another one', () => {
  const [first, second] = [e('p', 'ad'), e('p', 'text')];
  const { apply } = page(first, second);
  first.remove();
  assert.equal(apply(['a', [0], 'class', 'x'], ['t', [0, 0], 'new'], ['m', [0, 1]]), '<main><p>text</p></main>');
  assert.equal(apply(['t', [0, 0], 'changed'], ['x', [1]], ['i', [1], 'b:last']), '<main><p>changed</p><b>last</b></main>');
});

test('a text that the browser has divided is one text', () => {
  const { apply, tree } = page(e('p', 'a', 'b', 'c'), e('i', 'd'));
  assert.equal(tree.count, 4);
  assert.equal(apply(['t', [0, 0], 'new'], ['t', [1, 0], 'last']), '<main><p>new</p><i>last</i></main>');
});

test('a change that does not fit throws', () => {
  const { tree, root } = page(e('p', 'a'));
  const before = root.markup;
  for (const change of [['t', [0], 'x'], ['a', [0, 0], 'class', 'x'], ['x', [1]], ['i', [2], 'x'], ['m', [0, 1]], ['t', [3, 0], 'x'], ['?', [0]]]) {
    assert.throws(() => tree.apply(change));
  }
  assert.equal(root.markup, before);
});

test('pages with foreign nodes stay right under random changes', () => {
  let seed = 1;
  const random = (limit) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % limit; };
  for (let round = 0; round < 300; round += 1) {
    const { root, apply } = page();
    const model = [];
    for (let step = 0; step < 30; step += 1) {
      const kind = model.length === 0 ? 0 : random(5);
      if (kind === 0) {
        const index = random(model.length + 1);
        apply(['i', [index], `li:${step}`]);
        model.splice(index, 0, `${step}`);
      } else if (kind === 1) {
        const index = random(model.length);
        apply(['x', [index]]);
        model.splice(index, 1);
      } else if (kind === 2) {
        const [from, to] = [random(model.length), random(model.length)];
        apply(['m', [from, to]]);
        model.splice(to, 0, ...model.splice(from, 1));
      } else if (kind === 3) {
        const index = random(model.length);
        apply(['t', [index, 0], `t${step}`]);
        model[index] = `t${step}`;
      } else {
        const [next, isWrapper] = [root.childNodes[random(root.childNodes.length)], random(2) === 0];
        const foreign = e('div');
        root.insertBefore(foreign, next);
        if (isWrapper) foreign.insertBefore(next, null);
      }
    }
    const texts = (node) => node.nodeType === 3 ? [] : node.nodeName === 'LI' ? [node.childNodes[0].data] : node.childNodes.flatMap(texts);
    assert.deepEqual(texts(root), model);
  }
});

test('children of SVG and MathML are parsed as such', () => {
  const [svg, math, html] = ['http://www.w3.org/2000/svg', 'http://www.w3.org/1998/Math/MathML', 'http://www.w3.org/1999/xhtml'];
  const of = (localName, namespaceURI) => foreignElement({ localName, namespaceURI });
  assert.deepEqual([of('g', svg), of('mrow', math), of('div', html), foreignElement(undefined)], ['svg', 'math', undefined, undefined]);
  assert.deepEqual(['foreignObject', 'desc', 'title'].map((name) => of(name, svg)), [undefined, undefined, undefined]);
});
