import Synchronization

/// The identity of a value of observable state.
///
/// A value gets one at its creation, and its copies share it; a replacement has another one. Payloads of an enum also
/// differ by their case.
public struct ObservableStateID: Hashable, Sendable {
  /// Tells a value from all others that were ever made.
  let serial: UInt64
  /// Tells the states of a value before and after an edit in place.
  let edit: UInt64
  /// Tells the states of a value before and after an edit of a field; not part of the identity.
  let version: UInt64
  /// Whether the value is a copy from before the last edit in place; not part of the identity.
  let isOld: Bool
  /// The case of the enum that the value is the payload of, -1 if it is none's.
  private var tag = -1
  /// The cases of the enclosing enums, the outermost last. Apart from the first one, so that most ids allocate
  /// nothing.
  private var outerTags: [Int] = []

  init(serial: UInt64, edit: UInt64 = 0, version: UInt64 = 0, isOld: Bool = false) {
    self.serial = serial
    self.edit = edit
    self.version = version
    self.isOld = isOld
  }

  /// An identity that nothing else has: of an enum in a case without observable payload.
  public init() {
    self.init(serial: Self.nextSerial())
  }

  /// The identity of an enum with this payload.
  ///
  /// - Parameter tag: The number of the case.
  public func tagged(_ tag: Int) -> Self {
    var id = self
    if id.tag < 0 { id.tag = tag } else { id.outerTags.append(tag) }
    return id
  }

  /// Whether both are identities of copies of one value, edited or not.
  func isSameValue(as other: Self) -> Bool {
    serial == other.serial && tag == other.tag && outerTags == other.outerTags
  }

  /// Whether both are identities of copies of one value none of which was edited.
  func isSameVersion(as other: Self) -> Bool {
    self == other && version == other.version
  }

  /// Whether the value was edited as a copy since the last edit in place.
  var isEditedCopy: Bool { version & 1 != 0 }

  /// Whether both are identities of one value.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.isSameValue(as: rhs) && lhs.edit == rhs.edit
  }

  /// Feeds what tells the value from others.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(serial)
    hasher.combine(edit)
  }

  static func nextSerial() -> UInt64 {
    serials.add(1, ordering: .relaxed).newValue
  }

  private static let serials = Atomic<UInt64>(0)
}
