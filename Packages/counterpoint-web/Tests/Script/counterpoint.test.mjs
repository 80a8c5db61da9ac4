// Tests the logic of the web runtime's script, without a browser, a network or real time: node --test Tests/Script/
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';

const source = (name) => readFileSync(new URL(`../../Sources/CounterpointSessions/Site/${name}`, import.meta.url), 'utf8');
const scripts = source('stream.js') + source('addresses.js') + source('fields.js') + source('lists.js') + source('page.js') + source('counterpoint.js');
const { backoff, EventParser, EventConnection } = vm.runInThisContext(`${scripts}; counterpointStream`);
const { InputQueue, RequestSender } = globalThis.counterpoint;

const values = (request) => [...new URLSearchParams(request.body)].slice(1).map(([name, value]) => `${name}=${value}`);
const tab = '0a'.repeat(16);
const never = () => new Promise(() => {});

test('pauses follow an exponential backoff with full jitter', () => {
  assert.deepEqual([0, 1, 2, 5, 50].map((attempt) => backoff(attempt, 1000, () => 1)), [1000, 2000, 4000, 30000, 30000]);
  assert.equal(backoff(3, 1000, () => 0), 0);
  assert.equal(backoff(1, 100, () => 0.5), 100);
});

test('only the newest text of a field is sent', () => {
  const queue = new InputQueue(tab, 1000);
  for (const text of ['a', 'ab', 'abc']) queue.add('name', text);
  queue.add('email', 'x');
  queue.add('name', 'abcd');
  assert.deepEqual(values(queue.next()), ['email=x', 'name=abcd']);
});

test('events of hooks are sent one by one, in their order', () => {
  const queue = new InputQueue(tab, 1000);
  for (const value of ['moved 1', 'moved 2']) queue.add('counterpoint-hook', value);
  queue.add('name', 'a');
  queue.add('counterpoint-hook', 'moved 3');
  queue.add('name', 'b');
  assert.deepEqual(values(queue.next()), ['counterpoint-hook=moved 1', 'counterpoint-hook=moved 2', 'name=a', 'counterpoint-hook=moved 3', 'name=b']);
});

test('texts before an action are not coalesced with texts after it', () => {
  const queue = new InputQueue(tab, 1000);
  for (const [name, value] of [['name', 'a'], ['action', '1'], ['name', 'b'], ['name', 'c']]) queue.add(name, value);
  assert.deepEqual(values(queue.next()), ['name=a', 'action=1', 'name=c']);
});

test('only the newest position of each list is sent', () => {
  const queue = new InputQueue(tab, 1000);
  const [first, second] = [{}, {}];
  queue.add('counterpoint-window', '0 50 a', first);
  queue.add('counterpoint-window', '0 50 b', second);
  queue.add('counterpoint-window', '9 50 a', first);
  assert.deepEqual(values(queue.next()), ['counterpoint-window=0 50 b', 'counterpoint-window=9 50 a']);
});

test('a text in flight is not replaced', () => {
  const queue = new InputQueue(tab, 1000);
  queue.add('name', 'a');
  const first = queue.next();
  queue.add('name', 'b');
  assert.equal(queue.next(), first);
  assert.deepEqual(queue.texts.map(({ value }) => value), ['a', 'b']);
  queue.confirm();
  assert.deepEqual(values(queue.next()), ['name=b']);
});

test('requests are limited in bytes, and no action is lost', () => {
  const queue = new InputQueue(tab, 300);
  for (let number = 0; number < 100; number++) assert.equal(queue.add('action', `{"tap":${number}}`), undefined);
  const found = [];
  for (let request; (request = queue.next()); queue.confirm()) {
    assert.ok(request.body.length <= 300);
    found.push(...values(request));
  }
  assert.deepEqual(found, Array.from({ length: 100 }, (_, number) => `action={"tap":${number}}`));
});

test('a request has as many inputs as the server accepts', () => {
  const queue = new InputQueue(tab, 16384, undefined, 100);
  for (let number = 0; number < 250; number++) queue.add('action', `${number}`);
  const counts = [];
  for (let request; (request = queue.next()); queue.confirm()) counts.push(values(request).length);
  assert.deepEqual(counts, [100, 100, 50]);
});

test('a text that is too long for a request is refused alone', () => {
  const queue = new InputQueue(tab, 300);
  queue.add('action', '1');
  assert.equal(queue.add('name', 'x'.repeat(1_000_000)), 'long');
  // 100 letters, of six bytes each in a request.
  assert.equal(queue.add('name', 'é'.repeat(100)), 'long');
  queue.add('action', '2');
  assert.deepEqual(values(queue.next()), ['action=1', 'action=2']);
});

test('a request has inputs of one page, and names it', () => {
  const queue = new InputQueue(tab, 1000);
  queue.add('action', '1', undefined, '/a');
  queue.add('counterpoint-visit', '/b', undefined, '/a');
  queue.add('action', '2', undefined, '/b');
  const requests = [];
  for (let request; (request = queue.next()); queue.confirm()) requests.push([request.at, ...values(request)]);
  assert.deepEqual(requests, [['/a', 'action=1', 'counterpoint-visit=/b'], ['/b', 'action=2']]);
});

test('only the last of several visits is sent, from the page of the first', () => {
  const queue = new InputQueue(tab, 1000);
  queue.add('counterpoint-visit', '/b', undefined, '/a');
  queue.add('counterpoint-visit', '/c', undefined, '/b');
  const request = queue.next();
  assert.deepEqual([request.at, ...values(request)], ['/a', 'counterpoint-visit=/c']);
});

test('a replaced page restarts at number 1, but an unconfirmed request keeps its number', () => {
  const queue = new InputQueue(tab, 1000);
  const other = '0b'.repeat(16);
  queue.add('action', '1');
  const first = queue.next();
  queue.restart(other);
  queue.add('action', '2');
  assert.equal(queue.next(), first);
  queue.confirm();
  queue.restart(other);
  assert.equal(queue.next().body, `counterpoint-idempotency-key=${other}-1&action=2`);
});

test('the queue is bounded', () => {
  const queue = new InputQueue(tab, 300, 2);
  assert.deepEqual(['1', '2', '3'].map((value) => queue.add('action', value)), [undefined, undefined, 'many']);
  assert.equal(queue.count, 2);
});

// Sends inputs to a fake server: the n-th request gets the n-th answer.
const play = async (inputs, answers) => {
  const queue = new InputQueue(tab, 1000);
  const [bodies, lines, expired, pauses, ends] = [[], [], [], [], []];
  const sender = new RequestSender(queue, async (body) => {
    bodies.push(body);
    const answer = answers.shift() ?? { status: 204 };
    if (answer instanceof Error) throw answer;
    return answer;
  }, {
    didChange: () => lines.push([sender.problem, sender.refusal].filter((each) => each).join(' ')),
    didExpire: (...texts) => expired.push(texts),
    didConfirm: (inputs, revision) => ends.push([...inputs.map(({ owner }) => owner), revision]),
    didRefuse: (inputs) => ends.push([...inputs.map(({ owner }) => owner), 'refused']),
    pause: async (time) => { pauses.push(time); },
    random: () => 1,
  });
  for (const [name, value, owner] of inputs) queue.add(name, value, owner);
  await sender.run();
  return { bodies, lines, expired, pauses, ends, queue };
};
const named = (name) => Object.assign(new Error(), { name });

test('a request without a response is sent again with its number', async () => {
  const { bodies, lines, pauses, queue } = await play([['action', '1']], [named('TypeError'), named('TimeoutError')]);
  assert.deepEqual(bodies, Array(3).fill(`counterpoint-idempotency-key=${tab}-1&action=1`));
  assert.deepEqual(lines, ['The connection is lost. Trying again…', 'The server does not answer. Trying again…', '']);
  assert.deepEqual(pauses, [1000, 2000]);
  assert.equal(queue.count, 0);
});

test('a busy server is retried after its Retry-After', async () => {
  const { bodies, lines, pauses } = await play([['action', '1']], [{ status: 429, delay: 7 }, { status: 503 }]);
  assert.equal(bodies.length, 3);
  assert.equal(lines[0], 'The server is busy. Trying again…');
  assert.deepEqual(pauses, [7000, 2000]);
});

test('a refused input does not fail the other inputs of its request', async () => {
  const inputs = [['action', '1'], ['action', '2'], ['name', 'a']];
  const refusal = { status: 409, reason: 'The page has changed.' };
  const { bodies, lines } = await play(inputs, [refusal, { status: 204 }, refusal, { status: 204 }]);
  assert.deepEqual(bodies.map((body) => body.slice(body.indexOf('&'))), ['&action=1&action=2&name=a', '&action=1', '&action=2', '&name=a']);
  assert.deepEqual(bodies.map((body) => Number(/-(\d+)&/.exec(body)[1])), [1, 2, 3, 4]);
  assert.ok(lines.includes('The page has changed.'));
});

test('owners of inputs learn the revision that shows them, or that they were refused', async () => {
  const inputs = [['name', 'a', 'name'], ['action', '1', 'form']];
  const { ends } = await play(inputs, [{ status: 409 }, { status: 204, revision: '7' }, { status: 409 }]);
  assert.deepEqual(ends, [['name', '7'], ['form', 'refused']]);
});

test('a refusal without a reason shows its status', async () => {
  const { lines } = await play([['action', '1']], [{ status: 413 }]);
  assert.deepEqual(lines, ['The server has refused your last input (413).']);
});

test('the notice after an expired session says whether the last input was handled', async () => {
  const unknown = { status: 403, reason: 'Unknown.' };
  assert.deepEqual((await play([['action', '1']], [unknown])).expired, [['Unknown.', 'Your last input was not handled.']]);
  const maybe = 'Your last input may or may not have been handled.';
  assert.deepEqual((await play([['action', '1']], [named('TypeError'), unknown])).expired, [['Unknown.', maybe]]);
  assert.deepEqual((await play([['action', '1']], [{ status: 410, reason: 'Gone.' }])).expired, [['Gone.', maybe]]);
});

test('events are parsed from chunks of any size', () => {
  const text = 'retry: 500\n\nid: 1\ndata: [["t",[0],"a: b"]]\n\nevent: heartbeat\ndata:\n\n';
  for (const size of [1, 2, 7, 1000]) {
    const [events, found] = [new EventParser(), []];
    for (let index = 0; index < text.length; index += size) found.push(...events.add(text.slice(index, index + size)));
    assert.deepEqual(found, [
      { event: 'message', retry: '500' }, { event: 'message', id: '1', data: '[["t",[0],"a: b"]]' }, { event: 'heartbeat', data: '' },
    ]);
  }
});

// Parses a text in pieces of several sizes, which must find the same events.
const parse = (text) => {
  const results = [1, 2, 3, 7, 1000].map((size) => {
    const [events, found] = [new EventParser(), []];
    for (let index = 0; index < text.length; index += size) found.push(...events.add(text.slice(index, index + size)));
    return found;
  });
  for (const result of results) assert.deepEqual(result, results[0]);
  return results[0];
};

test('only CR, LF and CR LF end the lines of events', () => {
  const text = 'a\u2028b\u2029c\u0085d\u000be\u000cf\u0000g\ufeff: h';
  for (const end of ['\n', '\r', '\r\n']) {
    const lines = ['id: 1', `data: ${text}`, '', `data:${text}`, 'data:  x', 'data', '', 'id: 2'];
    assert.deepEqual(parse(lines.map((line) => line + end).join('')), [
      { event: 'message', id: '1', data: text }, { event: 'message', data: `${text}\n x\n` },
    ]);
  }
  assert.deepEqual(parse('data: a\r\n\ndata: b\n\r\n\r\rdata: c\r\r').map(({ data }) => data), ['a', 'b', 'c']);
});

test('comments, unknown fields and blocks without data are no events', () => {
  assert.deepEqual(parse(': a comment\n\n\n__proto__: x\nid: 1\n\nevent: page\n\nother: y\n:\ndata: z\n\nretry: 5\n\n'), [
    { event: 'message', data: 'z' }, { event: 'message', retry: '5' },
  ]);
});

// Reads the streams of a test until none is left.
const follow = async (answers, options = {}) => {
  const log = [];
  const stream = new EventConnection(async (signal) => {
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
    didFail: (error, isFirst) => log.push(`${error.message}${isFirst ? '' : ' again'}`),
    didExpire: (reason) => log.push(`expired: ${reason}`),
    pause: async (time) => { log.push(time); },
    random: () => 1,
    now: options.now ?? (() => 0),
  });
  await stream.run();
  return log;
};
const lost = 'The connection is lost. Trying again…';

test('a stream that ends is opened again, with backoff from the base that the server sets', async () => {
  const log = await follow([new Response('retry: 100\n\nid: 1\ndata: a\n\n'), named('TypeError'), new Response('')]);
  assert.deepEqual(log, ['connected', 'a', lost, 100, lost, 200, 'connected', lost, 400]);
});

test('a text with line separators of Unicode does not end the stream', async () => {
  const data = JSON.stringify([['t', [0], 'a\u2028b\u2029c']]);
  const log = await follow([new Response(`id: 1\ndata: ${data}\n\nid: 2\ndata: next\n\n`)]);
  assert.deepEqual(log, ['connected', data, 'next', lost, 1000]);
});

test('a stream without a heartbeat is closed', async () => {
  const log = await follow(['silent'], { heartbeat: 1 });
  assert.deepEqual(log, ['connected', 'The server does not answer. Trying again…', 1000]);
});

test('the reason of a refused stream is reported', async () => {
  const log = await follow([
    new Response('Too many tabs.\n', { status: 429 }), new Response('', { status: 502 }), new Response('Unknown.\n', { status: 403 }),
  ]);
  assert.deepEqual(log, ['Too many tabs.', 1000, 'The server is not ready. Trying again…', 2000, 'expired: Unknown.']);
});

const failing = { didReceive: () => { throw new Error('no such node'); } };

test('an error of the script is not taken for a lost connection, and the stream begins again at once', async () => {
  const log = await follow([new Response('id: 1\ndata: bad\n\nid: 2\ndata: never\n\n')], failing);
  assert.deepEqual(log, ['connected', 'bad', 'no such node']);
});

test('repeated errors of the script wait longer and longer, and errors a minute apart do not', async () => {
  const answers = () => Array.from({ length: 4 }, () => new Response('id: 1\ndata: bad\n\n'));
  const log = await follow(answers(), failing);
  const again = ['connected', 'bad', 'no such node again'];
  assert.deepEqual(log, ['connected', 'bad', 'no such node', ...again, 4000, ...again, 8000, ...again, 16000]);
  let time = 0;
  const seldom = await follow(answers(), { ...failing, now: () => { time += 70000; return time; } });
  assert.deepEqual(seldom, Array(4).fill(['connected', 'bad', 'no such node']).flat());
});

test('a delay that is no number keeps the one before', async () => {
  const log = await follow([new Response('retry: x\n\nretry: \n\nretry: -1\n\n'), named('TypeError')]);
  assert.deepEqual(log, ['connected', lost, 1000, lost, 2000]);
});

test('a line in many pieces takes linear time', { timeout: 30_000 }, () => {
  const [events, text] = [new EventParser(), 'x'.repeat(400_000)];
  const found = events.add('data: ');
  for (const letter of text) found.push(...events.add(letter));
  found.push(...events.add('\n\n'));
  assert.equal(found[0].data.length, text.length);
});

test('a stopped stream is not opened again', async () => {
  const log = [];
  const stream = new EventConnection(() => never(), 1_000_000, { didLose: () => log.push('lost') });
  stream.open = (signal) => new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason)));
  const run = stream.run();
  stream.stop();
  await run;
  assert.deepEqual(log, []);
});
