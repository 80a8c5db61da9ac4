@_spi(Internals) import StateSharing

/// The changes of shared values in one step of a test: by an action, by effects before it, or since the last action.
///
/// It contains the values before and after the step, so it can be asserted independently of later changes.
struct SharedStep {
  /// The tracker with which the step is asserted.
  let tracker: SharedChangeTracker
  /// The changes; `nil` for none.
  let changes: SharedChanges?
  /// The changes by later actions that have been handled.
  let later: LaterSteps

  /// Whether there are no changes.
  var isEmpty: Bool { changes?.isEmpty ?? true }

  /// The same step with the values after it as the expected values.
  var settled: SharedStep {
    SharedStep(tracker: tracker, changes: changes?.settled(), later: later)
  }

  /// Runs an assertion of the step. It can be repeated, because the expectation is discarded afterwards.
  ///
  /// - Parameter body: The assertion. Its parameter is the step with the expectation of this assertion.
  func withExpectation<Result>(_ body: (SharedStep) throws -> Result) rethrows -> Result {
    let copy = changes?.copy() ?? SharedChanges()
    return try tracker.assert(copy, later: later) {
      try body(SharedStep(tracker: tracker, changes: copy, later: later))
    }
  }

  /// Compares two states in an assertion of this step, including their shared values.
  func areEqual<State: Equatable>(_ expected: State, _ actual: State) -> Bool {
    guard expected == actual else { return false }
    // Collections with the same buffer are equal without comparing elements, and `==` of a state may ignore a
    // property.
    return uncompared.isEmpty || !SharedHandles(in: actual).containsMismatch()
  }

  private var uncompared: [UncomparedChange] {
    guard let changes, !changes.isEmpty else { return [] }
    return changes.uncompared
  }

  /// Returns the changes of values that are not in the state, which therefore can't be asserted.
  func unreachable(from state: some Any) -> [UncomparedChange] {
    let uncompared = uncompared
    guard !uncompared.isEmpty else { return [] }
    let owners = SharedHandles(in: state).owners()
    return uncompared.filter { !owners.contains($0.owner) }
  }
}

/// The shared values in a state, found by reflection.
struct SharedHandles {
  private let state: Any

  init(in state: Any) {
    self.state = state
  }

  /// Returns whether the expectation of the running assertion differs from the actual value of any shared value.
  func containsMismatch() -> Bool {
    var isMismatched = false
    visit(state) { handle in
      isMismatched = !handle.isMet
      return !isMismatched
    }
    return isMismatched
  }

  /// Returns the identities under which changes of these shared values are recorded.
  func owners() -> Set<ObjectIdentifier> {
    var owners: Set<ObjectIdentifier> = []
    visit(state) { handle in
      owners.formUnion(handle.owners)
      return true
    }
    return owners
  }

  /// Visits the shared values until `body` returns `false`.
  ///
  /// - Returns: `false` if the visit was stopped.
  @discardableResult
  private func visit(_ value: Any, _ body: (any SharedHandle) -> Bool) -> Bool {
    if let handle = value as? any SharedHandle, !body(handle) { return false }
    // The mirror of a shared value is that of its value, which may contain others.
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle != nil, mirror.displayStyle != .class else { return true }
    return mirror.children.allSatisfy { visit($0.value, body) }
  }
}
