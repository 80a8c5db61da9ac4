// The stream of the page's changes.
const counterpointStream = (() => {
  'use strict';

  // Returns a pause in milliseconds: exponential backoff with full jitter.
  const backoff = (attempt, base = 1000, random = Math.random) => random() * Math.min(30000, base * 2 ** attempt);
  const sleep = (time) => new Promise((resume) => setTimeout(resume, time));

  // An incremental parser of server-sent events, whose lines end with CR LF, LF or CR. Texts can contain other line separators, such as
  // U+2028, which the '.' of a regular expression does not match.
  class EventParser {
    constructor() { Object.assign(this, { rest: '', hasCR: false, event: null }); }
    add(piece) {
      if (!piece) return [];
      // The LF of a CR LF that is in two pieces ends no further line.
      const text = this.rest + (this.hasCR && piece.startsWith('\n') ? piece.slice(1) : piece);
      this.hasCR = piece.endsWith('\r');
      const lines = text.split(/\r\n|\n|\r/);
      this.rest = lines.pop();
      return lines.map((line) => this.addLine(line)).filter((event) => event);
    }
    // Returns the event that an empty line ends; null for other lines.
    addLine(line) {
      const { event } = this;
      if (line === '') {
        this.event = null;
        // A block without data is no event. One with a delay is for the connection.
        return event?.data === undefined && event?.retry === undefined ? null : event;
      }
      const colon = line.includes(':') ? line.indexOf(':') : line.length;
      const [name, value] = [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
      if (!['event', 'data', 'id', 'retry'].includes(name)) return null;
      this.event = { event: 'message', ...event, [name]: name === 'data' && event?.data !== undefined ? `${event.data}\n${value}` : value };
      return null;
    }
  }

  // Reads the event stream. Reconnects when the stream ends, or when nothing arrives for 2.5 heartbeats.
  class EventConnection {
    constructor(open, heartbeat, { didReceive, didConnect, didLose, didExpire, pause = sleep, random = Math.random, now = Date.now }) {
      Object.assign(this, { open, heartbeat, didReceive, didConnect, didLose, didExpire, pause, random, now, base: 1000 });
    }
    async run() {
      const run = this.current = {};
      for (let attempt = 0; this.current === run; attempt += 1) {
        const start = this.now();
        const problem = await this.follow().catch((error) => error.name === 'AbortError'
          ? 'The server does not answer. Trying again…' : 'The connection is lost. Trying again…');
        if (this.current !== run || problem === null) return;
        this.didLose(problem);
        // A stream that ends at once keeps the backoff. Otherwise the script would reconnect without a pause to a server that ends all
        // streams.
        if (this.now() - start > 5000) attempt = 0;
        await Promise.race([this.pause(backoff(attempt, this.base, this.random)), new Promise((wake) => { this.wake = wake; })]);
      }
    }
    stop() {
      this.current = null;
      this.control?.abort();
      this.wake?.();
    }
    // Returns the reason why the stream ended; null if the page must be reloaded.
    async follow() {
      const control = this.control = new AbortController();
      let timer;
      const expect = () => {
        clearTimeout(timer);
        timer = setTimeout(() => control.abort(), 2.5 * this.heartbeat);
      };
      try {
        expect();
        const answer = await this.open(control.signal);
        if (answer.status === 403) {
          this.didExpire((await answer.text()).trim(), '');
          return null;
        }
        if (answer.status === 429) return (await answer.text()).trim();
        if (answer.status !== 200) return 'The server is not ready. Trying again…';
        const [reader, decoder, events] = [answer.body.getReader(), new TextDecoder(), new EventParser()];
        this.didConnect();
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return 'The connection is lost. Trying again…';
          expect();
          for (const event of events.add(decoder.decode(value, { stream: true }))) {
            if (event.retry) this.base = Number(event.retry);
            else if (event.event !== 'heartbeat' && this.didReceive(event) === false) return 'The page is loaded again…';
          }
        }
      } finally {
        clearTimeout(timer);
        control.abort();
      }
    }
  }

  return { backoff, sleep, EventParser, EventConnection };
})();
