@_spi(Internals) import CounterpointSupport
import DequeModule

/// The state machine of action handling: the whole order of a `send`, as a value.
///
/// It knows only the number of waiting actions: no task, no lock, no closure. Its owner keeps the actions in order.
/// So it is one type for all stores, and needs no metadata lookup. Each event returns the next step, which the owner
/// performs:
///
/// ```
///           send                 reduced                 next (queue empty)
///   idle ─────────▶ reducing ──────────────▶ draining ──────────────────────▶ telling
///    ▲                 ▲                         │ next (an action waits)        │
///    │                 └─────────────────────────┴───────────────────────────────┤ next (an action waits)
///    └───────────────────────────────────────────────────────────────────────────┘ next (queue empty)
/// ```
///
/// `resume` leads from idle to draining, for effects that continue later.
struct StoreMachine {
  enum Phase {
    /// Nothing to do.
    case idle
    /// A reducer is running. The state is half-reduced and must not be read.
    case reducing
    /// A reducer has returned. Its effects are being started, and the actions that they send wait in the queue.
    case draining
    /// The queue is empty, and observers are being notified.
    case telling
  }

  /// The handling of a sent action.
  enum Acceptance {
    /// Reduce it now, and drive the machine until it is idle.
    case reduce
    /// Queue it; the caller that drives the machine will reduce it.
    case wait
    /// As `wait`, but it was sent from inside a reducer, which is reported.
    case waitAndReport
    /// Queue it until the state is read no more. It was sent by a reader, which is reported.
    case waitForReader
  }

  /// The next step.
  enum Step {
    /// Reduce the first waiting action.
    case reduce
    case tell
    case rest
  }

  private(set) var phase = Phase.idle
  /// The number of waiting actions.
  private(set) var waiting = 0

  /// An action was sent.
  ///
  /// - Parameter isLent: Whether a function of the user is reading the state.
  mutating func send(isLent: Bool = false) -> Acceptance {
    switch phase {
    case .idle where isLent:
      waiting += 1
      return .waitForReader
    case .idle:
      phase = .reducing
      return .reduce
    case .reducing:
      waiting += 1
      return .waitAndReport
    case .draining, .telling:
      waiting += 1
      return .wait
    }
  }

  /// Effects of an earlier action continue. Their actions wait until they have been started, as after a reduction.
  mutating func resume() {
    precondition(phase == .idle, "Effects went on while the store was \(phase).")
    phase = .draining
  }

  /// The reducer has returned.
  mutating func reduced() {
    precondition(phase == .reducing, "A reduction ended while the store was \(phase).")
    phase = .draining
  }

  /// The effects of the last reduction have been started, or the observers have been notified.
  mutating func next() -> Step {
    precondition(phase == .draining || phase == .telling, "The store looked for its next step while it was \(phase).")
    if waiting > 0 {
      waiting -= 1
      phase = .reducing
      return .reduce
    }
    phase = phase == .draining ? .telling : .idle
    return phase == .telling ? .tell : .rest
  }
}

/// The waiting actions, in FIFO order.
///
/// A single waiting action, as in a chain of `.send`, has storage of its own. In unspecialized code, a deque of a
/// generic element type costs about as much as ten small reductions, because of its metadata lookups.
final class ActionQueue<Action> {
  private let first = OptionalCell<Action>()
  private var rest = Deque<Action>()
  @safe @exclusivity(unchecked) private var restCount = 0

  func append(_ action: Action) {
    guard first.isFilled else { return first.fill(action) }
    rest.append(action)
    restCount += 1
  }

  /// Removes and returns the first action. The queue must not be empty.
  func removeFirst() -> Action {
    let action = first.take()
    if restCount > 0 { moveUp() }
    return action
  }

  // Not inlined, because only it looks up the type of the deque.
  @inline(never)
  private func moveUp() {
    restCount -= 1
    first.fill(rest.removeFirst())
  }
}
