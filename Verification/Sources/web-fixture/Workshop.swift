import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import CounterpointWeb
import Foundation

/// A program with actions that are as expensive as an attacker likes, for measurements of what other visitors notice.
///
/// The server trusts the header `X-Forwarded-For` of this computer, so that clients can have addresses with limits.
enum Workshop {
  struct State: Equatable, Sendable {
    var count = 0
    var note = ""
    var files: [UploadedFile] = []
  }

  enum Action: Codable, Equatable, Sendable {
    case increment
    /// Blocks the thread for a second.
    case block
    /// Computes for about a fifth of a second in a debug build.
    case compute
    case noteTyped(String)
    case received([UploadedFile])
  }

  static func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count += 1
    case .block: Thread.sleep(forTimeInterval: 1)
    case .compute:
      var number = state.count
      for _ in 0..<20_000_000 { number = number &* 31 &+ 7 }
      state.count = number % 1_000
    case .noteTyped(let note): state.note = note
    case .received(let files): state.files = files
    }
    return .none
  }

  static let app = WebApp<State, Action>(
    title: "Workshop",
    fields: { store in
      [
        WebField("note", store.binding(get: \.note, send: Action.noteTyped)),
        WebField("files", store.binding(get: \.files, send: Action.received)),
      ]
    },
    viewStore: { actor in
      Store(initialState: State(), isolation: actor) { Reduce { Self.reduce(&$0, $1) } }.view
    },
    screen: { state in
      html {
        Element(.main) {
          Element(.h1) { "Workshop" }
          Element.button(Action.increment, .id("increment")) { "Count up" }
          Element.button(Action.block, .id("block")) { "Block" }
          Element.button(Action.compute, .id("compute")) { "Compute" }
          Element(.output, .id("count")) { "\(state.count)" }
          Element.field("note", label: "Note", .text(state.note))
          Element.field("files", label: "Files", .files())
          Element(.ul, .id("rows")) {
            // About as much as a page of a usual program.
            for row in 0..<50 { Element(.li, key: "\(row)") { "Row \(row) of fifty" } }
          }
        }
      }
    }
  )

  /// Lower limits than by default, so that a short attack exceeds them, also in a debug build.
  static let limits = WebLimits(
    requestsPerAddress: RateLimit(burst: 500, perSecond: 100),
    bytesPerSession: RateLimit(burst: 200_000, perSecond: 16_000),
    processorTimePerSession: RateLimit(burst: 1_000, perSecond: 100),
    processorTimePerAddress: RateLimit(burst: 3_000, perSecond: 250),
    timeToLive: .seconds(10),
    heartbeat: .seconds(1),
    uploads: UploadLimits(
      ratePerSession: RateLimit(burst: 20 << 20, perSecond: 1_048_576),
      ratePerAddress: RateLimit(burst: 40 << 20, perSecond: 2_097_152)
    )
  )

  static let options = WebServerOptions(trustedProxies: ["127.0.0.1"])
}
