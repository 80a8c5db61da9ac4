import CounterpointThreadLocals
@_spi(Internals) import CounterpointSupport
import Observation
import Synchronization

/// Notifies the observers of a shared value after its value or its status has changed.
///
/// An object of its own and without type parameters, because a key path into a generic class is created again at each
/// use. A change that nothing observes costs an atomic count. While a store handles an action on the current thread,
/// the notifications wait until the store has settled, see ``SharedNotifications``.
final class SharedObservation: Observable, Sendable {
  /// A property that can be observed.
  struct Property: Hashable, Sendable {
    let number: Int
    /// The key path that the registrar requires.
    fileprivate var path: Path { SharedObservation.paths[number] }
    var bit: Int { 1 << number }

    static let value = Property(number: 0)
    static let isLoading = Property(number: 1)
    static let loadError = Property(number: 2)
    static let saveError = Property(number: 3)
    static let all = [value, isLoading, loadError, saveError]

    /// Observation inserts the key path of a tracked read into a set, which calls this method. There is no other way
    /// to find out whether a read is tracked.
    func hash(into hasher: inout Hasher) {
      counterpoint_exchange_read_was_tracked(true)
      hasher.combine(number)
    }
  }

  fileprivate typealias Path = any KeyPath<SharedObservation, Int> & Sendable
  private static let paths: [Path] = Property.all.map { property in \SharedObservation[property: property] }
  /// A copy, because each access to a global first checks whether it is initialized.
  private let valuePath = Property.value.path

  private subscript(property property: Property) -> Int { property.number }

  private let changes = Atomic(0)
  private let registrar = ObservationRegistrar()
  /// A bit for each property with a tracked read.
  private let observed = Atomic(0)

  private struct Following {
    weak var follower: SharedFollower?
    /// A bit for each followed property.
    var properties: Int
    /// The position among the followers, which are woken in the order in which they were added.
    let number: Int
  }

  private struct Followers {
    var entries: [ObjectIdentifier: Following] = [:]
    var count = 0
  }

  private let followers = Locked(Followers())
  /// A bit for each property that a follower may follow.
  private let followed = Atomic(0)

  /// The number of changes so far. It grows after the change and before observers are notified.
  var changeCount: Int { changes.load(ordering: .sequentiallyConsistent) }

  /// Records that a property is about to be read.
  func access(_ property: Property) {
    let isTracked = !counterpoint_get_untracked()
    let recorder = SharedReadRecorder.current
    recorder?.noteRead(self, property, isTracked: isTracked)
    guard isTracked, !(recorder?.replacesObservation ?? false) else { return }
    counterpoint_exchange_read_was_tracked(false)
    if property.number == 0 {
      registrar.access(self, keyPath: valuePath)
    } else {
      registrar.access(self, keyPath: property.path)
    }
    // Set before the value is read under the lock that a change also takes, so a later change finds the bit.
    if counterpoint_get_read_was_tracked() || !detectsTracking {
      observed.bitwiseOr(property.bit, ordering: .releasing)
    }
  }

  /// Notifies the observers of a change that has been made. Must be called without a lock: observers run the user's
  /// code.
  func change(_ property: Property) {
    changes.add(1, ordering: .sequentiallyConsistent)
    guard isObserved(property), !SharedNotifications.postpone(self, property) else { return }
    let followers = outdateFollowers(of: property)
    notifyObservers(of: property)
    for follower in followers { follower.wake(on: nil) }
  }

  /// Whether a property may have observers.
  func isObserved(_ property: Property) -> Bool {
    (observed.load(ordering: .acquiring) | followed.load(ordering: .acquiring)) & property.bit != 0
  }

  /// Notifies Observation's trackers of a property.
  func notifyObservers(of property: Property) {
    guard observed.load(ordering: .acquiring) & property.bit != 0 else { return }
    registrar.willSet(self, keyPath: property.path)
    registrar.didSet(self, keyPath: property.path)
  }

  // MARK: Followers

  /// Adds a follower, or sets the properties that it follows.
  func add(_ follower: SharedFollower, _ properties: Int) {
    followers.withLock { followers in
      let id = ObjectIdentifier(follower)
      if followers.entries[id]?.follower != nil {
        followers.entries[id]?.properties = properties
      } else {
        followers.count += 1
        followers.entries[id] = Following(follower: follower, properties: properties, number: followers.count)
      }
      followed.bitwiseOr(properties, ordering: .releasing)
    }
  }

  /// Removes a follower.
  func remove(_ follower: ObjectIdentifier) {
    followers.withLock { followers in
      followers.entries[follower] = nil
      if followers.entries.isEmpty { followed.store(0, ordering: .releasing) }
    }
  }

  /// Marks the followers of a property as outdated.
  ///
  /// - Returns: The followers to wake.
  func outdateFollowers(of property: Property) -> [SharedFollower] {
    guard followed.load(ordering: .acquiring) & property.bit != 0 else { return [] }
    let followers = followers.withLock { followers in
      let following = followers.entries.values.filter { $0.properties & property.bit != 0 }
      // The order of a dictionary with addresses as its keys differs in each run.
      return following.count > 1 ? following.sorted { $0.number < $1.number } : following
    }
    return followers.compactMap(\.follower).filter { $0.becomeOutdated() }
  }

  // MARK: Tracking

  private let detectsTracking = SharedObservation.hashesTrackedReads

  /// Whether a tracked read hashes its key path at once. Observation does not document it, so it is tested once per
  /// process. If it does not, every read counts as tracked, which only costs time.
  private static let hashesTrackedReads: Bool = {
    let registrar = ObservationRegistrar()
    let subject = ProbeSubject()
    var isDetected = false
    counterpoint_exchange_read_was_tracked(false)
    withObservationTracking {
      registrar.access(subject, keyPath: \.[property: .value])
      isDetected = counterpoint_get_read_was_tracked()
    } onChange: {
    }
    return isDetected
  }()

  private struct ProbeSubject: Observable {
    subscript(property property: Property) -> Int { property.number }
  }
}
