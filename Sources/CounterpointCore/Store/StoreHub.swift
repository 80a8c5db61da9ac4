import CounterpointThreadLocals
import StateSharing

/// What all the stores of one feature tree share, whatever their state and action: the actor, the observers, and the
/// effects in flight.
final class StoreHub {
  /// The store's actor. Weak, because an actor that owns its store must be able to go.
  weak let actor: (any Actor)?
  #if !canImport(Darwin)
  /// The executor of the main actor, if that is the store's: it never goes, so that no check has to load the weak reference.
  let mainExecutor: ExecutorReference?
  #endif

  /// All effects of the store. Made for the first: many stores never have any.
  private(set) lazy var effects: EffectScope = {
    let effects = EffectScope()
    effects.instrument = effectInstrument
    allEffects = effects
    return effects
  }()

  /// Sees the effects that start from now on.
  var effectInstrument: (any EffectInstrument)? {
    didSet { allEffects?.instrument = effectInstrument }
  }

  /// The same, if there have been any.
  private var allEffects: EffectScope?

  /// The effects that can be cancelled by an id.
  let cancellations = CancellationRegistry()

  // Without checks of exclusive access, as in `RootCore`: each access to one of these ends before anything else is called.

  /// The reducer that is running, `nil` when none is.
  @safe @exclusivity(unchecked) var runningReducer: Any.Type?

  /// Whether an action that is sent now has to wait.
  @safe @exclusivity(unchecked) var isBusy = false

  /// Whether shared values have changed that observers have read, without an action of this store.
  @safe @exclusivity(unchecked) var hasOutdatedObservers = false

  /// Whether the store settles for the sake of these observers alone, and has handled no action.
  @safe @exclusivity(unchecked) var isSettlingAgain = false

  /// The fields that have changed since the store was last settled.
  let changes = StateChanges()

  /// Who observes which value the state of the root is. Its one field is number 0.
  let observersOfRoot = FieldObservers()

  /// Where the reduction is that is running.
  private let place: CurrentPlace

  @safe @exclusivity(unchecked) private var observers = WeakList<any StoreObserver>()

  @safe @exclusivity(unchecked) private var collections = WeakList<any MembershipObserver>()

  init(actor: (any Actor)?) {
    self.actor = actor
    #if !canImport(Darwin)
    self.mainExecutor = (actor as? MainActor).map { ExecutorReference(of: $0) }
    #endif
    self.place = CurrentPlace(registry: cancellations)
  }

  deinit {
    allEffects?.cancel()
  }

  /// The store's actor, `nil` once it is gone.
  var isolation: (any Actor)? { actor }

  /// Stops the program when a reducer of the store is running: its state is being changed.
  @inline(__always)
  func preconditionReadable() {
    if let runningReducer { Self.stopReading(runningReducer) }
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

  /// Stops the program if the store can't be read here and now.
  ///
  /// - Returns: Whether somebody may track what is read.
  func beginRead() -> Bool {
    preconditionIsolated()
    preconditionReadable()
    return observersOfRoot.isTracked(0)
  }

  /// Has an observer told, for as long as it lives, whenever the store has settled.
  func add(_ observer: some StoreObserver) {
    observers.append { [weak observer] in observer }
  }

  /// Has a collection look for replaced elements, for as long as it lives, whenever the store has settled.
  func add(_ collection: some MembershipObserver) {
    collections.append { [weak collection] in collection }
  }

  /// Tells the observers, in the order in which they came, that the store has settled.
  ///
  /// First all of them see the new state coming, then all of them show it, then all of them tell others: nobody who is told
  /// can find one observer that shows the old state and another that shows the new one. Who comes while others are told is
  /// told the next time.
  func tell() {
    // Nobody looks at most stores of a server, and most actions change what nobody looks at.
    if changes.isEmpty, observers.isEmpty, collections.isEmpty, counterpoint_get_pending_notifications() == 0 { return }
    // All followers of the shared values that were changed are outdated from here on: none shows an old value.
    let shared = counterpoint_get_pending_notifications() == 0 ? nil : SharedNotifications.take()
    changes.watched.settle(changes)
    for collection in collections.objects() { collection.noteChanges() }
    tell(changes: shared, observers: isSettlingAgain ? outdatedObservers() : observers.objects())
    // Other stores may have changed shared values while the observers were notified.
    while hasOutdatedObservers { tell(changes: nil, observers: outdatedObservers()) }
  }

  private func tell(changes shared: SharedNotifications?, observers: [any StoreObserver]) {
    hasOutdatedObservers = false
    isSettlingAgain = false
    for observer in observers { observer.prepare() }
    for observer in observers { observer.commit() }
    changes.tell()
    shared?.tellObservers()
    for observer in observers { observer.tell() }
    shared?.wakeFollowers(on: actor)
  }

  private func outdatedObservers() -> [any StoreObserver] {
    observers.objects().filter(\.isOutdated)
  }
}

extension StoreHub {
  /// What was current on the thread before a reduction.
  typealias OuterReduction = (changes: StateChanges.Outer, place: CurrentPlace.Outer)

  /// Makes the changes and the place of this store the current ones of the thread, until ``endReduction(_:)``.
  func beginReduction() -> OuterReduction {
    (changes.begin(), place.begin())
  }

  /// Ends what ``beginReduction()`` began.
  func endReduction(_ outer: OuterReduction) {
    place.end(outer.place)
    changes.end(outer.changes)
  }
}

/// Is told when a store has settled. Runs on the store's actor.
protocol StoreObserver: AnyObject {
  /// Whether a shared value has changed that is a part of what the observer shows.
  var isOutdated: Bool { get }

  /// The store has settled: look at its new state, and go on showing the old one.
  func prepare()

  /// All observers have looked: show the new state.
  func commit()

  /// All observers show the new state: tell those who listen.
  func tell()
}
