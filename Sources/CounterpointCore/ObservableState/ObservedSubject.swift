import CounterpointThreadLocals
import Observation

/// Stands for the value in calls of an observation registrar, which ask for the subject and a key path of it.
///
/// Not the value itself: changes are told later, and a value that is kept until then would be copied by the next edit.
struct ObservedSubject: Observable {
  /// The number of a field, in the key path that stands for the field.
  struct Field: Hashable, Sendable {
    let number: Int

    /// Who tracks what is read puts the key path into a set, and so comes here. Observation has no other way to find out whether
    /// anybody does, and to note a read for nobody, field by field, would cost most of what a read costs.
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

/// What observation needs for the fields of a value.
final class SharedRegistrar: Sendable {
  let registrar = ObservationRegistrar()
  // Here, although they are the same for all: each look at a global asks first whether it has been computed, and every read of a
  // store looks at both.
  private let first = ObservedSubject.keyPath(0)
  private let isToldOfTracking = trackingIsTold

  /// Notes that a field is read, for who tracks what is read.
  ///
  /// - Returns: Whether anybody may track it.
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

/// Whether tracking a read hashes its key path at once: tried, because Observation does not promise it. If it ever does not, every
/// read counts as tracked, which is slower and nothing else.
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
