// The stream of the page's changes.
const counterpointStream = (() => {
  'use strict';

  // Returns a pause in milliseconds: exponential backoff with full jitter.
  const backoff = (attempt, base = 1000, random = Math.random) => random() * Math.min(30000, base * 2 ** attempt);
  const sleep = (time) => new Promise((resume) => setTimeout(resume, time));

  // An incremental parser of server-sent events, whose lines end with CR LF, LF or CR. Texts can contain other line separators, such as
  // U+2028, which the '.' of a regular expression does not match. The time is linear in the length of the stream: the pieces of a line are
  // joined once, at its end.
  class EventParser {
    constructor() { Object.assign(this, { pieces: [], hasCR: false, event: null }); }
    add(piece) {
      if (!piece) return [];
      // The LF of a CR LF that is in two pieces ends no further line.
      const lines = (this.hasCR && piece.startsWith('\n') ? piece.slice(1) : piece).split(/\r\n|\n|\r/);
      this.hasCR = piece.endsWith('\r');
      const rest = lines.pop();
      const events = lines.map((line) => this.addLine(this.join(line))).filter((event) => event);
      if (rest) this.pieces.push(rest);
      return events;
    }
    // Returns a line with its earlier pieces.
    join(end) { return this.pieces.length > 0 ? this.pieces.splice(0).join('') + end : end; }
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

  // The loss of a connection, apart from the errors of the script.
  class ConnectionLoss extends Error {}
  const network = (promise) => promise.catch((error) => {
    throw new ConnectionLoss(error.name === 'AbortError' ? 'The server does not answer. Trying again…' : 'The connection is lost. Trying again…');
  });

  // Reads the event stream. Reconnects when the stream ends, or when nothing arrives for 2.5 heartbeats.
  //
  // An error of the script, such as a change that does not fit the page, is no loss of the connection. 'didFail' receives it, and the
  // stream begins again: at once after the first error, and after longer pauses if further errors follow within a minute.
  class EventConnection {
    constructor(open, heartbeat, { didReceive, didConnect, didLose, didFail, didExpire, pause = sleep, random = Math.random, now = Date.now }) {
      Object.assign(this, {
        open, heartbeat, didReceive, didConnect, didLose, didFail, didExpire, pause, random, now, base: 1000, failures: 0, lastFailure: -Infinity,
      });
    }
    async run() {
      const run = this.current = {};
      for (let attempt = 0; this.current === run; attempt += 1) {
        const start = this.now();
        const end = await this.follow().catch((error) => error instanceof ConnectionLoss ? { problem: error.message } : { error });
        if (this.current !== run || end === null) return;
        // A stream that ends at once keeps the backoff. Otherwise the script would reconnect without a pause to a server that ends all
        // streams.
        if (this.now() - start > 5000) attempt = 0;
        let time = backoff(attempt, this.base, this.random);
        if (end.error) {
          time = this.pauseAfterFailure();
          this.didFail(end.error, time === 0);
        } else this.didLose(end.problem);
        if (time > 0) await Promise.race([this.pause(time), new Promise((wake) => { this.wake = wake; })]);
      }
    }
    pauseAfterFailure() {
      this.failures = this.now() - this.lastFailure > 60000 ? 0 : this.failures + 1;
      this.lastFailure = this.now();
      return this.failures === 0 ? 0 : backoff(this.failures + 1, this.base, this.random);
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
        const answer = await network(this.open(control.signal));
        const reason = async () => (await network(answer.text())).trim();
        if (answer.status === 403) {
          this.didExpire(await reason(), '');
          return null;
        }
        if (answer.status === 429) return { problem: await reason() };
        if (answer.status !== 200) return { problem: 'The server is not ready. Trying again…' };
        const [reader, decoder, events] = [answer.body.getReader(), new TextDecoder(), new EventParser()];
        this.didConnect();
        for (;;) {
          const { done, value } = await network(reader.read());
          if (done) return { problem: 'The connection is lost. Trying again…' };
          expect();
          for (const event of events.add(decoder.decode(value, { stream: true }))) {
            if (/^\d+$/.test(event.retry)) this.base = Number(event.retry);
            if (event.data !== undefined && event.event !== 'heartbeat') this.didReceive(event);
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
