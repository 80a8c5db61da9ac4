import CounterpointThreadLocals

// A tracked read registers one field with Observation, at any depth: the state is a followed value, and the hub's
// registry finds out when another value replaces it.

extension StoreCore {
  /// Begins a read on the store's actor. An untracked read records nothing until ``endRead(_:)``.
  ///
  /// - Returns: The address of the state, `nil` to read it with ``readInPassing(_:)``; and the read around this one.
  @usableFromInline
  final func beginRead() -> (state: Address<State>?, outer: OuterRead) {
    unretainedHub.use {
      $0.preconditionIsolated()
      $0.preconditionReadable()
    }
    var outer = OuterRead()
    if !outer.isUntracked {
      if let followed, followed.isCurrent {
        outer.enter(followed)
      } else if isFirstReadTracked() {
        outer.enter(nil)
        trackFirst()
        if let followed, followed.isCurrent { outer.follow(followed) }
      } else if address != nil {
        _ = counterpoint_exchange_untracked(true)
      }
    }
    // Shared values show the past in `withState(_:)`.
    if unretainedHub.use({ $0.shownPast != nil }) { return (nil, outer) }
    return (address, outer)
  }

  /// Ends a read begun by ``beginRead()``.
  @usableFromInline
  final func endRead(_ outer: OuterRead) {
    outer.end()
  }

  /// Records a read of the state's identity. Reads inside the state are recorded by the state itself.
  final func track() {
    if let followed, followed.isCurrent {
      followed.access()
    } else if isFirstReadTracked() {
      trackFirst()
      if let followed, followed.isCurrent { followed.access() }
    }
  }

  /// Records that another value has replaced the state, for cores that find this out themselves.
  final func noteReplacement() {
    if let followed { hub.changes.noteReplacement(of: followed) }
  }

  /// Tracks a read of the root's identity.
  ///
  /// - Returns: Whether an observer may have tracked the read.
  private func isFirstReadTracked() -> Bool {
    unretainedHub.use { $0.observersOfRoot.isTracked(0) }
  }

  /// Follows the state, or records a read of the whole path to a state that can't be followed.
  // Not inlined, because it is called once until the state is replaced.
  @inline(never)
  private func trackFirst() {
    guard isStored, !hasNoFields else { return trackPath() }
    guard let observers = withState({ IdentityTracker<State>.cached?.observers(of: $0) }) else {
      hasNoFields = true
      return trackPath()
    }
    followed = hub.changes.follow(observers, at: position, path: followPath)
    didFollow()
  }

  /// Distinguishes the position of the state from those of its copies.
  private var position: Int {
    var hasher = Hasher()
    hashPosition(into: &hasher)
    return hasher.finalize()
  }
}

/// The state of the thread before a read, for its end.
///
/// Four words, which fit into registers together with the address of the state.
@usableFromInline
struct OuterRead {
  private struct Flags: OptionSet {
    let rawValue: UInt8

    /// Reads on this thread were untracked before.
    static let untracked = Flags(rawValue: 1)
    /// The thread's followed value was changed.
    static let entered = Flags(rawValue: 2)
    /// A field of the same value was read before.
    static let fieldRead = Flags(rawValue: 4)
  }

  private var flags: Flags
  /// The value that was being read.
  private var outer: UInt = 0
  /// The value that is being read, retained for the thread.
  private var value: FollowedValue?

  fileprivate init() {
    flags = counterpoint_get_untracked() ? .untracked : []
  }

  fileprivate var isUntracked: Bool { flags.contains(.untracked) }

  /// Makes a value the one that is being read; `nil` for a state that is not followed.
  fileprivate mutating func enter(_ value: FollowedValue?) {
    flags.insert(.entered)
    outer = counterpoint_exchange_followed_value(0)
    if let value { follow(value) }
  }

  /// Makes a value the one that is being read, after ``enter(_:)``.
  fileprivate mutating func follow(_ value: FollowedValue) {
    self.value = value
    _ = counterpoint_exchange_followed_value(Unretained(value).word)
    if value.isFieldRead { flags.insert(.fieldRead) }
    value.isFieldRead = false
  }

  /// Ends the read.
  fileprivate func end() {
    if flags.contains(.entered) {
      if let value {
        // A field that was read is notified of a replacement. Only a read of no field registers it.
        if !value.isFieldRead { value.access() }
        value.isFieldRead = flags.contains(.fieldRead)
      }
      _ = counterpoint_exchange_followed_value(outer)
    }
    _ = counterpoint_exchange_untracked(flags.contains(.untracked))
  }
}
