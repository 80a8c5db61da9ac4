// Compares the streams of standard input with Node.js: see Verification/check-streams.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import vm from 'node:vm';
import { Comparison } from './comparison.mjs';

const script = new URL('../../Packages/counterpoint-web/Sources/CounterpointSessions/Site/stream.js', import.meta.url);
const { EventParser } = vm.runInThisContext(`${readFileSync(script, 'utf8')}; counterpointStream`);
const comparison = new Comparison(EventParser);
for await (const line of createInterface({ input: process.stdin })) comparison.add(line);
console.log(comparison.report);
process.exit(comparison.isSame ? 0 : 1);
