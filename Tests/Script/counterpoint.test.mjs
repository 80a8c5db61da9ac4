// Tests the logic of the web runtime's script, without a browser, a network or real time: node --test Tests/Script/
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';

const source = readFileSync(new URL('../../Sources/CounterpointSessions/Script/counterpoint.js', import.meta.url), 'utf8');
vm.runInThisContext(source);
const { backoff, Outbox, Sender, Events, Stream } = globalThis.counterpoint;

const values = (batch) => [...new URLSearchParams(batch.body)].slice(1).map(([name, value]) => `${name}=${value}`);
const tab = '0a'.repeat(16);
const never = () => new Promise(() => {});

test('pauses grow to a bound, and any shorter one is as likely', () => {
  assert.deepEqual([0, 1, 2, 5, 50].map((attempt) => backoff(attempt, 1000, () => 1)), [1000, 2000, 4000, 30000, 30000]);
  assert.equal(backoff(3, 1000, () => 0), 0);
  assert.equal(backoff(1, 100, () => 0.5), 100);
});

test('only the newest text of a field is sent', () => {
  const outbox = new Outbox(tab, 1000);
  for (const text of ['a', 'ab', 'abc']) outbox.add('name', text);
  outbox.add('email', 'x');
  outbox.add('name', 'abcd');
  assert.deepEqual(values(outbox.next()), ['email=x', 'name=abcd']);
});

test('an action gets the texts before it, not the ones after it', () => {
  const outbox = new Outbox(tab, 1000);
  for (const [name, value] of [['name', 'a'], ['action', '1'], ['name', 'b'], ['name', 'c']]) outbox.add(name, value);
  assert.deepEqual(values(outbox.next()), ['name=a', 'action=1', 'name=c']);
});

test('a text that is in a batch already is not replaced', () => {
  const outbox = new Outbox(tab, 1000);
  outbox.add('name', 'a');
  const first = outbox.next();
  outbox.add('name', 'b');
  assert.equal(outbox.next(), first);
  assert.deepEqual(outbox.texts.map(({ value }) => value), ['a', 'b']);
  outbox.settle();
  assert.deepEqual(values(outbox.next()), ['name=b']);
});

test('batches are cut by bytes, and no button is lost', () => {
  const outbox = new Outbox(tab, 300);
  for (let number = 0; number < 100; number++) assert.equal(outbox.add('action', `{"tap":${number}}`), undefined);
  const found = [];
  for (let batch; (batch = outbox.next()); outbox.settle()) {
    assert.ok(batch.body.length <= 300);
    found.push(...values(batch));
  }
  assert.deepEqual(found, Array.from({ length: 100 }, (_, number) => `action={"tap":${number}}`));
});

test('a text that is too long for a request takes nothing with it', () => {
  const outbox = new Outbox(tab, 300);
  outbox.add('action', '1');
  assert.equal(outbox.add('name', 'x'.repeat(1_000_000)), 'long');
  // 100 letters, of six bytes each in a request.
  assert.equal(outbox.add('name', 'é'.repeat(100)), 'long');
  outbox.add('action', '2');
  assert.deepEqual(values(outbox.next()), ['action=1', 'action=2']);
});

test('a page that is replaced begins with number 1 again, but an unconfirmed batch keeps its number', () => {
  const outbox = new Outbox(tab, 1000);
  const other = '0b'.repeat(16);
  outbox.add('action', '1');
  const first = outbox.next();
  outbox.restart(other);
  outbox.add('action', '2');
  assert.equal(outbox.next(), first);
  outbox.settle();
  outbox.restart(other);
  assert.equal(outbox.next().body, `counterpoint-batch=${other}-1&action=2`);
});

test('what waits is bounded', () => {
  const outbox = new Outbox(tab, 300, 2);
  assert.deepEqual(['1', '2', '3'].map((value) => outbox.add('action', value)), [undefined, undefined, 'many']);
  assert.equal(outbox.count, 2);
});

// A server that does what a test says: the n-th request gets the n-th answer.
const play = async (inputs, answers) => {
  const outbox = new Outbox(tab, 1000);
  const [bodies, lines, forgotten, pauses] = [[], [], [], []];
  const sender = new Sender(outbox, async (body) => {
    bodies.push(body);
    const answer = answers.shift() ?? { status: 204 };
    if (answer instanceof Error) throw answer;
    return answer;
  }, {
    didChange: () => lines.push([sender.problem, sender.refusal].filter((each) => each).join(' ')),
    didForget: (...texts) => forgotten.push(texts),
    pause: async (time) => { pauses.push(time); },
    random: () => 1,
  });
  for (const [name, value] of inputs) outbox.add(name, value);
  await sender.run();
  return { bodies, lines, forgotten, pauses, outbox };
};
const named = (name) => Object.assign(new Error(), { name });

test('a batch without an answer is sent again under its number', async () => {
  const { bodies, lines, pauses, outbox } = await play([['action', '1']], [named('TypeError'), named('TimeoutError')]);
  assert.deepEqual(bodies, Array(3).fill(`counterpoint-batch=${tab}-1&action=1`));
  assert.deepEqual(lines, ['The connection is lost. Trying again…', 'The server does not answer. Trying again…', '']);
  assert.deepEqual(pauses, [1000, 2000]);
  assert.equal(outbox.count, 0);
});

test('a busy server is asked again, after the pause that it wants', async () => {
  const { bodies, lines, pauses } = await play([['action', '1']], [{ status: 429, delay: 7 }, { status: 503 }]);
  assert.equal(bodies.length, 3);
  assert.equal(lines[0], 'The server is busy. Trying again…');
  assert.deepEqual(pauses, [7000, 2000]);
});

test('one refused input does not take the others along', async () => {
  const inputs = [['action', '1'], ['action', '2'], ['name', 'a']];
  const refusal = { status: 409, reason: 'The page has changed.' };
  const { bodies, lines } = await play(inputs, [refusal, { status: 204 }, refusal, { status: 204 }]);
  assert.deepEqual(bodies.map((body) => body.slice(body.indexOf('&'))), ['&action=1&action=2&name=a', '&action=1', '&action=2', '&name=a']);
  assert.deepEqual(bodies.map((body) => Number(/-(\d+)&/.exec(body)[1])), [1, 2, 3, 4]);
  assert.ok(lines.includes('The page has changed.'));
});

test('a refusal without a line of its own says its status', async () => {
  const { lines } = await play([['action', '1']], [{ status: 413 }]);
  assert.deepEqual(lines, ['The server has refused your last input (413).']);
});

test('what is said of inputs is true when the server has forgotten the page', async () => {
  const unknown = { status: 403, reason: 'Unknown.' };
  assert.deepEqual((await play([['action', '1']], [unknown])).forgotten, [['Unknown.', 'Your last input was not handled.']]);
  const maybe = 'Your last input may or may not have been handled.';
  assert.deepEqual((await play([['action', '1']], [named('TypeError'), unknown])).forgotten, [['Unknown.', maybe]]);
  assert.deepEqual((await play([['action', '1']], [{ status: 410, reason: 'Gone.' }])).forgotten, [['Gone.', maybe]]);
});

test('events come in any pieces', () => {
  const text = 'retry: 500\n\nid: 1\ndata: [["t",[0],"a: b"]]\n\nevent: heartbeat\ndata:\n\n';
  for (const size of [1, 2, 7, 1000]) {
    const [events, found] = [new Events(), []];
    for (let index = 0; index < text.length; index += size) found.push(...events.add(text.slice(index, index + size)));
    assert.deepEqual(found, [
      { event: 'message', retry: '500' }, { event: 'message', id: '1', data: '[["t",[0],"a: b"]]' }, { event: 'heartbeat', data: '' },
    ]);
  }
});

// Follows streams that a test makes, until there is none left.
const follow = async (answers, options = {}) => {
  const log = [];
  const stream = new Stream(async (signal) => {
    const answer = answers.shift();
    if (!answer) {
      stream.stop();
      throw named('TypeError');
    }
    if (answer instanceof Error) throw answer;
    return answer === 'silent' ? new Response(new ReadableStream({
      start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
    })) : answer;
  }, options.heartbeat ?? 1_000_000, {
    didReceive: (event) => { log.push(event.data); return options.didReceive?.(event); },
    didConnect: () => log.push('connected'),
    didLose: (problem) => log.push(problem),
    didForget: (reason) => log.push(`forgotten: ${reason}`),
    pause: async (time) => { log.push(time); },
    random: () => 1,
    now: () => 0,
  });
  await stream.run();
  return log;
};
const lost = 'The connection is lost. Trying again…';

test('a stream that ends is opened again, with growing pauses and the base that the server wants', async () => {
  const log = await follow([new Response('retry: 100\n\nid: 1\ndata: a\n\n'), named('TypeError'), new Response('')]);
  assert.deepEqual(log, ['connected', 'a', lost, 100, lost, 200, 'connected', lost, 400]);
});

test('a stream without a heartbeat is given up', async () => {
  const log = await follow(['silent'], { heartbeat: 1 });
  assert.deepEqual(log, ['connected', 'The server does not answer. Trying again…', 1000]);
});

test('what the server says of a stream is told', async () => {
  const log = await follow([
    new Response('Too many tabs.\n', { status: 429 }), new Response('', { status: 502 }), new Response('Unknown.\n', { status: 403 }),
  ]);
  assert.deepEqual(log, ['Too many tabs.', 1000, 'The server is not ready. Trying again…', 2000, 'forgotten: Unknown.']);
});

test('a change that does not apply ends the stream', async () => {
  const log = await follow([new Response('id: 1\ndata: bad\n\nid: 2\ndata: never\n\n')], { didReceive: () => false });
  assert.deepEqual(log, ['connected', 'bad', 'The page is loaded again…', 1000]);
});

test('a stream that is stopped is not opened again', async () => {
  const log = [];
  const stream = new Stream(() => never(), 1_000_000, { didLose: () => log.push('lost') });
  stream.open = (signal) => new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason)));
  const run = stream.run();
  stream.stop();
  await run;
  assert.deepEqual(log, []);
});
