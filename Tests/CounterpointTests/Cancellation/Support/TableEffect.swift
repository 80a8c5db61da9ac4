import Counterpoint
import CounterpointTestSupport

/// An effect with a cancellation id, for a feature of any type.
struct TableEffect: Sendable {
  enum Kind: Sendable {
    /// Waits until the test lets it pass.
    case wait, restart
    /// Waits in an operation that has the id, instead of the effect.
    case waitInside, restartInside
    case cancel, cancelInside
    case debounce, throttle
  }

  let kind: Kind
  let name: String
  let log: Recorder<String>
  let clock: TestClock<Duration>
  /// Sent when the effect begins to wait.
  let begun = Signal()
  /// Lets the effect pass.
  let gate = Signal()

  func start<Action>(_ arrived: Action) -> Effect<Action> {
    switch kind {
    case .wait:
      .run { _ in try await wait() }.cancellable(id: 1)
    case .restart:
      .run { _ in try await wait() }.cancellable(id: 1, cancelInFlight: true)
    case .waitInside, .restartInside:
      .run { _ in
        try await withTaskCancellation(id: 1, cancelInFlight: kind == .restartInside) { try await wait() }
      }
    case .cancel:
      .cancel(id: 1)
    case .cancelInside:
      .run { _ in Task.cancel(id: 1) }
    case .debounce:
      .send(arrived).debounce(id: 1, for: .seconds(1), clock: clock)
    case .throttle:
      .send(arrived).throttle(id: 1, for: .seconds(1), clock: clock, latest: false)
    }
  }

  private func wait() async throws {
    begun.send()
    await gate.wait()
    try Task.checkCancellation()
    log.note(name)
  }

  func noted<Action>() -> Effect<Action> {
    log.note(name)
    return .none
  }
}
