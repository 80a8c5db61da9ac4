import CounterpointThreadLocals
import Observation
import Synchronization

/// What a root tells observers: that its value or its status changed.
///
/// An object of its own and without type parameters, because a key path into a generic class is made anew at each use. As long
/// as nobody observes a property, telling of it costs an atomic count.
final class Signals: Observable, Sendable {
  /// What can be observed.
  struct Property: Hashable, Sendable {
    let number: Int
    /// For the registrar, which takes nothing else.
    fileprivate var path: Path { Signals.paths[number] }
    fileprivate var bit: Int { 1 << number }

    static let value = Property(number: 0)
    static let isLoading = Property(number: 1)
    static let loadError = Property(number: 2)
    static let saveError = Property(number: 3)
    static let all = [value, isLoading, loadError, saveError]

    /// Who tracks what is read puts the key path into a set, and so comes here: Observation has no other way to find out whether
    /// anybody does.
    func hash(into hasher: inout Hasher) {
      counterpoint_set_read_was_tracked(true)
      hasher.combine(number)
    }
  }

  fileprivate typealias Path = any KeyPath<Signals, Int> & Sendable
  private static let paths: [Path] = Property.all.map { property in \Signals[property: property] }
  /// Here as well, because each look at a global asks first whether it has been computed.
  private let valuePath = Property.value.path

  private subscript(property property: Property) -> Int { property.number }

  /// How often something was changed. Counted after the change, and before observers are told.
  let changes = Atomic(0)
  private let registrar = ObservationRegistrar()
  /// A bit for each property that somebody has read who tracks what is read.
  private let observed = Atomic(0)

  /// Notes that a property is about to be read.
  func access(_ property: Property) {
    SharedReads.noteRead(self)
    counterpoint_set_read_was_tracked(false)
    if property.number == 0 {
      registrar.access(self, keyPath: valuePath)
    } else {
      registrar.access(self, keyPath: property.path)
    }
    // Before the value is read, under a lock that who changes it takes as well: who comes later finds the bit.
    if counterpoint_get_read_was_tracked() || !isTrackingTold { observed.bitwiseOr(property.bit, ordering: .releasing) }
  }

  /// To be called without a lock: observers are anybody's code.
  func willSet(_ property: Property) {
    if isObserved(property) { registrar.willSet(self, keyPath: property.path) }
  }

  /// To be called after the change, without a lock: observers are anybody's code.
  func didSet(_ property: Property) {
    // Once more: who was told before the change may have read, on another thread, what was there before it. They would wait
    // for a change that has been made. Who has not read since is told nothing twice.
    change(property)
  }

  /// Tells of a change that has been made.
  func change(_ property: Property) {
    changes.add(1, ordering: .sequentiallyConsistent)
    SharedReads.noteChange(self)
    guard isObserved(property) else { return }
    registrar.willSet(self, keyPath: property.path)
    registrar.didSet(self, keyPath: property.path)
  }

  private func isObserved(_ property: Property) -> Bool {
    observed.load(ordering: .acquiring) & property.bit != 0
  }

  private let isTrackingTold = Signals.trackingIsTold

  /// Whether tracking a read hashes its key path at once: tried, because Observation does not promise it. If it ever does not,
  /// every read counts as tracked, which is slower and nothing else.
  private static let trackingIsTold: Bool = {
    let registrar = ObservationRegistrar()
    let subject = TriedSubject()
    var isTold = false
    counterpoint_set_read_was_tracked(false)
    withObservationTracking {
      registrar.access(subject, keyPath: \.[property: .value])
      isTold = counterpoint_get_read_was_tracked()
    } onChange: {
    }
    return isTold
  }()

  private struct TriedSubject: Observable {
    subscript(property property: Property) -> Int { property.number }
  }
}
