import CounterpointSupport

extension IdentityTracker {
  /// The tracker for a type, found once and then remembered; `nil` where its values have no identity. About 50 ns.
  static var known: IdentityTracker? {
    let type = ObjectIdentifier(Value.self)
    if let known = trackers.withLock({ $0[type] }) { return known.tracker as? IdentityTracker }
    let tracker = make()
    trackers.withLock { $0[type] = KnownTracker(tracker: tracker) }
    return tracker
  }
}

private struct KnownTracker: @unchecked Sendable {
  // @unchecked because a tracker has no state.
  let tracker: AnyObject?
}

/// As many as there are types of elements in the program.
private let trackers = Locked<[ObjectIdentifier: KnownTracker]>([:])

extension Optional {
  /// Edits a value in place, and gives it a new identity before if it is observable state.
  ///
  /// - Returns: What `edit` returned, and whether another value is there now.
  func edit<Value, Result>(
    _ value: inout Value,
    _ edit: (inout Value) -> Result
  ) -> (result: Result, isReplaced: Bool) where Wrapped == IdentityTracker<Value> {
    guard let self else { return (edit(&value), false) }
    var isReplaced = false
    let result = self.track(&value, isObserved: true, edit: edit, replaced: { _ in isReplaced = true })
    return (result, isReplaced)
  }
}
