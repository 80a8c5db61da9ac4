import Locks

/// A set of effects that are waited for and cancelled together: those of one `send`, those under one cancellation id, or
/// those of one stage of a concatenation.
///
/// Scopes nest: what is in a scope is in its parents too. A scope counts what is outstanding in it (work in flight, and
/// stages of a concatenation that wait for their turn), and is *settled* when nothing is.
///
/// Safe to use from any thread. No user code runs under its lock: cancelling a task runs cancellation handlers.
@usableFromInline
final class EffectScope: Sendable {
  private struct Contents {
    var outstanding = 0
    var isCancelled = false
    var hasBegun = false
    var works: [ObjectIdentifier: any CancellableWork] = [:]
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// What the store does, on its own actor, when this stage of a concatenation has settled.
    var followUp: FollowUp?
  }

  /// Work that continues on the store's actor.
  typealias FollowUp = @Sendable () async -> Void

  let parent: EffectScope?
  /// The `send` of a test store whose effects these are.
  let origin: SendOrigin?
  private let onSettled: (@Sendable (EffectScope) -> Void)?
  private let contents = Locked(Contents())

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
  }

  var isCancelled: Bool {
    contents.withLock { $0.isCancelled } || parent?.isCancelled ?? false
  }

  /// Whether nothing is outstanding.
  var isSettled: Bool {
    contents.withLock { $0.outstanding == 0 }
  }

  /// Whether the effects of this scope have had their turn to start.
  var hasBegun: Bool {
    contents.withLock { $0.hasBegun }
  }

  /// The effects of this scope have their turn to start.
  func begin() {
    contents.withLock { $0.hasBegun = true }
  }

  /// Whether this is another scope or a part of it.
  func isWithin(_ other: EffectScope) -> Bool {
    self === other || parent?.isWithin(other) ?? false
  }

  /// Counts something as outstanding, here and in the parents.
  func enter() {
    contents.withLock { $0.outstanding += 1 }
    parent?.enter()
  }

  /// Ends what ``enter()`` began.
  ///
  /// - Returns: What the caller has to await now, because it ended the last thing that a concatenation waited for.
  func leave() -> [FollowUp] {
    let (hasSettled, followUp, waiters) = contents.withLock { contents in
      contents.outstanding -= 1
      precondition(contents.outstanding >= 0, "An effect scope was left more often than it was entered.")
      guard contents.outstanding == 0 else {
        return (false, nil as FollowUp?, [] as [CheckedContinuation<Void, Never>])
      }
      defer {
        contents.followUp = nil
        contents.waiters = []
      }
      return (true, contents.followUp, contents.waiters)
    }
    // The parents' followers come after this one's: what it starts may keep the parents from settling. So a follow-up
    // holds a place in the parent for as long as it is due, see `RootCore.startStages`.
    if hasSettled { onSettled?(self) }
    for waiter in waiters { waiter.resume() }
    return [followUp].compactMap { $0 } + (parent?.leave() ?? [])
  }

  /// Ends what ``enter()`` began in a stage of a concatenation.
  ///
  /// - Parameter followUp: What goes on when nothing is outstanding in the stage any more.
  /// - Returns: Whether something is. If not, `followUp` is forgotten and the caller goes on by itself.
  func leave(thenFollowUp followUp: @escaping FollowUp) -> Bool {
    let isInFlight = contents.withLock { contents in
      contents.outstanding -= 1
      if contents.outstanding > 0 { contents.followUp = followUp }
      return contents.outstanding > 0
    }
    // Nothing can be due in the parents: what follows this stage holds a place there.
    _ = parent?.leave()
    return isInFlight
  }

  /// Puts work in flight into this scope and its parents. It is cancelled at once where the scope already is.
  func insert(_ work: some CancellableWork) {
    let isCancelled = contents.withLock { contents in
      contents.outstanding += 1
      contents.works[ObjectIdentifier(work)] = work
      return contents.isCancelled
    }
    if isCancelled { work.cancel() }
    parent?.insert(work)
  }

  /// Takes work that has ended out of this scope and its parents.
  ///
  /// - Returns: As ``leave()``.
  func remove(_ work: some CancellableWork) -> [FollowUp] {
    var scope: EffectScope? = self
    while let current = scope {
      current.contents.withLock { _ = $0.works.removeValue(forKey: ObjectIdentifier(work)) }
      scope = current.parent
    }
    return leave()
  }

  /// Cancels everything in the scope, and whatever is put into it later.
  func cancel() {
    let works = contents.withLock { contents in
      contents.isCancelled = true
      return Array(contents.works.values)
    }
    for work in works { work.cancel() }
  }

  /// Returns when nothing is outstanding.
  func settle() async {
    await withCheckedContinuation { continuation in
      let isSettled = contents.withLock { contents in
        guard contents.outstanding > 0 else { return true }
        contents.waiters.append(continuation)
        return false
      }
      if isSettled { continuation.resume() }
    }
  }
}

/// Something in flight that can be cancelled, from any thread.
@usableFromInline
protocol CancellableWork: AnyObject, Sendable {
  func cancel()
}
