import CounterpointThreadLocals
import Observation

/// Stands for the value in calls of an observation registrar, which ask for the subject and a key path of it.
///
/// Not the value itself: changes are told later, and a value that is kept until then would be copied by the next edit.
struct ObservedSubject: Observable {
  /// The number of a field, in the key path that stands for the field.
  struct Field: Hashable, Sendable {
    let number: Int

    /// A tracker inserts the key path into a set, and so calls this. Observation offers no other way to detect
    /// tracking, and recording untracked reads would cost most of a read.
    func hash(into hasher: inout Hasher) {
      counterpoint_set_read_was_tracked(true)
      hasher.combine(number)
    }
  }

  subscript(field field: Field) -> Int { field.number }

  static func keyPath(_ field: Int) -> any KeyPath<ObservedSubject, Int> & Sendable {
    if field < known.count { known[field] } else { makeKeyPath(field) }
  }

  private static func makeKeyPath(_ field: Int) -> any KeyPath<ObservedSubject, Int> & Sendable {
    \ObservedSubject[field: Field(number: field)]
  }

  /// Making a key path with an argument takes an allocation, and most values have few fields.
  private static let known: [any KeyPath<ObservedSubject, Int> & Sendable] = (0..<64).map(makeKeyPath)
}

/// The registrar of a value's fields.
final class SharedRegistrar: Sendable {
  let registrar = ObservationRegistrar()
  // Stored here, although it is the same for all: each access to a global first checks whether it is initialized, and
  // every read of a store accesses both.
  private let first = ObservedSubject.keyPath(0)
  private let isToldOfTracking = trackingIsTold

  /// Records a read of a field.
  ///
  /// - Returns: Whether the read may be tracked.
  func access(_ field: Int) -> Bool {
    counterpoint_set_read_was_tracked(false)
    if field == 0 {
      registrar.access(ObservedSubject(), keyPath: first)
    } else {
      registrar.access(ObservedSubject(), keyPath: ObservedSubject.keyPath(field))
    }
    return counterpoint_get_read_was_tracked() || !isToldOfTracking
  }
}

/// Whether a tracked read hashes its key path at once. Observation does not document it, so it is tested once per
/// process. If it does not, every read counts as tracked, which only costs time.
private let trackingIsTold: Bool = {
  let registrar = ObservationRegistrar()
  var isTold = false
  counterpoint_set_read_was_tracked(false)
  withObservationTracking {
    registrar.access(ObservedSubject(), keyPath: ObservedSubject.keyPath(0))
    isTold = counterpoint_get_read_was_tracked()
  } onChange: {
  }
  return isTold
}()
