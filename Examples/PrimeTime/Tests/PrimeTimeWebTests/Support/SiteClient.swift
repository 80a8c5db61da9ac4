import CounterpointHTML
import CounterpointRecording
import CounterpointSessions
import PrimeTime
import PrimeTimeWeb
import StateSharing

/// PrimeTime's site for several clients.
struct PrimeTimeSite: Sendable {
  let site: WebSite<PrimeTimePage.State, PrimeTimePage.Action>

  init(
    favorites: Shared<[Int]> = Shared(value: []),
    primes: PrimeClient = PrimeClient(nthPrime: { _, _ in 17 }),
    recorder: Recorder? = nil
  ) {
    site = WebSite(.primeTime(favorites: favorites, primes: primes, recorder: recorder))
  }

  /// Loads the page and opens its event stream.
  func connect() async -> SiteClient? {
    let page = await site.respond(to: WebRequest(method: "GET", path: "/", headers: ["host": "localhost"]))
    let cookie = String(page.header("set-cookie")?.prefix { $0 != ";" } ?? "")
    let stream = await site.respond(
      to: WebRequest(
        method: "GET",
        path: "/events",
        query: "since=0",
        headers: ["host": "localhost", "cookie": cookie]
      )
    )
    guard case .events(let events) = stream.body else { return nil }
    return SiteClient(site: site, cookie: cookie, events: events.makeAsyncIterator())
  }
}

/// A client with a session and an open event stream.
struct SiteClient {
  let site: WebSite<PrimeTimePage.State, PrimeTimePage.Action>
  let cookie: String
  var events: EventStream.AsyncIterator

  func send(_ action: CounterSection.Action) async -> Int { await send(.counter(action)) }

  func send(_ action: PrimeTimePage.Action) async -> Int {
    let code = (ActionCode.encode(action) ?? "").utf8.map { byte in
      let digits = String(byte, radix: 16)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }
    let headers = [
      "host": "localhost", "origin": "http://localhost", "cookie": cookie,
      "content-type": "application/x-www-form-urlencoded",
    ]
    let body = WebRequest.Body.complete(Array("action=\(code.joined())".utf8))
    return await site.respond(to: WebRequest(method: "POST", path: "/actions", headers: headers, body: body)).status
  }

  /// Waits for an event that contains a text.
  mutating func receives(_ text: String) async -> Bool {
    while let event = await events.next() {
      if event.contains(text) { return true }
    }
    return false
  }
}
