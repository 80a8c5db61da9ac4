// Compares what the script of pages and the test visitor read in streams, for Node.js and for browsers.

const bytes = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const text = ({ event, id, data, retry }) => JSON.stringify([event, id ?? null, data ?? null, retry ?? null]);

export class Comparison {
  // The function applies changes to the markup of a page. It returns the nodes that the page has then, and those of another markup, as texts.
  constructor(EventParser, apply) {
    Object.assign(this, { EventParser, apply, streams: 0, events: 0, pages: 0, differences: 0, lines: [] });
  }
  // Reads a stream from a line of JSON: its chunks, the events that the test visitor has found, and its page before and after them.
  add(line) {
    const { chunks, events, page, changed } = JSON.parse(line);
    const [parser, decoder, found] = [new this.EventParser(), new TextDecoder(), []];
    for (const chunk of chunks) found.push(...parser.add(decoder.decode(bytes(chunk), { stream: true })));
    this.streams += 1;
    this.events += found.length;
    this.expect(found.map(text).join('\n'), events.map(text).join('\n'));
    if (!this.apply || page === undefined) return;
    this.pages += 1;
    this.expect(...this.apply(page, JSON.parse(found.find(({ event, data }) => event === 'message' && data !== undefined).data), changed));
  }
  expect(found, expected) {
    if (found === expected) return;
    this.differences += 1;
    if (this.differences > 3) return;
    this.lines.push(`Stream ${this.streams} differs.`, `  the script       ${found}`, `  the test visitor ${expected}`);
  }
  get isSame() { return this.differences === 0 && this.streams > 0; }
  get report() {
    const pages = this.apply ? ` and ${this.pages} changed pages` : '';
    return [...this.lines, `${this.streams} streams with ${this.events} events${pages}, ${this.differences} differ`].join('\n');
  }
}
