// Reads streams from lines of JSON, and compares the events that the script of pages finds with those of the test visitor.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import vm from 'node:vm';

const source = readFileSync(new URL('../Packages/counterpoint-web/Sources/CounterpointSessions/Site/stream.js', import.meta.url), 'utf8');
const { EventParser } = vm.runInThisContext(`${source}; counterpointStream`);
const text = ({ event, id, data, retry }) => JSON.stringify([event, id ?? null, data ?? null, retry ?? null]);

let [streams, events, differences] = [0, 0, 0];
for await (const line of createInterface({ input: process.stdin })) {
  const { chunks, events: expected } = JSON.parse(line);
  const [parser, decoder, found] = [new EventParser(), new TextDecoder(), []];
  for (const chunk of chunks) found.push(...parser.add(decoder.decode(Buffer.from(chunk, 'base64'), { stream: true })));
  streams += 1;
  events += found.length;
  if (found.map(text).join('\n') === expected.map(text).join('\n')) continue;
  differences += 1;
  if (differences > 3) continue;
  console.log(`Stream ${streams} differs.`);
  console.log('  the script      ', found.map(text).join(' '));
  console.log('  the test visitor', expected.map(text).join(' '));
}
console.log(`${streams} streams with ${events} events, ${differences} differ`);
process.exit(differences > 0 || streams === 0 ? 1 : 0);
