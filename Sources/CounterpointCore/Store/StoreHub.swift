import CounterpointThreadLocals
import StateSharing

#if canImport(Dispatch)
import Dispatch
#endif

/// The state shared by all stores of one feature tree: the actor, the observers, and the effects in flight.
final class StoreHub {
  /// The store's actor. Weak, because an actor that owns its store would otherwise never be released.
  weak let actor: (any Actor)?
  #if !canImport(Darwin)
  /// The executor of the main actor, if that is the store's actor. It is never released, so a check need not load the
  /// weak reference.
  let mainExecutor: ExecutorReference?
  #endif

  /// All effects of the store. Created with the first one, because many stores never have any.
  var effects: EffectScope {
    if let allEffects { return allEffects }
    let effects = EffectScope()
    allEffects = effects
    return effects
  }

  private var allEffects: EffectScope?

  /// Cancels the effects in flight. Later ones run.
  func restartEffects() {
    allEffects?.cancel()
    allEffects = nil
  }

  /// The instruments of the effects that start from now on, in the order of their attachment; `nil` if there are none.
  private(set) var effectInstruments: [any EffectInstrument]?

  /// The effects that can be canceled by an id.
  let cancellations = CancellationRegistry()

  // Without checks of exclusive access, for the reason given in `RootCore`: each access to these variables ends before
  // any other call.

  /// The running reducer; `nil` if none is running.
  @safe @exclusivity(unchecked) var runningReducer: Any.Type?

  /// Whether a sent action has to wait.
  @safe @exclusivity(unchecked) var isBusy = false

  /// The number of functions of users to which the state is lent.
  @safe @exclusivity(unchecked) var lendings = 0

  /// Whether the store has to settle when these functions have returned.
  @safe @exclusivity(unchecked) var mustSettleAfterLending = false

  /// Whether observed shared values have changed without an action of this store.
  @safe @exclusivity(unchecked) var hasOutdatedObservers = false

  /// Whether the store settles only for these observers, without an action.
  @safe @exclusivity(unchecked) var isSettlingAgain = false

  /// The shared values that readers of the store see, while it shows an earlier state.
  @safe @exclusivity(unchecked) var shownPast: SharedPast?

  /// The fields changed since the store last settled.
  let changes: StateChanges

  /// The observers of the root state's identity. It is field number 0.
  let observersOfRoot: FieldObservers

  /// The feature path of the running reduction.
  private let context: ReductionContext

  @safe @exclusivity(unchecked) private var observers = WeakList<any StoreObserver>()

  @safe @exclusivity(unchecked) private var collections = WeakList<any MembershipObserver>()

  init(actor: (any Actor)?) {
    self.actor = actor
    #if !canImport(Darwin)
    self.mainExecutor = (actor as? MainActor).map { ExecutorReference(of: $0) }
    #endif
    self.context = ReductionContext(registry: cancellations)
    self.observersOfRoot = FieldObservers()
    self.changes = StateChanges(below: observersOfRoot)
  }

  deinit {
    allEffects?.cancel()
  }

  /// The store's actor; `nil` after its release.
  var isolation: (any Actor)? { actor }

  /// Stops the program if a reducer of the store is running, because the state is being changed.
  @inline(__always)
  func preconditionReadable() {
    if let runningReducer { Self.stopReading(runningReducer) }
  }

  /// Ends the lending of the state.
  ///
  /// - Returns: Whether the store has to settle now.
  func endsLending() -> Bool {
    lendings -= 1
    guard lendings == 0, mustSettleAfterLending else { return false }
    mustSettleAfterLending = false
    return true
  }

  private static func stopReading(_ runningReducer: Any.Type) -> Never {
    // Not a precondition: those lose their text in release builds.
    fatalError(
      """
      A store of \(runningReducer) was read while its reducer was running. Use the 'state' that the reducer was given, and \
      pass what a dependency or a callback needs as an argument.
      """
    )
  }

  /// Adds an instrument of the effects that start from now on.
  func attach(_ instrument: any EffectInstrument) {
    effectInstruments = (effectInstruments ?? []) + [instrument]
  }

  /// Adds an observer, weakly, that is notified whenever the store has settled.
  func add(_ observer: some StoreObserver) {
    observers.append { [weak observer] in observer }
  }

  /// Adds a collection, weakly, that checks for replaced elements whenever the store has settled.
  func add(_ collection: some MembershipObserver) {
    collections.append { [weak collection] in collection }
  }

  /// Notifies the observers, in the order of their registration, that the store has settled.
  ///
  /// In three phases: all observers read the new state, then all of them show it, then all of them notify their
  /// listeners. So a listener never finds one observer with the old state and another with the new one. An observer
  /// added during the notification is notified the next time.
  func tell() {
    // The fast path: most stores of a server have no observers, and most actions change nothing that is observed.
    if changes.isEmpty, observers.isEmpty, collections.isEmpty, counterpoint_get_pending_notifications() == 0 { return }
    // All followers of the changed shared values are outdated from here on, so none shows an old value.
    let shared = counterpoint_get_pending_notifications() == 0 ? nil : SharedNotifications.take()
    if !changes.isEmpty { changes.removals.settle(changes) }
    if !collections.isEmpty { noteChangesOfCollections() }
    tell(changes: shared, observers: isSettlingAgain ? outdatedObservers() : observers.objects())
    // Other stores may have changed shared values while the observers were notified.
    while hasOutdatedObservers { tell(changes: nil, observers: outdatedObservers()) }
  }

  private func noteChangesOfCollections() {
    // A copy, because a collection may be added meanwhile.
    let current = collections
    if !current.forEach({ $0.noteChanges() }) { collections.removeReleased() }
  }

  private func tell(changes shared: SharedNotifications?, observers: [any StoreObserver]) {
    hasOutdatedObservers = false
    isSettlingAgain = false
    for observer in observers { observer.prepare() }
    for observer in observers { observer.commit() }
    changes.notifyObservers()
    shared?.notifyObservers()
    for observer in observers { observer.tell() }
    shared?.wakeFollowers(on: actor)
  }

  private func outdatedObservers() -> [any StoreObserver] {
    observers.objects().filter(\.isOutdated)
  }
}

extension StoreHub {
  /// Sets the mounted features, which the operators that compose reducers use. Called once, before any reduction.
  func use(_ mounted: any MountedFeatures) {
    context.mounted = mounted
  }

  /// The thread's current reduction before another one.
  typealias OuterReduction = (changes: StateChanges.Outer, context: ReductionContext.Outer)

  /// Makes the changes and the feature path of this store the current ones of the thread, until ``endReduction(_:)``.
  func beginReduction() -> OuterReduction {
    (changes.begin(), context.begin())
  }

  /// Ends a reduction begun by ``beginReduction()``.
  func endReduction(_ outer: OuterReduction) {
    context.end(outer.context)
    changes.end(outer.changes)
  }
}

/// An observer that is notified when a store has settled. Runs on the store's actor.
protocol StoreObserver: AnyObject {
  /// Whether a shared value shown by the observer has changed.
  var isOutdated: Bool { get }

  /// Reads the new state, and keeps showing the old one.
  func prepare()

  /// Shows the new state, after all observers have read it.
  func commit()

  /// Notifies the listeners, after all observers show the new state.
  func tell()
}

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
  // Not inlined, because it is called only off the main executor.
  @inline(never)
  private static func preconditionOnMainQueue() {
    #if canImport(Dispatch)
    DispatchQueue.main.setSpecific(key: mainQueue, value: true)
    if DispatchQueue.getSpecific(key: mainQueue) == true { return }
    #endif
    stopOffActor()
  }

  /// Stops the program unless an actor's own executor recognizes the thread.
  // Not inlined, because most calls of the check don't get here.
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
