import CounterpointThreadLocals
import Observation
import Synchronization

/// The observers of a value's fields. Copies of the value share them, because reading `state.child.n` reads a copy of
/// the child.
///
/// Created with the value. The registrar is created with the first tracked read. Until then a change costs one check of
/// an empty reference.
@usableFromInline
final class FieldObservers: Sendable {
  /// The serial number of the value, which is unique in the process.
  let serial = ObservableStateID.nextSerial()

  private let latestEdit = Atomic<UInt64>(0)
  /// A bit per field that has been read. Fields from number 63 on share the last bit.
  private let readFields = Atomic<UInt64>(0)
  private let registrar = OnceReference<SharedRegistrar>()

  @usableFromInline
  init() {}

  /// The number of the latest edit in place in a store. A value with another number is an older copy.
  var edit: UInt64 {
    get { latestEdit.load(ordering: .relaxed) }
    set { latestEdit.store(newValue, ordering: .relaxed) }
  }

  /// The fields that have been read, as far as their numbers are below 64.
  var observedFields: [Int] {
    let fields = readFields.load(ordering: .relaxed)
    return (0..<64).filter { fields & 1 << UInt64($0) != 0 }
  }

  /// Returns whether a field may be observed: whether a read of it was tracked.
  @usableFromInline
  func isObserved(_ field: Int) -> Bool { isObserved(bit: Self.bit(of: field)) }

  /// Returns whether a field may be observed, by its bit.
  func isObserved(bit: UInt64) -> Bool { readFields.load(ordering: .relaxed) & bit != 0 }

  // Not inlined, because it is rare, and would enlarge every read of a field.
  @inline(never)
  private func recordRead(_ field: Int) {
    watch(field)
    RecordedReads.current?.locations.append(StateLocation(value: serial, field: field))
  }

  /// Starts recording changes of a field, even if no observer tracks it.
  func watch(_ field: Int) {
    let bit = Self.bit(of: field)
    if readFields.load(ordering: .relaxed) & bit == 0 { readFields.bitwiseOr(bit, ordering: .relaxed) }
  }

  /// Tracks a read of a field.
  @usableFromInline
  func access(_ field: Int) {
    _ = isTracked(field)
  }

  /// Tracks a read of a field. A read through a store is tracked by the followed value.
  ///
  /// - Returns: Whether an observer may have tracked the read.
  func isTracked(_ field: Int) -> Bool {
    guard !counterpoint_get_untracked() else { return false }
    let isTracked =
      if let followed = FollowedValue.current, followed.use({ $0.isOf(self) }) {
        followed.use { $0.isTracked(field) }
      } else {
        isTrackedByRegistrar(field)
      }
    if isTracked { watch(field) }
    if counterpoint_get_current_reads() != 0 { recordRead(field) }
    return isTracked
  }

  @inline(__always)
  private func isTrackedByRegistrar(_ field: Int) -> Bool {
    let registrar = registrar.object ?? registrar.make { SharedRegistrar() }
    return registrar.use { $0.access(field) }
  }

  /// Records a change of a field in the store that is reducing on this thread. Changes outside of a reduction notify no
  /// observer.
  func note(_ field: Int) {
    guard isObserved(field) else { return }
    StateChanges.current?.note(self, field: field)
  }

  /// Notifies the observers of a field after its change, so that they read the new value.
  func notify(_ field: Int) {
    registrar.object?.use { $0.notify(field) }
  }

  /// Returns the bit of a field in a set of fields. Fields from the 64th on share one.
  static func bit(of field: Int) -> UInt64 {
    1 << UInt64(min(field, 63))
  }
}

/// A placeholder for the observed value in calls of an observation registrar, which take a subject and a key path.
///
/// Not the value itself, because observers are notified later, and the next edit of a value retained until then would
/// copy it.
struct ObservedSubject: Observable {
  /// The number of a field, as the argument of the key path that represents the field.
  struct Field: Hashable, Sendable {
    let number: Int

    /// Called when Observation inserts the key path into the set of tracked reads. There is no public API to detect
    /// tracking, and recording untracked reads would cost most of a read.
    func hash(into hasher: inout Hasher) {
      counterpoint_exchange_read_was_tracked(true)
      hasher.combine(number)
    }
  }

  subscript(field field: Field) -> Int { field.number }

  /// The number that stands for the whole value, which changes when another value replaces it in a state.
  static let replacement = -2

  static func keyPath(_ field: Int) -> any KeyPath<ObservedSubject, Int> & Sendable {
    if field >= 0, field < cached.count { cached[field] } else { makeKeyPath(field) }
  }

  private static func makeKeyPath(_ field: Int) -> any KeyPath<ObservedSubject, Int> & Sendable {
    \ObservedSubject[field: Field(number: field)]
  }

  /// The key paths of the first fields, because creating one allocates memory.
  private static let cached: [any KeyPath<ObservedSubject, Int> & Sendable] = (0..<64).map(makeKeyPath)
}

/// The registrar of a value's fields.
final class SharedRegistrar: Sendable {
  private let registrar = ObservationRegistrar()
  // Copies of globals. Each access to a global checks its initialization, and every read of a field accesses both.
  private let first = ObservedSubject.keyPath(0)
  private let replacement = SharedRegistrar.replacement
  private let isDetectable = isTrackingDetectable

  private static let replacement = ObservedSubject.keyPath(ObservedSubject.replacement)

  /// Tracks a read of a field, or of the whole value for ``ObservedSubject/replacement``.
  ///
  /// - Returns: Whether an observer may have tracked the read.
  func access(_ field: Int) -> Bool {
    guard let run = ObservationRun.current else { return register(field) }
    return run.use { $0.access(read(of: field)) { register(field) } }
  }

  private func register(_ field: Int) -> Bool {
    counterpoint_exchange_read_was_tracked(false)
    if field == 0 {
      registrar.access(ObservedSubject(), keyPath: first)
    } else {
      registrar.access(ObservedSubject(), keyPath: keyPath(field))
    }
    return counterpoint_get_read_was_tracked() || !isDetectable
  }

  /// Notifies the observers of a field, or of the whole value.
  func notify(_ field: Int) {
    ObservationRun.current?.use { $0.noteChange(of: read(of: field)) }
    NestedReads.shared.notify(read(of: field))
    let keyPath = keyPath(field)
    registrar.willSet(ObservedSubject(), keyPath: keyPath)
    registrar.didSet(ObservedSubject(), keyPath: keyPath)
  }

  private func read(of field: Int) -> FieldRead {
    FieldRead(registrar: ObjectIdentifier(self), field: field)
  }

  private func keyPath(_ field: Int) -> any KeyPath<ObservedSubject, Int> & Sendable {
    field == ObservedSubject.replacement ? replacement : ObservedSubject.keyPath(field)
  }
}

/// Whether a tracked read hashes its key path immediately. Observation does not document this, so it is tested once per
/// process. If it does not, every read counts as tracked, which only costs time.
let isTrackingDetectable: Bool = {
  let registrar = ObservationRegistrar()
  var isDetected = false
  counterpoint_exchange_read_was_tracked(false)
  withObservationTracking {
    registrar.access(ObservedSubject(), keyPath: ObservedSubject.keyPath(0))
    isDetected = counterpoint_get_read_was_tracked()
  } onChange: {
  }
  return isDetected
}()
