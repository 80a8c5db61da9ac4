import CounterpointSupport

/// A set of effects that are waited for and canceled together: those of one `send`, those under one cancellation id, or
/// those of one stage of a concatenation.
///
/// Scopes nest: what is in a scope is in its parents too. A scope counts what is outstanding in it (work in flight, and
/// stages of a concatenation that wait for their turn), and is *settled* when nothing is.
///
/// Safe to use from any thread. No user code runs under the lock: canceling a task runs cancellation handlers.
@usableFromInline
final class EffectScope: @unchecked Sendable {
  // @unchecked because mutable state is accessed only under `lock`. The scopes of one store share the lock, because
  // an event of a scope concerns its parents as well.

  /// Work that continues on the store's actor.
  typealias FollowUp = @Sendable () async -> Void

  let parent: EffectScope?
  /// The `send` of a test store whose effects these are.
  let origin: SendOrigin?
  /// The instrument of the store, which each scope takes from its parent. Only that of a store's outermost scope
  /// changes, on the store's actor.
  var instrument: (any EffectInstrument)?
  private let onSettled: (@Sendable (EffectScope) -> Void)?
  /// The value is unused. It exists because the thread sanitizer mistakes the access to an empty value for one to the
  /// mutex.
  let lock: Locked<Bool>

  private var outstanding = 0
  private var isCancelledItself = false
  private var isBegun = false
  private var works = Works()
  private var waiters: [CheckedContinuation<Void, Never>] = []
  /// Runs on the store's actor when this stage of a concatenation has settled.
  private var followUp: FollowUp?

  /// - Parameters:
  ///   - parent: The scope that this one is part of.
  ///   - origin: The `send` of a test store whose effects these are.
  ///   - onSettled: Called whenever nothing is outstanding any more, on the thread that ended the last work.
  init(
    parent: EffectScope? = nil,
    origin: SendOrigin? = nil,
    onSettled: (@Sendable (EffectScope) -> Void)? = nil
  ) {
    self.parent = parent
    self.origin = origin
    self.onSettled = onSettled
    self.instrument = parent?.instrument
    self.lock = parent?.lock ?? Locked(false)
  }

  var isCancelled: Bool {
    lock.withLock { _ in
      var scope: EffectScope? = self
      while let current = scope {
        if current.isCancelledItself { return true }
        scope = current.parent
      }
      return false
    }
  }

  /// Whether nothing is outstanding.
  var isSettled: Bool {
    lock.withLock { _ in outstanding == 0 }
  }

  /// Whether the effects of this scope have had their turn to start.
  var hasBegun: Bool {
    lock.withLock { _ in isBegun }
  }

  /// The effects of this scope have their turn to start.
  func begin() {
    lock.withLock { _ in isBegun = true }
  }

  /// Whether this is another scope or a part of it.
  func isWithin(_ other: EffectScope) -> Bool {
    self === other || parent?.isWithin(other) ?? false
  }

  /// Counts something as outstanding, here and in the parents.
  func enter() {
    lock.withLock { _ in forEachUpwards { $0.outstanding += 1 } }
  }

  /// Ends what ``enter()`` began.
  ///
  /// - Returns: What the caller has to await now, because it ended the last thing that a concatenation waited for.
  func leave() -> [FollowUp] {
    var followUps: [FollowUp] = []
    var scope: EffectScope? = self
    // In order: the parents' continuations follow this one's, which may start tasks that keep the parents from
    // settling. So a continuation has entered the parent scope as long as it is due, see `RootCore.startStages`.
    while let current = scope {
      current.leaveAlone(&followUps)
      scope = current.parent
    }
    return followUps
  }

  /// Ends what ``enter()`` began, here and not in the parents.
  private func leaveAlone(_ followUps: inout [FollowUp]) {
    let settled: (followUp: FollowUp?, waiters: [CheckedContinuation<Void, Never>])? = lock.withLock { _ in
      outstanding -= 1
      precondition(outstanding >= 0, "An effect scope was left more often than it was entered.")
      guard outstanding == 0 else { return nil }
      defer {
        followUp = nil
        waiters = []
      }
      return (followUp, waiters)
    }
    guard let settled else { return }
    onSettled?(self)
    for waiter in settled.waiters { waiter.resume() }
    if let followUp = settled.followUp { followUps.append(followUp) }
  }

  /// Ends what ``enter()`` began in a stage of a concatenation.
  ///
  /// - Parameter followUp: What goes on when nothing is outstanding in the stage any more.
  /// - Returns: Whether something is. If not, `followUp` is forgotten and the caller goes on by itself.
  func leave(thenFollowUp followUp: @escaping FollowUp) -> Bool {
    let isInFlight = lock.withLock { _ in
      outstanding -= 1
      if outstanding > 0 { self.followUp = followUp }
      return outstanding > 0
    }
    // Nothing can be due in the parents: what follows this stage holds a place there.
    _ = parent?.leave()
    return isInFlight
  }

  /// Puts work in flight into this scope and its parents. It is canceled at once where one of them already is.
  func insert(_ work: some CancellableWork) {
    let isCancelled = lock.withLock { _ in
      var isCancelled = false
      forEachUpwards { scope in
        scope.outstanding += 1
        scope.works.insert(work)
        if scope.isCancelledItself { isCancelled = true }
      }
      return isCancelled
    }
    if isCancelled { work.cancel() }
  }

  /// Takes work that has ended out of this scope and its parents.
  ///
  /// - Returns: As ``leave()``.
  func remove(_ work: some CancellableWork) -> [FollowUp] {
    lock.withLock { _ in forEachUpwards { $0.works.remove(work) } }
    return leave()
  }

  /// Cancels everything in the scope, and whatever is put into it later.
  func cancel() {
    let cancelled = lock.withLock { _ in
      isCancelledItself = true
      return works
    }
    cancelled.forEach { $0.cancel() }
  }

  /// Returns when nothing is outstanding.
  func settle() async {
    await withCheckedContinuation { continuation in
      let isSettled = lock.withLock { _ in
        guard outstanding > 0 else { return true }
        waiters.append(continuation)
        return false
      }
      if isSettled { continuation.resume() }
    }
  }

  /// Does something with this scope and its parents. With the lock held.
  private func forEachUpwards(_ body: (EffectScope) -> Void) {
    var scope: EffectScope? = self
    while let current = scope {
      body(current)
      scope = current.parent
    }
  }
}

/// Something in flight that can be canceled, from any thread.
@usableFromInline
protocol CancellableWork: AnyObject, Sendable {
  func cancel()
}

/// The tasks in flight in a scope. Most scopes have one, for which no table is allocated.
private struct Works {
  private var first: (any CancellableWork)?
  private var others: [ObjectIdentifier: any CancellableWork] = [:]

  mutating func insert(_ work: any CancellableWork) {
    if first == nil { first = work } else { others[ObjectIdentifier(work)] = work }
  }

  mutating func remove(_ work: any CancellableWork) {
    if first === work { first = nil } else { others.removeValue(forKey: ObjectIdentifier(work)) }
  }

  func forEach(_ body: (any CancellableWork) -> Void) {
    if let first { body(first) }
    for work in others.values { body(work) }
  }
}
