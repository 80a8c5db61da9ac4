@_spi(Internals) import CounterpointSupport

/// The state that a wrapper shares with its copies: the current reference.
@safe final class WrapperStorage<Value, Held: Reference<Value>>: @unchecked Sendable {
  // @unchecked, and without checks of exclusive access, because `currentTarget` is accessed only under `lock`.

  /// A subscriber to the values of the current reference.
  private final class Follower: Sendable {
    let receive: @Sendable (Transfer<Value>) -> Void
    let subscription = Locked<SharedSubscription?>(nil)

    init(_ receive: @escaping @Sendable (Transfer<Value>) -> Void) {
      self.receive = receive
    }
  }

  /// The holder of a reference.
  ///
  /// A read retains it instead of the reference, which the cache references weakly. The runtime counts such an object
  /// in separate memory, with several times as many instructions.
  fileprivate final class Target: Sendable {
    let reference: Held

    init(_ reference: Held) {
      self.reference = reference
    }

    // Not inlined, because these functions don't retain the reference, and their callers would.

    @inline(never)
    func access() { reference.access() }

    @inline(never)
    func value(_ view: SharedView) -> Value { reference.value(view) }
  }

  private let lock = ExclusiveLock()
  @safe @exclusivity(unchecked) private var currentTarget: Target
  private let followers = Locked(SubscriberList<Follower>())

  init(_ reference: Held) {
    currentTarget = Target(reference)
  }

  var reference: Held { target.reference }

  private var target: Target {
    lock.lock()
    defer { lock.unlock() }
    return currentTarget
  }

  /// Returns the value and records the read.
  func read(_ view: SharedView) -> Value {
    // The store that shows the past notifies its observers itself.
    if case .past = view { return value(view) }
    var target = target
    target.access()
    // If the reference was replaced meanwhile, the notification came before this read was recorded.
    while SharedReadRecorder.isRecording, target !== self.target {
      target = self.target
      target.access()
    }
    if case .live = view { return target.value(.live) }
    return value(view)
  }

  /// Returns the value, or the value that an assertion expects.
  func value(_ view: SharedView) -> Value {
    let reference = reference
    if case .past(let past) = view { return self.value(in: past, of: reference) }
    ThreadChanges.checkRead(of: reference.root)
    switch view {
    case .live, .past: return reference.value(view)
    case .expected(let assertion): return assertion.expected(of: self, as: Value.self) ?? reference.value(view)
    case .actual(let assertion): return assertion.actual(of: self, as: Value.self) ?? reference.value(view)
    }
  }

  private func value(in past: SharedPast, of reference: Held) -> Value {
    let kept = past.value(of: self) as? KeptReference
    if let kept, kept.reference == nil { return kept.lastValue }
    return (kept?.reference ?? reference).value(.past(past))
  }

  /// The reference of a wrapper before it was replaced.
  private struct KeptReference {
    weak let reference: Held?
    /// The value when the reference was replaced.
    let lastValue: Value
  }

  /// Replaces the reference in all copies of the wrapper.
  ///
  /// - Parameter announcing: Whether followers receive the new reference's value at once.
  func point(to new: Held, announcing: Bool = true, at location: SourceLocation) {
    let old = reference
    if old === new { return }
    ThreadChanges.checkChange(of: old.root, at: nil)
    ThreadChanges.checkRead(of: new.root)
    for tracker in SharedTracking.trackers {
      tracker.note(self, before: old.value(.live), root: old.root, at: location, name: name) { [self] in
        reference.value(.live)
      }
    }
    let observation = old.root.observation
    let histories = SharedValueHistory.current
    let kept = histories.isEmpty ? nil : KeptReference(reference: old, lastValue: old.value(.live))
    // Releasing the old reference may run arbitrary deinitializers, so it must not happen under the lock.
    let target = Target(new)
    lock.lock()
    if let kept { for history in histories { history.keep(kept, of: self) } }
    let replaced = currentTarget
    currentTarget = target
    lock.unlock()
    followers.withLock { $0 }.forEach { follow(new, with: $0, announcing: announcing) }
    ThreadChanges.afterOutermost { observation.change(.value) }
    withExtendedLifetime(replaced) {}
  }

  /// Replaces the reference and loads the new one. Followers receive the loaded value, not the initial one.
  func load(_ new: Held, at location: SourceLocation) async throws {
    point(to: new, announcing: false, at: location)
    try await new.root.load()
  }

  /// Sets the value that an assertion expects the wrapper to show.
  func expect(_ value: Value, in assertion: SharedAssertion, at location: SourceLocation) {
    ThreadChanges.checkChange(of: reference.root, at: nil)
    assertion.set(value, owner: self, root: reference.root, at: location, name: name) { [self] in reference.value(.live)
    }
  }

  private func name() -> String { reference.wrapperDescription }

  func subscribe(_ receive: @escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription {
    let follower = Follower(receive)
    let position = followers.withLock { $0.append(follower) }
    follow(reference, with: follower, announcing: true)
    return SharedSubscription { [self] in
      let removed = followers.withLock { $0.remove(at: position) }
      removed?.subscription.withLock { $0 }?.cancel()
    }
  }

  /// The number of entries visited by removals so far; tests use it to prove that removal is amortized O(1).
  var removalSteps: Int { followers.withLock { $0.removalSteps } }

  private func follow(_ reference: Held, with follower: Follower, announcing: Bool) {
    let old = follower.subscription.withLock { $0 }
    old?.cancel()
    // A reference first sends its current value.
    let isAnnounced = Locked(announcing)
    let subscription = reference.subscribe { value in
      let isWanted = isAnnounced.withLock { isAnnounced in
        defer { isAnnounced = true }
        return isAnnounced
      }
      if isWanted { follower.receive(value) }
    }
    follower.subscription.withLock { $0 = subscription }
  }
}

extension WrapperStorage where Held == MutableReference<Value> {
  func withLock<Result, Failure: Error>(
    _ mode: ChangeMode = .keepingOldValue,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let assertion = SharedTracking.assertion else {
      return try target.withLock(mode, at: location, operation)
    }
    let reference = reference
    guard assertion.hasChange(of: self) else { return try reference.withLock(assertion, mode, at: location, operation) }
    ThreadChanges.checkChange(of: reference.root, at: location)
    var value = value(.expected(assertion))
    defer { expect(value, in: assertion, at: location) }
    return try ThreadChanges.onCopy(of: reference.root, mode, at: location) { () throws(Failure) in
      try operation(&value)
    }
  }
}

extension WrapperStorage.Target where Held == MutableReference<Value> {
  @inline(never)
  fileprivate func withLock<Result, Failure: Error>(
    _ mode: ChangeMode,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try reference.withLock(nil, mode, at: location, operation)
  }
}
