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
  private let registrar = OnceReference<SharedRegistrar>()

  @usableFromInline
  init() {}

  /// Numbers an edit in place, so that no two copies of the value have the same number after different edits.
  @usableFromInline
  func nextEdit() -> UInt64 {
    edits.add(1, ordering: .relaxed).newValue
  }

  /// Whether a field may be observed: whether somebody has read it who tracks what is read.
  @usableFromInline
  func isObserved(_ field: Int) -> Bool {
    readFields.load(ordering: .relaxed) & Self.bit(of: field) != 0
  }

  /// Has changes of a field noted from now on, although nobody tracks them.
  func watch(_ field: Int) {
    let bit = Self.bit(of: field)
    if readFields.load(ordering: .relaxed) & bit == 0 { readFields.bitwiseOr(bit, ordering: .relaxed) }
  }

  /// Notes that a field is read, for who tracks what is read.
  @usableFromInline
  func access(_ field: Int) {
    _ = isTracked(field)
  }

  /// Notes that a field is read, for who tracks what is read.
  ///
  /// - Returns: Whether anybody may track it.
  func isTracked(_ field: Int) -> Bool {
    guard !counterpoint_is_untracked() else { return false }
    let registrar = registrar.object ?? registrar.make { SharedRegistrar() }
    let isTracked = registrar.use { $0.access(field) }
    if isTracked || counterpoint_is_watching() { watch(field) }
    return isTracked
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
    guard let registrar = registrar.object?.object.registrar else { return }
    registrar.willSet(ObservedSubject(), keyPath: ObservedSubject.keyPath(field))
    registrar.didSet(ObservedSubject(), keyPath: ObservedSubject.keyPath(field))
  }

  private static func bit(of field: Int) -> UInt64 {
    1 << UInt64(min(field, 63))
  }
}
