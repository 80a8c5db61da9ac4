import ControlledClocks
import CounterpointCore
import CounterpointHTML
import DependencyInjection
@_spi(Internals) import CounterpointSupport
import StateSharing

@testable import CounterpointSessions

/// A minimal program with effects and a field.
enum Tally {
  struct State: Equatable, Sendable {
    var count = 0
    var name = ""
    var isWaiting = false
  }

  enum Action: Codable, Equatable, Sendable {
    case add(Int)
    case named(String)
    case wait
    case logIn(String)
    case renewLater
    case logOut
    case logOutEverywhere
  }
}

/// A site with this program, and helpers for tests.
struct TallySite: Sendable {
  let site: WebSite<Tally.State, Tally.Action>
  let clock: TestClock<Duration>
  /// The events of the effects of `wait`.
  let effects: AsyncStream<EffectEvent>
  private let gate: AsyncStream<Void>.Continuation

  enum EffectEvent {
    case began, canceled, ended
  }

  /// - Parameters:
  ///   - limits: The limits of the site.
  ///   - publicOrigin: The public origin of the site.
  ///   - hosts: The allowed hosts of the site.
  ///   - cookieName: The name of the site's cookie.
  ///   - key: The key of the site's cookies.
  ///   - shared: A shared value that the page adds to the count.
  ///   - isBusyAtFirst: Whether the first page is busy.
  ///   - acceptsOnlyOfferedActions: Most tests send actions that no button of the page has.
  ///   - clock: The clock of the site.
  ///   - date: The time since 1970 at which the site is created.
  ///   - monitor: The monitor of the site.
  init(
    limits: WebLimits = WebLimits(),
    publicOrigin: WebOrigin? = nil,
    hosts: Set<String>? = nil,
    cookieName: String? = nil,
    key: SessionKey = SessionKey(),
    shared: Shared<Int> = Shared(value: 0),
    isBusyAtFirst: Bool = false,
    acceptsOnlyOfferedActions: Bool = false,
    clock: TestClock<Duration> = TestClock(),
    date: Duration = .seconds(1_800_000_000),
    monitor: (any SiteMonitor)? = nil
  ) {
    self.clock = clock
    let (effects, continuation) = AsyncStream.makeStream(of: EffectEvent.self)
    let (opened, gate) = AsyncStream.makeStream(of: Void.self)
    self.effects = effects
    self.gate = gate
    let app = WebApp<Tally.State, Tally.Action>(
      title: "Tally <1>",
      styleSheet: "p { color: red }",
      isBusy: \.isWaiting,
      acceptsOnlyOfferedActions: acceptsOnlyOfferedActions,
      fields: { [WebField("name", $0.binding(get: \.name, send: Tally.Action.named))] },
      viewStore: { actor in
        let state = Tally.State(isWaiting: isBusyAtFirst)
        return Store(initialState: state, isolation: actor) { Self.reducer(opened, continuation) }.view
      },
      screen: { state in
        html {
          Element(.p) { "\(state.count + shared.wrappedValue)" }
          Element.button(Tally.Action.add(1)) { "+" }
          Element.field("name", value: state.name, .disabled(state.count == 102))
          if acceptsOnlyOfferedActions, state.count < 3 {
            Element.button(Tally.Action.wait, .disabled(state.count == 2)) { "Wait" }
          }
        }
      }
    )
    site = WebSite(
      app,
      limits: limits,
      publicOrigin: publicOrigin,
      hosts: hosts,
      cookies: SessionCookies(name: cookieName, origin: publicOrigin, key: key),
      clock: clock,
      date: date,
      monitor: monitor
    )
  }

  /// Ends the effect of `wait`, unless it was canceled.
  func endEffects() {
    gate.finish()
  }

  private static func reducer(
    _ opened: AsyncStream<Void>,
    _ effects: AsyncStream<EffectEvent>.Continuation
  ) -> Reduce<Tally.State, Tally.Action> {
    @Dependency(\.webSession) var session
    return Reduce { [session] state, action in
      switch action {
      case .add(let number):
        state.count += number
      case .named(let name):
        state.name = name
      case .logIn(let account):
        session.renewID()
        session.setAccount(account)
      case .renewLater:
        return .run { _ in
          for await _ in opened {}
          session.renewID()
          effects.yield(.ended)
        }
      case .logOut:
        session.end()
      case .logOutEverywhere:
        session.endEverywhere()
      case .wait:
        state.isWaiting = true
        return .run { _ in
          effects.yield(.began)
          await withTaskCancellationHandler {
            for await _ in opened {}
          } onCancel: {
            effects.yield(.canceled)
          }
          effects.yield(.ended)
        }
      }
      return .none
    }
  }

  func get(
    _ path: String,
    _ cookie: String? = nil,
    method: String = "GET",
    headers: [String: String] = [:],
    from address: String? = nil
  ) async -> WebResponse {
    let parts = path.split(separator: "?", maxSplits: 1)
    var headers = headers.merging(["host": "localhost:8080"]) { given, _ in given }
    headers["cookie"] = cookie
    return await site.respond(
      to: WebRequest(
        method: method,
        path: String(parts[0]),
        query: parts.count > 1 ? String(parts[1]) : "",
        headers: headers,
        remoteAddress: address
      )
    )
  }

  /// Loads the page without a cookie, and returns the cookie of the response.
  func newCookie() async -> String {
    cookie(await get("/"))
  }

  /// The cookie that a response sets, in the format of a request.
  func cookie(_ response: WebResponse) -> String {
    String(response.header("set-cookie")?.prefix { $0 != ";" } ?? "")
  }

  func post(
    _ body: String,
    _ cookie: String?,
    path: String = "/actions",
    headers: [String: String] = [:],
    from address: String? = nil
  ) async -> WebResponse {
    var all = [
      "host": "localhost:8080", "origin": "http://localhost:8080",
      "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
    ]
    all["cookie"] = cookie
    all.merge(headers) { $1 }
    return await site.respond(
      to: WebRequest(
        method: "POST",
        path: path,
        headers: all,
        body: .complete(Array(body.utf8)),
        remoteAddress: address
      )
    )
  }

  func send(_ action: Tally.Action, _ cookie: String, from address: String? = nil) async -> Int {
    await post("action=\(encoded(action))", cookie, from: address).status
  }

  /// The number on a session's page.
  func count(_ cookie: String) async -> String? {
    let text = await get("/", cookie).text ?? ""
    return text.split(separator: "<p>").dropFirst().first.map { String($0.prefix { $0 != "<" }) }
  }

  func events(
    _ cookie: String,
    since revision: some CustomStringConvertible & Sendable,
    headers: [String: String] = [:],
    from address: String? = nil
  ) async -> EventStream.AsyncIterator? {
    let response = await get("/events?since=\(revision)", cookie, headers: headers, from: address)
    guard case .events(let stream) = response.body else { return nil }
    return stream.makeAsyncIterator()
  }

  /// The revision that a page sends to its stream.
  func revision(_ page: WebResponse) -> String {
    let text = page.text?.split(separator: "data-revision=\"").dropFirst().first ?? ""
    return String(text.prefix { $0 != "\"" })
  }
}

/// An action in the format of a request body.
func encoded(_ action: Tally.Action) -> String {
  percentEncoded(ActionCode.encode(action) ?? "")
}

func percentEncoded(_ text: String) -> String {
  text.utf8.map { byte in
    let digits = String(byte, radix: 16)
    return "%" + (digits.count == 1 ? "0" : "") + digits
  }.joined()
}
