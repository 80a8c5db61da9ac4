/// The bytes after `ESC [`, collected one by one.
struct ControlSequence: Sendable {
  enum Step: Equatable {
    /// The sequence goes on.
    case more
    /// It was the Linux console's second bracket: one byte follows.
    case consoleFunctionKey
    /// It was the mark before a paste.
    case pasteBegins
    /// It was the beginning of an X10 mouse report: three bytes follow.
    case mouseReportBegins
    /// The sequence has ended; `nil` if it is no key that we know.
    case complete(Key?)
    /// The byte can't be part of a sequence: it begins something new.
    case interrupted
  }

  /// No key needs more bytes than this; of a longer sequence only the end is looked for.
  private static let limit = 64

  private var parameters: [UInt8] = []
  private var hasIntermediates = false
  private var isTooLong = false

  /// Whether nothing has come yet.
  var isEmpty: Bool { parameters.isEmpty && !hasIntermediates }

  mutating func add(_ byte: UInt8) -> Step {
    switch byte {
    case 0x30...0x3F:
      if parameters.count < Self.limit { parameters.append(byte) } else { isTooLong = true }
      return .more
    case 0x24 where isPlainNumber:
      // rxvt ends a shifted key with a dollar sign; anywhere else that is not the end of a sequence.
      return .complete(Key(sequenceNumbers: numbers, final: byte))
    case 0x20...0x2F:
      hasIntermediates = true
      return .more
    case 0x5B where isEmpty:
      return .consoleFunctionKey
    case 0x4D where isEmpty:
      return .mouseReportBegins
    case 0x40...0x7E:
      if hasIntermediates || isTooLong || isPrivate || isRelease { return .complete(nil) }
      if byte == 0x7E, numbers.first == 200 { return .pasteBegins }
      return .complete(Key(sequenceNumbers: numbers, final: byte))
    default:
      return .interrupted
    }
  }

  private var isPrivate: Bool { parameters.first.map { (0x3C...0x3F).contains($0) } ?? false }

  /// Whether the second part of the modifiers says that the key was released: `ESC [ 97 ; 1 : 3 u`.
  private var isRelease: Bool {
    let fields = parameters.split(separator: 0x3B, omittingEmptySubsequences: false)
    guard fields.count > 1 else { return false }
    return fields[1].split(separator: 0x3A, omittingEmptySubsequences: false).dropFirst().first == [0x33]
  }

  private var isPlainNumber: Bool {
    !parameters.isEmpty && !hasIntermediates && !isTooLong && parameters.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The parameters; a missing one is 0. Only the first of several parts that colons divide counts.
  private var numbers: [Int] {
    parameters.split(separator: 0x3B, omittingEmptySubsequences: false).map { parameter in
      parameter.prefix { (0x30...0x39).contains($0) }.reduce(0) { min(9_999_999, $0 * 10 + Int($1) - 0x30) }
    }
  }
}
