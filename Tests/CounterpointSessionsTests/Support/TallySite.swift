import ControlledClocks
import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import Locks

/// A program that is as small as one can be and still have effects and a field.
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
  }
}

/// A site with the program on it, and what tests want to know of it.
struct TallySite: Sendable {
  let site: WebSite<Tally.State, Tally.Action>
  let clock = TestClock()
  /// What becomes of the effects of `wait`.
  let effects: AsyncStream<EffectEvent>
  private let gate: AsyncStream<Void>.Continuation

  enum EffectEvent {
    case began, cancelled, ended
  }

  /// - Parameters:
  ///   - limits: The limits of the site.
  ///   - hosts: The names of the site.
  ///   - acceptsOnlyOfferedActions: Most tests send actions that no button of the page has.
  ///   - monitor: The monitor of the site.
  init(
    limits: WebLimits = WebLimits(),
    hosts: Set<String>? = nil,
    acceptsOnlyOfferedActions: Bool = false,
    monitor: (any SiteMonitor)? = nil
  ) {
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
        Store(initialState: Tally.State(), isolation: actor) { Self.reducer(opened, continuation) }.view
      },
      screen: { state in
        html {
          Element(.p) { "\(state.count)" }
          Element.button(Tally.Action.add(1)) { "+" }
          Element.field("name", value: state.name, .disabled(state.count == 102))
          if acceptsOnlyOfferedActions, state.count < 3 {
            Element.button(Tally.Action.wait, .disabled(state.count == 2)) { "Wait" }
          }
        }
      }
    )
    site = WebSite(app, limits: limits, hosts: hosts, clock: clock, monitor: monitor)
  }

  /// Lets the effect of `wait` come to its end, if nobody has cancelled it.
  func endEffects() {
    gate.finish()
  }

  private static func reducer(
    _ opened: AsyncStream<Void>,
    _ effects: AsyncStream<EffectEvent>.Continuation
  ) -> Reduce<Tally.State, Tally.Action> {
    Reduce { state, action in
      switch action {
      case .add(let number):
        state.count += number
      case .named(let name):
        state.name = name
      case .wait:
        state.isWaiting = true
        return .run { _ in
          effects.yield(.began)
          await withTaskCancellationHandler {
            for await _ in opened {}
          } onCancel: {
            effects.yield(.cancelled)
          }
          effects.yield(.ended)
        }
      }
      return .none
    }
  }

  func get(_ path: String, _ cookie: String? = nil, headers: [String: String] = [:]) async -> WebResponse {
    let parts = path.split(separator: "?", maxSplits: 1)
    var headers = headers.merging(["host": "localhost:8080"]) { given, _ in given }
    headers["cookie"] = cookie
    return await site.respond(
      to: WebRequest(
        method: "GET",
        path: String(parts[0]),
        query: parts.count > 1 ? String(parts[1]) : "",
        headers: headers
      )
    )
  }

  /// Loads the page as somebody new.
  func visit() async -> String {
    let cookie = await get("/").header("set-cookie")
    return String(cookie?.prefix { $0 != ";" } ?? "")
  }

  func post(_ body: String, _ cookie: String?, path: String = "/actions", headers: [String: String] = [:]) async
    -> WebResponse
  {
    var all = [
      "host": "localhost:8080", "origin": "http://localhost:8080",
      "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
    ]
    all["cookie"] = cookie
    all.merge(headers) { $1 }
    return await site.respond(
      to: WebRequest(method: "POST", path: path, headers: all, body: .complete(Array(body.utf8)))
    )
  }

  func send(_ action: Tally.Action, _ cookie: String) async -> Int {
    await post("action=\(encoded(action))", cookie).status
  }

  /// The number on a visitor's page.
  func count(_ cookie: String) async -> String? {
    let text = await get("/", cookie).text ?? ""
    return text.split(separator: "<p>").dropFirst().first.map { String($0.prefix { $0 != "<" }) }
  }

  func events(_ cookie: String, since revision: Int, headers: [String: String] = [:]) async -> EventStream
    .AsyncIterator?
  {
    guard case .events(let stream) = await get("/events?since=\(revision)", cookie, headers: headers).body else {
      return nil
    }
    return stream.makeAsyncIterator()
  }
}

/// An action as it stands in the body of a request.
func encoded(_ action: Tally.Action) -> String {
  percentEncoded(ActionCode.encode(action) ?? "")
}

func percentEncoded(_ text: String) -> String {
  text.utf8.map { byte in
    let digits = String(byte, radix: 16)
    return "%" + (digits.count == 1 ? "0" : "") + digits
  }.joined()
}
