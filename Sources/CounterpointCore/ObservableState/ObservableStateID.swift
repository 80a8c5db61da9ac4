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
  /// The number of the last edit of a field; not part of the identity.
  let version: UInt64
  /// The number of the last edit in place of the newest copy; not part of the identity.
  let newestEdit: UInt64
  /// The case of the enclosing enum; -1 if there is none.
  private var tag = -1
  /// The cases of further enclosing enums, the outermost last. A separate array, so that most ids don't allocate.
  private var outerTags: [Int] = []

  init(serial: UInt64, edit: UInt64 = 0, version: UInt64 = 0, newestEdit: UInt64 = 0) {
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
  var isEditedCopy: Bool { version & 1 != 0 }

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
