import CounterpointThreadLocals
import Observation
import Synchronization

/// The observers of a value's fields. Shared by the value's copies, because reading `state.child.n` reads a copy of
/// the child.
///
/// Created with the value; the registrar is created with the first tracked read. Until then a change costs a check of
/// an empty reference.
@usableFromInline
final class FieldObservers: Sendable {
  /// Tells the value from all others.
  let serial = ObservableStateID.nextSerial()

  private let latestEdit = Atomic<UInt64>(0)
  /// A bit for each field that has been read; the fields from the 64th on share the last.
  private let readFields = Atomic<UInt64>(0)
  private let registrar = OnceReference<SharedRegistrar>()

  @usableFromInline
  init() {}

  /// The number of the latest edit in place by a store. A value with another number is an older copy.
  var edit: UInt64 {
    get { latestEdit.load(ordering: .relaxed) }
    set { latestEdit.store(newValue, ordering: .relaxed) }
  }

  /// The numbers below 64 of the fields that have been read.
  var observedFields: [Int] {
    let fields = readFields.load(ordering: .relaxed)
    return (0..<64).filter { fields & 1 << UInt64($0) != 0 }
  }

  /// Returns whether a field may be observed: whether a read of it was tracked.
  @usableFromInline
  func isObserved(_ field: Int) -> Bool {
    readFields.load(ordering: .relaxed) & Self.bit(of: field) != 0
  }

  @inline(never)
  private func noteRead(_ field: Int) {
    watch(field)
    WatchedReads.current?.places.append(StatePlace(value: serial, field: field))
  }

  /// Starts noting changes of a field, although no observer tracks them.
  func watch(_ field: Int) {
    let bit = Self.bit(of: field)
    if readFields.load(ordering: .relaxed) & bit == 0 { readFields.bitwiseOr(bit, ordering: .relaxed) }
  }

  /// Records a read of a field.
  @usableFromInline
  func access(_ field: Int) {
    _ = isTracked(field)
  }

  /// Records a read of a field.
  ///
  /// - Returns: Whether the read may be tracked.
  func isTracked(_ field: Int) -> Bool {
    guard !counterpoint_is_untracked() else { return false }
    let registrar = registrar.object ?? registrar.make { SharedRegistrar() }
    let isTracked = registrar.use { $0.access(field) }
    if isTracked { watch(field) }
    if counterpoint_get_current_reads() != 0 { noteRead(field) }
    return isTracked
  }

  /// Notes a change of a field with the store that is reducing on this thread. Outside of a store a change notifies
  /// no observer.
  func note(_ field: Int) {
    guard isObserved(field) else { return }
    StateChanges.current?.note(self, field: field)
  }

  /// Notifies the observers of a field. The value has already changed, so observers read the new one.
  func tell(_ field: Int) {
    guard let registrar = registrar.object?.object.registrar else { return }
    registrar.willSet(ObservedSubject(), keyPath: ObservedSubject.keyPath(field))
    registrar.didSet(ObservedSubject(), keyPath: ObservedSubject.keyPath(field))
  }

  private static func bit(of field: Int) -> UInt64 {
    1 << UInt64(min(field, 63))
  }
}
