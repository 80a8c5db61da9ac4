// Tests the checks and the texts of uploads, without a browser: node --test Tests/Script/
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';

const source = readFileSync(new URL('../../Sources/CounterpointSessions/Site/uploads.js', import.meta.url), 'utf8');
const { sizeText, problemOf, resultOf } = vm.runInThisContext(`${source}\ncounterpointUploads`);
const file = (name, type = '', size = 1) => ({ name, type, size });

test('sizes are written for people', () => {
  assert.deepEqual([0, 1023, 1024, 1536, 5 << 20, 1 << 30].map(sizeText), ['0 bytes', '1023 bytes', '1 KB', '1.5 KB', '5 MB', '1 GB']);
});

test('files are checked as the server checks them', () => {
  const rules = { accept: 'image/*,.csv,text/plain', maxCount: '2', maxSize: '1024' };
  assert.equal(problemOf([file('a.png', 'image/png', 1024), file('B.CSV')], rules), '');
  assert.equal(problemOf([file('a.txt', 'text/plain')], rules), '');
  assert.equal(problemOf([file('a.csv'), file('b.exe', 'application/x-exe')], rules), '“b.exe” has a type that is not accepted here.');
  assert.equal(problemOf([file('a.csv', '', 1025)], rules), '“a.csv” is too large: a file can have 1 KB.');
  assert.equal(problemOf([file('a.csv'), file('b.csv'), file('c.csv')], rules), 'Choose at most 2 files.');
  assert.equal(problemOf([file('a'), file('b')], { maxCount: '1' }), 'Choose at most one file.');
  assert.equal(problemOf([file('a', 'x/y', 1e12)], {}), '');
});

test('each result of a request has a text', () => {
  const files = [file('a.png')];
  assert.deepEqual(resultOf({ status: 204, files }), { isSent: true, note: 'Sent “a.png”.' });
  assert.deepEqual(resultOf({ status: 0, files, isCanceled: true }), { isSent: false, note: 'Canceled “a.png”.' });
  assert.deepEqual(resultOf({ status: 0, files: [...files, ...files] }), { isSent: false, problem: 'The connection is lost. Choose the files again.' });
  assert.deepEqual(resultOf({ status: 413, reason: 'A file is too large.', files }), { isSent: false, problem: 'A file is too large.' });
  assert.deepEqual(resultOf({ status: 502, files: [...files, ...files] }), { isSent: false, problem: 'The server has refused 2 files (502).' });
});
