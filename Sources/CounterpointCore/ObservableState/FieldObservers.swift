import CounterpointThreadLocals
import Observation
import Synchronization

/// Who observes which field of a value. Shared by the value's copies, because reading `state.child.n` reads a copy of the
/// child.
///
/// Made with the value; what observation needs is made when a field is read for the first time. Until then a change costs
/// a look at an empty reference.
@usableFromInline
final class FieldObservers: Sendable {
  /// Tells the value from all others.
  let serial = ObservableStateID.nextSerial()

  private let edits = Atomic<UInt64>(0)
  /// A bit for each field that has been read; the fields from the 64th on share the last.
  private let readFields = Atomic<UInt64>(0)
  private let registrar = AtomicLazyReference<SharedRegistrar>()

  @usableFromInline
  init() {}

  /// Numbers an edit in place, so that no two copies of the value have the same number after different edits.
  func nextEdit() -> UInt64 {
    edits.add(1, ordering: .relaxed).newValue
  }

  /// Whether a field may be observed: whether it has been read at all, outside reducers.
  @usableFromInline
  func isObserved(_ field: Int) -> Bool {
    readFields.load(ordering: .relaxed) & Self.bit(of: field) != 0
  }

  /// Notes that a field is read, for who tracks what is read.
  @usableFromInline
  func access(_ field: Int) {
    guard !counterpoint_is_untracked() else { return }
    let registrar = registrar.load() ?? self.registrar.storeIfNil(SharedRegistrar())
    let bit = Self.bit(of: field)
    if readFields.load(ordering: .relaxed) & bit == 0 {
      readFields.bitwiseOr(bit, ordering: .relaxed)
    }
    registrar.registrar.access(ObservedSubject(), keyPath: ObservedSubject.keyPath(field))
  }

  /// Notes that a field has changed: for the end of the turn while a store reduces, at once otherwise.
  @usableFromInline
  func note(_ field: Int) {
    guard isObserved(field) else { return }
    if let changes = StateChanges.current {
      changes.note(self, field: field)
    } else {
      tell(field)
    }
  }

  /// Notes that a field has changed, and what was there before, for the stores that show it.
  @usableFromInline
  func note(_ field: Int, replacing value: some IdentityTracked) {
    guard isObserved(field) else { return }
    if let changes = StateChanges.current {
      changes.note(self, field: field)
      if !changes.watched.isEmpty { value._$depart(changes.watched) }
    } else {
      tell(field)
    }
  }

  /// Tells the observers of a field. The value has changed already: who is told reads the new one.
  func tell(_ field: Int) {
    guard let registrar = registrar.load()?.registrar else { return }
    registrar.willSet(ObservedSubject(), keyPath: ObservedSubject.keyPath(field))
    registrar.didSet(ObservedSubject(), keyPath: ObservedSubject.keyPath(field))
  }

  private static func bit(of field: Int) -> UInt64 {
    1 << UInt64(min(field, 63))
  }

  private final class SharedRegistrar: Sendable {
    let registrar = ObservationRegistrar()
  }
}

/// Stands for the value in calls of an observation registrar, which ask for the subject and a key path of it.
///
/// Not the value itself: changes are told later, and a value that is kept until then would be copied by the next edit.
private struct ObservedSubject: Observable {
  subscript(field field: Int) -> Int { field }

  static func keyPath(_ field: Int) -> any KeyPath<ObservedSubject, Int> & Sendable {
    if field < known.count { known[field] } else { makeKeyPath(field) }
  }

  private static func makeKeyPath(_ field: Int) -> any KeyPath<ObservedSubject, Int> & Sendable {
    \ObservedSubject[field: field]
  }

  /// Making a key path with an argument takes an allocation, and most values have few fields.
  private static let known: [any KeyPath<ObservedSubject, Int> & Sendable] = (0..<64).map(makeKeyPath)
}
