@_spi(Internals) package import CounterpointSupport

/// A set of effects that are awaited and canceled together: those of one `send`, those under one cancellation id, or
/// those of one stage of a concatenation.
///
/// Scopes nest: the tasks of a scope belong to its ancestors too. A scope counts its outstanding tasks, and the stages
/// of concatenations that have not started. It is *settled* when the count is zero.
///
/// Safe to use from any thread. No user code runs under the lock: canceling a task runs cancellation handlers.
@usableFromInline
class EffectScope: @unchecked Sendable {
  // @unchecked because mutable state is accessed only under `lock`. The scopes of one store share the lock, because
  // an event of a scope concerns its parents as well.

  /// The continuation of a concatenation, to be awaited when a stage has settled.
  typealias FollowUp = @Sendable () async -> Void

  let parent: EffectScope?
  /// The `send` of a test store that started the effects.
  let origin: SendOrigin?
  /// The value is unused. It exists because the thread sanitizer mistakes the access to an empty value for an access to
  /// the mutex.
  let lock: Locked<Bool>

  // Without checks of exclusive access, because the lock makes each access exclusive.
  @safe @exclusivity(unchecked) private var outstanding = 0
  @safe @exclusivity(unchecked) private var isCancelledItself = false
  @safe @exclusivity(unchecked) private var isBegun = false
  @safe @exclusivity(unchecked) private var tasks = Tasks()
  private var waiters: [CheckedContinuation<Void, Never>] = []
  /// Runs on the store's actor when this stage of a concatenation has settled.
  private var followUp: FollowUp?

  /// - Parameters:
  ///   - parent: The scope that this one is part of.
  ///   - origin: The `send` of a test store that started the effects.
  init(parent: EffectScope? = nil, origin: SendOrigin? = nil) {
    self.parent = parent
    self.origin = origin
    self.lock = parent?.lock ?? Locked(false)
  }

  /// Called whenever the scope has settled, on the thread that ended the last task, without the lock.
  func didSettle() {}

  var isCancelled: Bool {
    lock.withLock { _ in isCancelledWithLock }
  }

  private var isCancelledWithLock: Bool {
    var scope: EffectScope? = self
    while let current = scope {
      if current.isCancelledItself { return true }
      scope = current.parent
    }
    return false
  }

  /// Whether nothing is outstanding.
  var isSettled: Bool {
    lock.withLock { _ in outstanding == 0 }
  }

  /// Whether the effects of this scope have been started.
  var hasBegun: Bool {
    lock.withLock { _ in isBegun }
  }

  /// Records that the effects of this scope are being started.
  ///
  /// - Returns: `false` if the scope was canceled, and the effects must not start.
  func begin() -> Bool {
    lock.withLock { _ in
      guard !isCancelledWithLock else { return false }
      isBegun = true
      return true
    }
  }

  /// Returns whether this is another scope or a descendant of it.
  func isWithin(_ other: EffectScope) -> Bool {
    self === other || parent?.isWithin(other) ?? false
  }

  /// Increments the count of outstanding effects, here and in the ancestors.
  func enter() {
    lock.withLock { _ in forEachUpwards { $0.outstanding += 1 } }
  }

  /// Decrements the count that ``enter()`` incremented.
  ///
  /// - Returns: The follow-ups that the caller must await, because the stages before them have settled.
  func leave() -> [FollowUp] {
    var followUps: [FollowUp] = []
    var waiters: [CheckedContinuation<Void, Never>] = []
    var scope: EffectScope? = self
    // The order matters: the continuation of this scope comes before those of the ancestors, because it may start
    // tasks that keep the ancestors from settling. A pending continuation has therefore entered the parent scope, see
    // `EffectRunner`.
    while let current = scope {
      current.leaveWithoutAncestors(&followUps, &waiters)
      scope = current.parent
    }
    // After all ancestors have settled: a caller that awaited this scope finds the store settled too.
    for waiter in waiters { waiter.resume() }
    return followUps
  }

  /// Decrements the count of this scope only.
  private func leaveWithoutAncestors(
    _ followUps: inout [FollowUp],
    _ waiters: inout [CheckedContinuation<Void, Never>]
  ) {
    let settled: (followUp: FollowUp?, waiters: [CheckedContinuation<Void, Never>])? = lock.withLock { _ in
      outstanding -= 1
      precondition(outstanding >= 0, "An effect scope was left more often than it was entered.")
      guard outstanding == 0 else { return nil }
      defer {
        followUp = nil
        self.waiters = []
      }
      return (followUp, self.waiters)
    }
    guard let settled else { return }
    didSettle()
    waiters += settled.waiters
    if let followUp = settled.followUp { followUps.append(followUp) }
  }

  /// Decrements the count of a stage of a concatenation.
  ///
  /// - Parameter followUp: The continuation, called when the stage has settled.
  /// - Returns: Whether the stage has outstanding effects. If not, `followUp` is dropped, and the caller continues
  ///   synchronously.
  func leave(thenFollowUp followUp: @escaping FollowUp) -> Bool {
    let isInFlight = lock.withLock { _ in
      outstanding -= 1
      if outstanding > 0 { self.followUp = followUp }
      return outstanding > 0
    }
    // No follow-up of the ancestors is due, because the continuation of this stage has entered them.
    _ = parent?.leave()
    return isInFlight
  }

  /// Adds a task to this scope and its ancestors, and cancels it if one of them was canceled.
  func insert(_ task: some CancellableTask) {
    let isCancelled = lock.withLock { _ in
      var isCancelled = false
      forEachUpwards { scope in
        scope.outstanding += 1
        scope.tasks.insert(task)
        if scope.isCancelledItself { isCancelled = true }
      }
      return isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Removes a task that has ended from this scope and its ancestors.
  ///
  /// - Returns: The follow-ups, as ``leave()`` does.
  func remove(_ task: some CancellableTask) -> [FollowUp] {
    lock.withLock { _ in forEachUpwards { $0.tasks.remove(task) } }
    return leave()
  }

  /// Cancels all tasks in the scope, and those that are added later.
  func cancel() {
    let tasks = lock.withLock { _ in
      isCancelledItself = true
      return self.tasks
    }
    tasks.forEach { $0.cancel() }
  }

  /// Returns when the scope has settled.
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

  /// Calls a function with this scope and each ancestor. With the lock held.
  private func forEachUpwards(_ body: (EffectScope) -> Void) {
    var scope: EffectScope? = self
    while let current = scope {
      body(current)
      scope = current.parent
    }
  }
}

/// A task that can be canceled from any thread.
@usableFromInline
protocol CancellableTask: AnyObject, Sendable {
  func cancel()
}

/// The tasks in flight in a scope. Most scopes have one, for which no table is allocated.
private struct Tasks {
  private var first: (any CancellableTask)?
  /// With numbers, because the order of a dictionary depends on addresses.
  private var others: [ObjectIdentifier: (number: Int, task: any CancellableTask)] = [:]
  private var last = 0

  mutating func insert(_ task: any CancellableTask) {
    guard first != nil else {
      first = task
      return
    }
    last += 1
    others[ObjectIdentifier(task)] = (last, task)
  }

  mutating func remove(_ task: any CancellableTask) {
    if first === task { first = nil } else { others.removeValue(forKey: ObjectIdentifier(task)) }
  }

  func forEach(_ body: (any CancellableTask) -> Void) {
    if let first { body(first) }
    for (_, task) in others.values.sorted(by: { $0.number < $1.number }) { body(task) }
  }
}

/// A `send` of a test store, the origin of effects.
package final class SendOrigin: Sendable {
  package let location: SourceLocation

  package init(_ location: SourceLocation) {
    self.location = location
  }
}
