#if canImport(Dispatch)
import Dispatch
#endif

extension StoreHub {
  /// Stops the program if the caller is not on the store's actor.
  ///
  /// The actor's `preconditionIsolated` would not show the message, because Swift 6's runtime stops the program
  /// first. So this check asks without stopping, and `preconditionIsolated` is left for executors that can't be
  /// asked.
  @inline(__always)
  func preconditionIsolated() {
    #if canImport(Darwin)
    actor?.preconditionIsolated(Self.useOffActor)
    #else
    if let mainExecutor {
      if !mainExecutor.isCurrent { Self.preconditionOnMainQueue() }
    } else if let actor, !ExecutorReference(of: actor).isCurrent {
      Self.preconditionIsolatedByExecutor(of: actor)
    }
    #endif
  }

  #if !canImport(Darwin)
  /// Stops the program unless a block of the main queue is running: that is isolated to the main actor, but not a job.
  @inline(never)
  private static func preconditionOnMainQueue() {
    #if canImport(Dispatch)
    DispatchQueue.main.setSpecific(key: mainQueue, value: true)
    if DispatchQueue.getSpecific(key: mainQueue) == true { return }
    #endif
    stopOffActor()
  }

  /// Stops the program unless an actor's own executor recognizes the thread.
  @inline(never)
  private static func preconditionIsolatedByExecutor(of actor: some Actor) {
    guard !ExecutorReference(of: actor).isDefault else { stopOffActor() }
    switch isIsolatingCurrentContext(actor) {
    case true?: return
    case false?: stopOffActor()
    // Stops the program with the executor's text, if at all.
    case nil: actor.preconditionIsolated(useOffActor)
    }
  }

  private static func stopOffActor() -> Never {
    // Not a precondition: those lose their text in release builds.
    fatalError(useOffActor)
  }
  #endif

  private static var useOffActor: String {
    """
    A store was used off its actor. Use it where it was made, or reach it from elsewhere through a 'StoreRef': \
    'await ref.send(action)', 'await ref.withStore { store in … }'.
    """
  }
}

#if !canImport(Darwin) && canImport(Dispatch)
/// Marks the main queue: a thread can recognize it only by such a mark.
private let mainQueue = DispatchSpecificKey<Bool>()
#endif
