/// Puts a code point together from the bytes of UTF-8, one by one.
///
/// Finds errors where the Unicode standard wants them found: as early as possible, so that one wrong byte never takes a
/// right one with it.
struct ScalarAssembler: Sendable {
  enum Step: Equatable {
    /// The code point is complete.
    case scalar(Unicode.Scalar)
    /// More bytes are needed.
    case more
    /// The byte can't begin a code point.
    case invalid
    /// The byte can't go on with what has been begun, and has to be looked at again as a beginning.
    case interrupted
  }

  private var value: UInt32 = 0
  private var missing = 0
  /// The allowed values of the next byte; narrower after some first bytes, to reject overlong forms and surrogates.
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether a code point has been begun.
  var isPending: Bool { missing > 0 }

  mutating func consume(_ byte: UInt8) -> Step {
    guard missing > 0 else { return begin(byte) }
    guard allowed.contains(byte) else {
      missing = 0
      return .interrupted
    }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    allowed = 0x80...0xBF
    guard missing == 0 else { return .more }
    return Unicode.Scalar(value).map(Step.scalar) ?? .invalid
  }

  /// Forgets what has been begun.
  mutating func reset() { missing = 0 }

  private mutating func begin(_ byte: UInt8) -> Step {
    allowed = 0x80...0xBF
    switch byte {
    case 0x00...0x7F:
      return .scalar(Unicode.Scalar(byte))
    case 0xC2...0xDF:
      (value, missing) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF:
      (value, missing) = (UInt32(byte & 0x0F), 2)
      if byte == 0xE0 { allowed = 0xA0...0xBF }
      if byte == 0xED { allowed = 0x80...0x9F }
    case 0xF0...0xF4:
      (value, missing) = (UInt32(byte & 0x07), 3)
      if byte == 0xF0 { allowed = 0x90...0xBF }
      if byte == 0xF4 { allowed = 0x80...0x8F }
    default:
      return .invalid
    }
    return .more
  }
}
