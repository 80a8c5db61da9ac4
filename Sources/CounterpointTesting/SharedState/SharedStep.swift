import StateSharing

/// What was changed in shared values up to some point of a test: by an action, by effects before it, or since the last action.
///
/// It holds the values before and after, so that it can be asserted whatever has been changed since.
struct SharedStep {
  /// What asserts it.
  let tracker: SharedChangeTracker
  /// `nil` for none.
  let changes: SharedChanges?
  /// What was changed after it by actions that have been handled, the oldest first.
  let later: [SharedChanges]

  /// Whether nothing was changed.
  var isEmpty: Bool { changes?.isEmpty ?? true }

  /// The same step, of which what was after it is expected, and not what was before it.
  var settled: SharedStep {
    SharedStep(tracker: tracker, changes: changes?.settled(), later: later)
  }

  /// Runs an assertion of the step. As often as one likes: what it expects is forgotten after it.
  ///
  /// - Parameter body: The assertion. Its parameter is the step with what the assertion expects.
  func assert<Result>(_ body: (SharedStep) throws -> Result) rethrows -> Result {
    let copy = changes?.copy() ?? SharedChanges()
    return try tracker.assert(copy, later: later) {
      try body(SharedStep(tracker: tracker, changes: copy, later: later))
    }
  }

  /// Compares two states in an assertion of this step, the shared values in them included.
  func areEqual<State: Equatable>(_ expected: State, _ actual: State) -> Bool {
    guard expected == actual else { return false }
    // Collections of one buffer are equal without a look at their elements; and so are states that leave a value out.
    return uncompared.isEmpty || !SharedHandles(in: actual).containsUnmet()
  }

  private var uncompared: [UncomparedChange] {
    guard let changes, !changes.isEmpty else { return [] }
    return changes.uncompared
  }

  /// What was changed of values that the state does not hold, and of which no assertion can say anything.
  func unreachable(from state: some Any) -> [UncomparedChange] {
    let uncompared = uncompared
    guard !uncompared.isEmpty else { return [] }
    let owners = SharedHandles(in: state).owners()
    return uncompared.filter { !owners.contains($0.owner) }
  }
}

/// The shared values in a state, found by looking into it.
struct SharedHandles {
  private let state: Any

  init(in state: Any) {
    self.state = state
  }

  /// Whether there is one.
  var isHeld: Bool { !visit(state) { _ in false } }

  /// Whether an assertion expects another value of one of them than there is.
  func containsUnmet() -> Bool {
    var isUnmet = false
    visit(state) { handle in
      isUnmet = !handle.isMet
      return !isUnmet
    }
    return isUnmet
  }

  /// What changes of them are recorded of.
  func owners() -> Set<ObjectIdentifier> {
    var owners: Set<ObjectIdentifier> = []
    visit(state) { handle in
      owners.formUnion(handle.owners)
      return true
    }
    return owners
  }

  /// - Returns: Whether to go on.
  @discardableResult
  private func visit(_ value: Any, _ body: (any SharedHandle) -> Bool) -> Bool {
    if let handle = value as? any SharedHandle, !body(handle) { return false }
    // A shared value has the mirror of what it holds, which may hold others.
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle != nil, mirror.displayStyle != .class else { return true }
    return mirror.children.allSatisfy { visit($0.value, body) }
  }
}
