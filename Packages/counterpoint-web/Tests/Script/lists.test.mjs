// Tests the long lists in the web runtime's script, without a browser or real time: node --test Tests/Script/
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';

const source = readFileSync(new URL('../../Sources/CounterpointSessions/Site/lists.js', import.meta.url), 'utf8');
const { PageLists, wantedRows } = vm.runInThisContext(`${source}; counterpointLists`);
globalThis.getComputedStyle = ({ style }) => ({ overflowY: style.overflowY ?? 'visible' });

// A page of one list with fake rows, whose keys are numbers.
const pageOf = (first, size, count, keys = Array.from({ length: Math.min(size, count - first) }, (_, index) => first + index)) => {
  const document = { activeElement: null };
  const row = (key) => ({ key, style: {}, attributes: {}, parentNode: rows, setAttribute(name, value) { this.attributes[name] = value; } });
  const rows = { style: {}, children: [] };
  rows.children = keys.map(row);
  const box = {
    ownerDocument: document, style: {}, scrollTop: 0, clientHeight: 100, listeners: [],
    addEventListener: (kind, body) => box.listeners.push(body),
    children: [rows],
    contains: (element) => element === box || rows.children.includes(element),
    focus: () => { document.activeElement = box; },
  };
  const nav = {};
  const element = { isConnected: true, children: [box], querySelectorAll: () => [nav] };
  const set = (values) => { element.dataset = { window: 'orders', rowHeight: '10', ...values }; };
  set({ first: `${first}`, size: `${size}`, count: `${count}` });
  const [asked, timers] = [[], []];
  const lists = new PageLists({ querySelectorAll: () => [element] }, (text) => asked.push(text), (body) => timers.push(body));
  const later = () => timers.splice(0).forEach((body) => body());
  const scroll = (position) => { box.scrollTop = position; box.listeners.forEach((body) => body()); };
  lists.change(() => {});
  return { document, rows, row, box, nav, element, set, asked, timers, lists, later, scroll };
};

test('a list with a margin on both sides asks for nothing', () => {
  const list = { first: 100, size: 90, count: 1000, rowHeight: 10 };
  assert.equal(wantedRows(list, { scroll: 1300, height: 290 }), undefined);
  assert.deepEqual(wantedRows(list, { scroll: 1100, height: 290 }), { first: 80, size: 90 });
  assert.deepEqual(wantedRows(list, { scroll: 1550, height: 290 }), { first: 125, size: 90 });
});

test('the ends of a list need no margin', () => {
  assert.equal(wantedRows({ first: 0, size: 60, count: 60, rowHeight: 10 }, { scroll: 310, height: 290 }), undefined);
  assert.equal(wantedRows({ first: 0, size: 50, count: 0, rowHeight: 10 }, { scroll: 0, height: 0 }), undefined);
  assert.deepEqual(wantedRows({ first: 0, size: 50, count: 1000, rowHeight: 10 }, { scroll: 9710, height: 290 }), { first: 910, size: 90 });
});

test('the number of rows is bounded', () => {
  assert.deepEqual(wantedRows({ first: 0, size: 50, count: 9000, rowHeight: 1 }, { scroll: 5000, height: 900 }), { first: 4099, size: 200 });
});

test('the heights of all rows are there, and their numbers', () => {
  const { rows, box, nav } = pageOf(20, 5, 100);
  assert.deepEqual([rows.style.paddingTop, rows.style.paddingBottom], ['200px', '750px']);
  assert.deepEqual(rows.children[1].attributes, { 'aria-posinset': 22, 'aria-setsize': 100 });
  assert.equal(rows.children[1].style.height, '10px');
  // A page of the list without the script is where the script begins.
  assert.deepEqual([box.scrollTop, nav.hidden, box.style.overflowY], [200, true, 'auto']);
});

test('scrolling asks once, and not again until the page changes', () => {
  const { asked, later, scroll, lists } = pageOf(0, 50, 1000);
  later();
  assert.deepEqual(asked, []);
  for (const position of [100, 4000, 5000]) scroll(position);
  later();
  assert.deepEqual(asked, ['489 33 orders']);
  scroll(5000);
  later();
  assert.equal(asked.length, 1);
  lists.change(() => {});
  scroll(5000);
  later();
  assert.equal(asked.length, 2);
});

test('a row that is inserted above does not move the rows that the user reads', () => {
  const { box, rows, row, lists } = pageOf(0, 20, 100);
  box.scrollTop = 55;
  lists.change(() => { rows.children.unshift(row(-1)); });
  assert.equal(box.scrollTop, 65);
  // One below does not, either.
  lists.change(() => { rows.children.push(row(21)); });
  assert.equal(box.scrollTop, 65);
});

test('a list at its start shows what is inserted there', () => {
  const { box, rows, row, lists } = pageOf(0, 20, 100);
  lists.change(() => { rows.children.unshift(row(-1)); });
  assert.equal(box.scrollTop, 0);
});

test('other rows of the list leave it where it is', () => {
  const { box, rows, row, set, lists } = pageOf(0, 20, 100);
  box.scrollTop = 500;
  lists.change(() => {
    set({ first: '40', size: '30', count: '100' });
    rows.children = Array.from({ length: 30 }, (_, index) => row(40 + index));
  });
  assert.deepEqual([box.scrollTop, rows.style.paddingTop, rows.style.paddingBottom], [500, '400px', '300px']);
});

test('a longer list asks for the rows at its end', () => {
  const { asked, rows, set, lists, later } = pageOf(0, 5, 5);
  later();
  lists.change(() => set({ first: '0', size: '5', count: '9' }));
  later();
  assert.deepEqual([asked, rows.style.paddingBottom], [['0 33 orders'], '40px']);
});

test('the focus of a removed row goes to its list', () => {
  const { document, box, rows, row, lists } = pageOf(0, 5, 100);
  document.activeElement = rows.children[2];
  lists.change(() => { rows.children = [row(90)]; });
  assert.equal(document.activeElement, box);
});

test('requests name the windows, and a removed list is forgotten', () => {
  const { element, lists } = pageOf(20, 5, 100);
  assert.equal(lists.source(), '&counterpoint-window=20+5+orders');
  lists.root.querySelectorAll = () => [];
  element.isConnected = false;
  lists.change(() => {});
  assert.deepEqual([lists.source(), lists.lists.size], ['', 0]);
});
