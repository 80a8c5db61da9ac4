/// A parser for the bytes after `ESC [`.
struct ControlSequence: Sendable {
  enum Step: Equatable {
    /// The sequence is incomplete.
    case more
    /// The Linux console's second bracket. One byte follows.
    case consoleFunctionKey
    /// The start mark of a paste.
    case pasteBegins
    /// The beginning of an X10 mouse report. Three bytes follow.
    case mouseReportBegins
    /// The sequence is a mouse report.
    case mouse(MouseEvent)
    /// The sequence is complete; `nil` if it is not a known key.
    case complete(Key?)
    /// The sequence is the answer to a question.
    case reply(TerminalReply)
    /// The byte can't be part of the sequence, and begins something new.
    case interrupted
  }

  /// The largest number of parameter bytes of a key. Longer sequences are skipped.
  private static let limit = 64

  private var parameters: [UInt8] = []
  private var hasIntermediates = false
  private var isTooLong = false

  /// Whether no byte was added yet.
  var isEmpty: Bool { parameters.isEmpty && !hasIntermediates }

  mutating func add(_ byte: UInt8) -> Step {
    switch byte {
    case 0x30...0x3F:
      if parameters.count < Self.limit { parameters.append(byte) } else { isTooLong = true }
      return .more
    case 0x24 where isPlainNumber:
      // rxvt ends a shifted key with a dollar sign. Elsewhere, a dollar sign is an intermediate byte.
      return .complete(Key(sequenceNumbers: numbers, final: byte))
    case 0x20...0x2F:
      hasIntermediates = true
      return .more
    case 0x5B where isEmpty:
      return .consoleFunctionKey
    case 0x4D where isEmpty:
      return .mouseReportBegins
    case 0x4D where isMouseReport, 0x6D where isMouseReport:
      return MouseEvent(reportNumbers: numbers, isPress: byte == 0x4D).map(Step.mouse) ?? .complete(nil)
    case 0x40...0x7E:
      if let reply = reply(final: byte) { return .reply(reply) }
      if hasIntermediates || isTooLong || isPrivate || isRelease { return .complete(nil) }
      if byte == 0x7E, numbers.first == 200 { return .pasteBegins }
      return .complete(Key(sequenceNumbers: numbers, final: byte))
    default:
      return .interrupted
    }
  }

  /// Whether the parameters begin with `<`, as in an SGR mouse report.
  private var isMouseReport: Bool { parameters.first == 0x3C && !hasIntermediates && !isTooLong }

  private var isPrivate: Bool { parameters.first.map { (0x3C...0x3F).contains($0) } ?? false }

  /// Whether the second subparameter of the modifiers reports a release: `ESC [ 97 ; 1 : 3 u`.
  private var isRelease: Bool {
    let fields = parameters.split(separator: 0x3B, omittingEmptySubsequences: false)
    guard fields.count > 1 else { return false }
    return fields[1].split(separator: 0x3A, omittingEmptySubsequences: false).dropFirst().first == [0x33]
  }

  private func reply(final: UInt8) -> TerminalReply? {
    guard !hasIntermediates, !isTooLong else { return nil }
    if final == 0x63, parameters.first == 0x3F { return .deviceAttributes }
    guard final == 0x52, !isPrivate else { return nil }
    let numbers = numbers
    return numbers.count == 2 ? .cursor(row: numbers[0], column: numbers[1]) : nil
  }

  private var isPlainNumber: Bool {
    !parameters.isEmpty && !hasIntermediates && !isTooLong && parameters.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The parameters. A missing one is 0. Only the first subparameter of each is used.
  private var numbers: [Int] {
    let digits = isPrivate ? parameters.dropFirst() : parameters[...]
    return digits.split(separator: 0x3B, omittingEmptySubsequences: false).map { parameter in
      parameter.prefix { (0x30...0x39).contains($0) }.reduce(0) { min(9_999_999, $0 * 10 + Int($1) - 0x30) }
    }
  }
}

/// The answer of a terminal to a question of the program.
enum TerminalReply: Equatable, Sendable {
  /// The position of the cursor, counted from 1. In the first row, F3 with modifiers looks the same.
  case cursor(row: Int, column: Int)
  /// The abilities of the terminal, the answer to `ESC [ c`.
  case deviceAttributes
}

/// An incremental UTF-8 decoder.
///
/// Detects errors as early as possible, as the Unicode standard recommends, so an invalid byte never consumes a valid
/// one.
struct ScalarAssembler: Sendable {
  enum Step: Equatable {
    /// The code point is complete.
    case scalar(Unicode.Scalar)
    /// More bytes are needed.
    case more
    /// The byte can't begin a code point.
    case invalid
    /// The byte can't continue the code point, and must be consumed again as a first byte.
    case interrupted
  }

  private var value: UInt32 = 0
  private var missing = 0
  /// The valid range of the next byte. Narrower after some first bytes, to reject overlong forms and surrogates.
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether a code point is incomplete.
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

  /// Discards an incomplete code point.
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
