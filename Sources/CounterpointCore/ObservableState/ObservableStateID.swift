import CounterpointThreadLocals
import Synchronization

/// The identity of a value of observable state.
///
/// A value gets its identity at its creation. Its copies share it; a replacement has another one. Payloads of an enum
/// also differ by their case.
public struct ObservableStateID: Hashable, Sendable {
  /// A serial number that is unique in the process.
  let serial: UInt64
  /// The number of the last edit in place.
  let edit: UInt64
  /// The version of the value; not part of the identity.
  let version: EditVersion
  /// The number of the last edit in place of the newest copy; not part of the identity.
  let newestEdit: UInt64
  /// The case of the enclosing enum; -1 if there is none.
  private var tag = -1
  /// The cases of further enclosing enums, the outermost last. A separate array, so that most ids don't allocate.
  private var outerTags: [Int] = []

  init(serial: UInt64, edit: UInt64 = 0, version: EditVersion = EditVersion(), newestEdit: UInt64 = 0) {
    self.serial = serial
    self.edit = edit
    self.version = version
    self.newestEdit = newestEdit
  }

  /// Creates a unique identity, for an enum in a case without observable payload.
  public init() {
    self.init(serial: Self.nextSerial())
  }

  /// Returns the identity of an enum with this payload.
  ///
  /// - Parameter tag: The number of the case.
  public func tagged(_ tag: Int) -> Self {
    var id = self
    if id.tag < 0 { id.tag = tag } else { id.outerTags.append(tag) }
    return id
  }

  /// Returns whether both identify copies of one value, whether edited or not.
  func isSameValue(as other: Self) -> Bool {
    serial == other.serial && tag == other.tag && outerTags == other.outerTags
  }

  /// Returns whether both identify unedited copies of one value.
  func isSameVersion(as other: Self) -> Bool {
    self == other && version == other.version
  }

  /// Whether the value is a copy that is older than the last edit in place.
  var isOld: Bool { edit != newestEdit }

  /// Whether the value was edited as a copy since the last edit in place.
  var isEditedCopy: Bool { version.isCopy }

  /// Returns whether both identify one value.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.isSameValue(as: rhs) && lhs.edit == rhs.edit
  }

  /// Hashes the parts of the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(serial)
    hasher.combine(edit)
  }

  static func nextSerial() -> UInt64 {
    serials.add(1, ordering: .relaxed).newValue
  }

  private static let serials = Atomic<UInt64>(0)
}

/// The version of a value of observable state: the number of its last edit in place or of a field, and whether it was
/// edited as a copy since the last edit in place.
struct EditVersion: Hashable, Sendable {
  /// The number, a multiple of four. Its two lowest bits are the flags.
  private var bits: UInt64 = 0

  private static let copy: UInt64 = 1
  private static let elsewhere: UInt64 = 2

  /// Whether the value was edited as a copy since the last edit in place.
  var isCopy: Bool { bits & Self.copy != 0 }

  /// Whether an edit was made outside of the running reducer, so that the store has not recorded what it has changed.
  var isFromElsewhere: Bool {
    if bits & Self.elsewhere != 0 { return true }
    return StateChanges.current.map { !$0.contains(edit: bits) } ?? true
  }

  /// Begins a version for an edit of a field.
  ///
  /// - Parameter isCopy: Whether the value is a copy.
  mutating func edit(isCopy: Bool) {
    guard isCopy else { return bits = counterpoint_edit_number() }
    let wasEditedElsewhere = counterpoint_get_current_changes() == 0 || self.isCopy && isFromElsewhere
    bits = counterpoint_edit_number() | Self.copy | (wasEditedElsewhere ? Self.elsewhere : 0)
  }

  /// Marks the value as a copy that is edited in a store's reducer.
  mutating func becomeCopy() {
    bits |= Self.copy
  }

  /// Marks the value as a copy that is edited outside of stores.
  mutating func becomeCopyFromElsewhere() {
    bits |= Self.copy | Self.elsewhere
  }

  /// Marks the value as a part of a store's state.
  mutating func becomeOriginal() {
    bits &= ~(Self.copy | Self.elsewhere)
  }
}

// Called by code that `@ObservableState` writes for an enum's payloads. The payload's type selects the overload.

extension ObservableStateID {
  /// Creates a unique identity for a payload that is not observable state, because it is unknown whether the payload
  /// is still the same.
  public init<Payload>(of payload: Payload) {
    self.init()
  }

  /// The identity of a payload.
  public init<Payload: ObservableState>(of payload: Payload) {
    self = payload._$id
  }

  /// Does nothing, because the payload has no identity.
  public static func willModify<Payload>(_ payload: inout Payload) {}

  /// Changes the identity of a payload before an edit in place.
  public static func willModify<Payload: ObservableState>(_ payload: inout Payload) {
    payload._$willModify()
  }
}
