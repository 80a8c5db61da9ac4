// Tests the values of fields in the web runtime's script, without a browser or real time: node --test Tests/Script/
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';

const source = readFileSync(new URL('../../Sources/CounterpointSessions/Site/fields.js', import.meta.url), 'utf8');
const { OpenEdits, DelayedTexts, PageFields } = vm.runInThisContext(`${source}; counterpointFields`);
globalThis.CSS = { escape: (text) => text };

// A page of fake controls.
const document = { activeElement: null };
const page = (...controls) => {
  for (const control of controls) {
    Object.assign(control, { dataset: { bound: '', ...control.dataset }, validity: { valid: true, ...control.validity }, ownerDocument: document });
    control.closest = () => control;
    control.cloneNode ??= () => ({ ...control });
    control.setSelectionRange = (...range) => { control.range = range; };
  }
  const root = { querySelectorAll: (selector) => controls.filter(({ name }) => selector.endsWith(`[name="${name}"]`)) };
  return new PageFields(root);
};
const line = (name, value, shown = value) => ({ name, type: 'text', value: shown, defaultValue: value });

test('an edit is open until the page shows its revision', () => {
  const edits = new OpenEdits();
  edits.begin('name');
  assert.deepEqual(edits.settle('9'), []);
  edits.confirm('name', '7');
  assert.deepEqual([edits.settle('6'), edits.settle('0.3f'), edits.settle('page')], [[], [], []]);
  assert.ok(edits.has('name'));
  assert.deepEqual(edits.settle('7'), ['name']);
  assert.deepEqual([edits.has('name'), edits.settle('8')], [false, []]);
});

test('revisions are compared exactly', () => {
  const edits = new OpenEdits();
  edits.begin('name');
  edits.confirm('name', '9007199254740993');
  assert.deepEqual(edits.settle('9007199254740992'), []);
  assert.deepEqual(edits.settle('9007199254740993'), ['name']);
});

test('an edit after a confirmation is open again, and only what is open is confirmed', () => {
  const edits = new OpenEdits();
  edits.confirm('other', '1');
  edits.begin('name');
  edits.confirm('name', '1');
  edits.begin('name');
  assert.deepEqual(edits.settle('5'), []);
  edits.confirm('name');
  assert.deepEqual(edits.settle('0'), ['name']);
});

test('only the last edit before a pause is sent', () => {
  const [sent, timers] = [[], []];
  const delayed = new DelayedTexts((field) => sent.push(field), (body, time) => timers.push({ body, time }), (timer) => { if (timer) timers[timer - 1].body = () => {}; });
  delayed.add('name', 200);
  delayed.add('name', 200);
  delayed.add('note', 50);
  assert.deepEqual(timers.map(({ time }) => time), [200, 200, 50]);
  timers[0].body();
  assert.deepEqual(sent, []);
  for (const { body } of timers) body();
  assert.deepEqual(sent, ['name', 'note']);
});

test('an action does not wait for a pause, and sends each text once', () => {
  const [sent, timers] = [[], []];
  const delayed = new DelayedTexts((field) => sent.push(field), (body) => timers.push(body), () => {});
  delayed.add('name', 200);
  delayed.flushAll();
  delayed.flushAll();
  timers[0]();
  delayed.flush('note');
  assert.deepEqual(sent, ['name']);
});

test('a late change of the page does not overwrite a newer text', () => {
  const name = line('name', 'old', 'old and new');
  const fields = page(name);
  fields.edits.begin('name');
  fields.touch(name);
  name.defaultValue = 'late';
  fields.update('5');
  assert.equal(name.value, 'old and new');
  // Another edit, before the first one is confirmed.
  fields.sent.set('name', 'old and new');
  name.value = 'old and newer';
  fields.confirm('name', '5');
  fields.update('6');
  assert.equal(name.value, 'old and newer');
  fields.sent.set('name', 'old and newer');
  name.defaultValue = 'OLD AND NEWER';
  fields.confirm('name', '7');
  fields.update('6');
  assert.equal(name.value, 'old and newer');
  fields.update('7');
  assert.equal(name.value, 'OLD AND NEWER');
});

test('the focused field keeps its selection', () => {
  const name = Object.assign(line('name', 'ab', 'ab'), { selectionStart: 1, selectionEnd: 2, selectionDirection: 'forward' });
  const fields = page(name);
  document.activeElement = name;
  fields.set(name, 'AB');
  assert.deepEqual([name.value, name.range], ['AB', [1, 2, 'forward']]);
  document.activeElement = null;
});

test('a number keeps the form in which the user writes it', () => {
  const count = { ...line('count', '1', '1.0'), type: 'number' };
  const fields = page(count);
  fields.set(count, '1');
  assert.equal(count.value, '1.0');
  fields.set(count, '2');
  assert.equal(count.value, '2');
  fields.set(count, '');
  assert.equal(count.value, '');
});

test('a text whose line breaks the browser writes in another way is not an edit', () => {
  // As in a text area.
  class Area {
    constructor(text) { Object.assign(this, { name: 'note', type: 'textarea', defaultValue: text, value: text }); }
    get value() { return this.text; }
    set value(text) { this.text = text.replace(/\r\n?/g, '\n'); }
    cloneNode() { return new Area(this.defaultValue); }
  }
  const note = new Area('a\rb\r\nc\u2028d');
  const fields = page(note);
  assert.equal(note.value, 'a\nb\nc\u2028d');
  assert.ok(!fields.isUnsent(note));
  note.defaultValue = 'x\ry';
  fields.touch(note);
  fields.update('1');
  assert.equal(note.value, 'x\ny');
  assert.ok(!fields.isUnsent(note));
});

test('checkboxes, radio buttons and lists have values', () => {
  const box = { name: 'box', type: 'checkbox', checked: true, defaultChecked: false };
  const [small, large] = ['small', 'large'].map((value) => ({ name: 'size', type: 'radio', value, checked: value === 'large', defaultChecked: value === 'small' }));
  const list = { name: 'list', type: 'select-one', value: 'b', options: [{ value: 'x', disabled: true }, { value: 'a' }, { value: 'b' }] };
  const fields = page(box, small, large, list);
  assert.deepEqual([box, small, large, list].map((field) => [fields.value(field), fields.pageValue(field)]), [
    ['on', 'off'], ['large', 'small'], ['large', 'small'], ['b', 'a'],
  ]);
  for (const field of [box, small, list]) fields.touch(field);
  fields.update('1');
  assert.deepEqual([box.checked, small.checked, large.checked, list.value], [false, true, false, 'a']);
});

test('a refused text stays, and a refused option does not', () => {
  const name = line('name', 'old', 'new');
  const box = { name: 'box', type: 'checkbox', checked: true, defaultChecked: false };
  const fields = page(name, box);
  for (const owner of ['name', 'box']) {
    fields.edits.begin(owner);
    fields.refuse(owner);
  }
  fields.update('1');
  assert.deepEqual([name.value, box.checked, fields.edits.names], ['new', false, []]);
});

test('a replaced page keeps the values that it does not know', () => {
  const name = line('name', 'old', 'typed');
  const note = line('note', 'old', 'old');
  const fields = page(name, note);
  fields.edits.begin('name');
  fields.keepingEdits(() => { name.value = note.value = 'new'; });
  assert.deepEqual([name.value, note.value], ['typed', 'new']);
});

test('a form that was sent is returned when the page shows its result', () => {
  const fields = page();
  const form = {};
  fields.edits.begin(form);
  fields.confirm(form, '3');
  assert.deepEqual(fields.update('2'), []);
  assert.deepEqual(fields.update('3'), [form]);
});

test('a number that the page does not allow yet is unfinished', () => {
  const fields = page();
  assert.ok(fields.isUnfinished({ type: 'number', validity: { valid: false } }));
  assert.ok(!fields.isUnfinished({ type: 'number', validity: { valid: true } }));
  assert.ok(!fields.isUnfinished({ type: 'email', validity: { valid: false } }));
});

test('a page that the user leaves drops the values that wait for its form', () => {
  const controls = ['note', 'sent', 'known'].map((name) => line(name, '', 'typed'));
  const fields = page(...controls);
  for (const { name } of controls) fields.edits.begin(name);
  fields.edits.confirm('known', '9');
  fields.leave(new Set(['sent']));
  fields.update('1');
  assert.deepEqual(controls.map(({ value }) => value), ['', 'typed', 'typed']);
});

test('a text that was sent on an earlier page is sent again on the next one', () => {
  const control = line('note', '', 'ok');
  const fields = page(control);
  fields.edits.begin('note');
  fields.sent.set('note', 'ok');
  control.value = 'ok, and more';
  fields.leave(new Set());
  control.value = 'ok';
  assert.ok(fields.isUnsent(control));
});

// Controls as a browser has restored them: the page has 'page' in all of them.
const restored = () => {
  const select = { ...line('meal', 'page', 'old'), options: [{ value: 'page', defaultSelected: true }, { value: 'old' }], type: 'select-one' };
  const radios = ['page', 'old'].map((value) => ({ name: 'seat', type: 'radio', value, checked: value === 'old', defaultChecked: value === 'page' }));
  const controls = [line('name', 'page', 'old'), select, ...radios, { name: 'news', type: 'checkbox', checked: true, defaultChecked: false }];
  const fields = page(...controls);
  const find = fields.root.querySelectorAll;
  fields.root.querySelectorAll = (selector) => selector === '[data-bound]' ? controls : find(selector);
  return { controls, fields };
};

test('controls that the browser has restored show the page, and are no edits', () => {
  const { controls, fields } = restored();
  fields.load(true, new Set());
  assert.deepEqual(controls.map((each) => each.checked ?? each.value), ['page', 'page', true, false, false]);
  assert.deepEqual([fields.edits.names, fields.drafts], [[], []]);
});

test('restored drafts, and the control with the focus, are edits', () => {
  const { controls, fields } = restored();
  document.activeElement = controls[1];
  fields.load(true, new Set(['name']));
  document.activeElement = null;
  assert.deepEqual(controls.map((each) => each.checked ?? each.value), ['old', 'old', true, false, false]);
  assert.deepEqual([fields.edits.names, fields.drafts], [['name', 'meal'], ['name', 'meal']]);
});

test('what the user has entered before the script was loaded is an edit', () => {
  const { fields } = restored();
  fields.load(false, new Set());
  assert.deepEqual(fields.edits.names, ['name', 'meal', 'seat', 'news']);
});
