/// Where a store stands in handling actions: the whole order of a `send`, as a value.
///
/// It knows how many actions wait, and nothing else: no task, no lock, no closure, nor the actions, which its owner keeps in order;
/// so it is one type for all stores, and costs nothing to look up. Each event returns what has to be done next, and its owner does it:
///
/// ```
///           send                 reduced                 next (queue empty)
///   idle ─────────▶ reducing ──────────────▶ draining ──────────────────────▶ telling
///    ▲                 ▲                         │ next (an action waits)        │
///    │                 └─────────────────────────┴───────────────────────────────┤ next (an action waits)
///    └───────────────────────────────────────────────────────────────────────────┘ next (queue empty)
/// ```
///
/// Besides, `resume` leads from idle to draining, for effects that go on later.
struct StoreMachine {
  enum Phase {
    /// Nothing to do.
    case idle
    /// A reducer runs. The state is half-reduced and must not be read.
    case reducing
    /// A reducer has run; its effects are being started, and what they send waits in the queue.
    case draining
    /// Nothing waits any more; observers are being told.
    case telling
  }

  /// What to do with an action that was sent.
  enum Acceptance {
    /// Reduce it now and drive the machine until it rests.
    case reduce
    /// Keep it for later: it waits, and whoever drives the machine will come to it.
    case wait
    /// As `wait`, but it came from inside a reducer, which is a mistake to report.
    case waitAndReport
  }

  /// What to do next.
  enum Step {
    /// Reduce the action that has waited longest.
    case reduce
    case tell
    case rest
  }

  private(set) var phase = Phase.idle
  /// How many actions wait.
  private var waiting = 0

  /// An action was sent.
  mutating func send() -> Acceptance {
    switch phase {
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

  /// Effects of an earlier action go on: what they send waits until they have been started, as after a reduction.
  mutating func resume() {
    precondition(phase == .idle, "Effects went on while the store was \(phase).")
    phase = .draining
  }

  /// The reducer has returned.
  mutating func reduced() {
    precondition(phase == .reducing, "A reduction ended while the store was \(phase).")
    phase = .draining
  }

  /// The effects of the last reduction have been started, or the observers have been told.
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
