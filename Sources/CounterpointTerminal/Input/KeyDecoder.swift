/// Turns the bytes that a terminal sends into keys and pastes.
///
/// A plain value: it reads nothing, waits for nothing and takes bytes in pieces of any size, always with the same
/// result. Bytes alone can't tell whether an escape byte is the escape key or begins a sequence. The reader therefore
/// waits for ``flushDelay`` and calls ``flush()`` if nothing more has come:
///
/// ```swift
/// var decoder = KeyDecoder()
/// decoder.feed([0x1B, 0x5B, 0x41])  // [.key(.up)]
/// decoder.feed([0x1B])              // [], and flushDelay is 50 ms
/// decoder.flush()                   // [.key(.escape)]
/// ```
///
/// It understands what xterm and its descendants, the Linux console, rxvt, tmux and screen send. It swallows sequences
/// that are no keys: replies of the terminal (OSC, DCS, APC, PM and SOS strings), mouse reports, and releases of keys.
/// Memory is bounded: sequences and strings without an end are skipped without being kept, and a paste comes in pieces
/// of a mebibyte.
public struct KeyDecoder: Sendable {
  /// The decoder's position in a sequence. `alt` means that an escape byte preceded the sequence's own.
  private enum State {
    /// Between keys, or inside the UTF-8 form of a character.
    case ground
    /// After an escape byte.
    case escape(alt: Bool)
    /// After `ESC O`, and after a digit behind it that old terminals send for modifiers.
    case applicationKey(alt: Bool, modifier: UInt8?)
    /// After `ESC [`.
    case controlSequence(alt: Bool)
    /// After `ESC [ [`, which the Linux console sends for F1…F5.
    case consoleFunctionKey(alt: Bool)
    /// After `ESC [ M`: the bytes of an X10 mouse report that are still to come.
    case mouseReport(remaining: Int)
    /// Inside a string of the terminal, which `introducer` began, `length` bytes after it. `escaped` says that the last
    /// byte was an escape byte, which is the first half of the string terminator.
    case string(introducer: UInt8, length: Int, escaped: Bool, alt: Bool)
    /// Between the marks of a bracketed paste.
    case paste
  }

  /// A longer string has lost its end: what follows is typed text again.
  private static let stringLimit = 1 << 20

  /// A paste without an end mark ends after this pause. A stray begin mark must not disable the keyboard.
  private static let pasteDelay = Duration.seconds(2)

  private let escapeDelay: Duration

  private var state = State.ground
  private var sequence = ControlSequence()
  private var assembler = ScalarAssembler()
  /// Whether the character that `assembler` puts together came behind an escape byte.
  private var assemblesAlt = false
  private var paste = PasteBuffer()

  /// Makes a decoder that waits for a first byte.
  ///
  /// - Parameter escapeDelay: How long an unfinished sequence waits for its next byte. Use more than the default for a
  ///   connection that tears sequences apart.
  public init(escapeDelay: Duration = .milliseconds(50)) {
    self.escapeDelay = escapeDelay
  }

  /// The time to wait for more bytes before ``flush()`` is called; `nil` if nothing is unfinished.
  ///
  /// An unfinished sequence waits for the decoder's delay, an unfinished paste for two seconds.
  public var flushDelay: Duration? {
    switch state {
    case .ground: assembler.isPending ? escapeDelay : nil
    case .paste: Self.pasteDelay
    case .escape, .applicationKey, .controlSequence, .consoleFunctionKey, .mouseReport, .string: escapeDelay
    }
  }

  /// Takes bytes and gives what is complete with them.
  ///
  /// - Parameter bytes: What came, cut anywhere.
  /// - Returns: Keys and pastes in the order in which they came; bytes that are not UTF-8 are keys of `U+FFFD`.
  /// - Complexity: O(n), n being the number of bytes.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    for byte in bytes { take(byte, &events) }
    return events
  }

  /// Ends what has been begun, because nothing came for ``flushDelay``.
  ///
  /// - Returns: A lone escape byte as the escape key; `ESC [`, `ESC O` and the beginnings of strings as those
  ///   characters with alt; an unfinished character as `U+FFFD`; the text of an unfinished paste. Any other unfinished
  ///   sequence gives nothing.
  public mutating func flush() -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    switch state {
    case .ground:
      if assembler.isPending { emit(.character("\u{FFFD}"), alt: assemblesAlt, &events) }
    case .escape(let alt):
      if alt { events.append(.key(.escape)) }
      events.append(.key(.escape))
    case .applicationKey(let alt, nil):
      leaveEscapes(alt, &events)
      emit(.character("O"), alt: true, &events)
    case .controlSequence(let alt) where sequence.isEmpty:
      leaveEscapes(alt, &events)
      emit(.character("["), alt: true, &events)
    case .string(let introducer, 0, false, let alt):
      leaveEscapes(alt, &events)
      emit(.character(Character(Unicode.Scalar(introducer))), alt: true, &events)
    case .string(_, _, true, _):
      events.append(.key(.escape))
    case .applicationKey, .controlSequence, .consoleFunctionKey, .mouseReport, .string:
      break
    case .paste:
      let text = paste.flush()
      if !text.isEmpty { events.append(.paste(text)) }
    }
    assembler.reset()
    state = .ground
    return events
  }

  private mutating func take(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    switch state {
    case .ground: takeText(byte, alt: false, &events)
    case .escape(let alt): takeAfterEscape(byte, alt: alt, &events)
    case .applicationKey(let alt, let modifier): takeApplicationKey(byte, alt: alt, modifier: modifier, &events)
    case .controlSequence(let alt): takeControlSequence(byte, alt: alt, &events)
    case .consoleFunctionKey(let alt):
      state = .ground
      if let number = (0x41...0x45).contains(byte) ? Int(byte) - 0x40 : nil {
        emit(.function(number), alt: alt, &events)
      } else if byte < 0x20 || byte > 0x7E {
        take(byte, &events)
      }
    case .mouseReport(let remaining):
      state = remaining > 1 ? .mouseReport(remaining: remaining - 1) : .ground
    case .string(let introducer, let length, let escaped, let alt):
      takeString(byte, introducer: introducer, length: length, escaped: escaped, alt: alt, &events)
    case .paste:
      let (text, isComplete) = paste.add(byte)
      if let text, !text.isEmpty { events.append(.paste(text)) }
      if isComplete { state = .ground }
    }
  }

  private mutating func takeText(_ byte: UInt8, alt: Bool, _ events: inout [TerminalEvent]) {
    if !assembler.isPending {
      if byte == 0x1B {
        state = .escape(alt: false)
        return
      }
      if let key = Key(controlByte: byte) {
        emit(key, alt: alt, &events)
        return
      }
      assemblesAlt = alt
    }
    switch assembler.consume(byte) {
    case .scalar(let scalar): emit(.character(Character(scalar)), alt: assemblesAlt, &events)
    case .more: break
    case .invalid: emit(.character("\u{FFFD}"), alt: assemblesAlt, &events)
    case .interrupted:
      emit(.character("\u{FFFD}"), alt: assemblesAlt, &events)
      takeText(byte, alt: false, &events)
    }
  }

  private mutating func takeAfterEscape(_ byte: UInt8, alt: Bool, _ events: inout [TerminalEvent]) {
    switch byte {
    case 0x1B where alt:
      events.append(.key(.escape))
    case 0x1B:
      state = .escape(alt: true)
    case 0x5B:
      sequence = ControlSequence()
      state = .controlSequence(alt: alt)
    case 0x4F:
      state = .applicationKey(alt: alt, modifier: nil)
    case 0x50, 0x58, 0x5D, 0x5E, 0x5F:
      // DCS, SOS, OSC, PM and APC. With alt and one of these characters, a pause follows, which `flush()` is told.
      state = .string(introducer: byte, length: 0, escaped: false, alt: alt)
    default:
      state = .ground
      leaveEscapes(alt, &events)
      takeText(byte, alt: true, &events)
    }
  }

  /// Skips a byte of a string, which ends with BEL, ST (`ESC \`), CAN or SUB.
  private mutating func takeString(
    _ byte: UInt8,
    introducer: UInt8,
    length: Int,
    escaped: Bool,
    alt: Bool,
    _ events: inout [TerminalEvent]
  ) {
    switch byte {
    case 0x5C where escaped, 0x07, 0x18, 0x1A:
      state = .ground
    case _ where escaped:
      // The escape byte began something else, so the string was cut off.
      state = .escape(alt: false)
      take(byte, &events)
    default:
      state =
        length < Self.stringLimit
        ? .string(introducer: introducer, length: length + 1, escaped: byte == 0x1B, alt: alt) : .ground
    }
  }

  private mutating func takeApplicationKey(
    _ byte: UInt8,
    alt: Bool,
    modifier: UInt8?,
    _ events: inout [TerminalEvent]
  ) {
    if modifier == nil, (0x31...0x38).contains(byte) {
      state = .applicationKey(alt: alt, modifier: byte)
      return
    }
    state = .ground
    if let key = Key(applicationByte: byte, modifier: modifier.map { Int($0) - 0x30 }) {
      emit(key, alt: alt, &events)
      return
    }
    // No such key: it was alt with a capital O, and what came behind it stands for itself.
    leaveEscapes(alt, &events)
    emit(.character("O"), alt: true, &events)
    if let modifier { takeText(modifier, alt: false, &events) }
    take(byte, &events)
  }

  private mutating func takeControlSequence(_ byte: UInt8, alt: Bool, _ events: inout [TerminalEvent]) {
    switch sequence.add(byte) {
    case .more:
      break
    case .consoleFunctionKey:
      state = .consoleFunctionKey(alt: alt)
    case .pasteBegins:
      leaveEscapes(alt, &events)
      paste = PasteBuffer()
      state = .paste
    case .mouseReportBegins:
      state = .mouseReport(remaining: 3)
    case .complete(let key):
      state = .ground
      if let key { emit(key, alt: alt, &events) }
    case .interrupted:
      state = .ground
      take(byte, &events)
    }
  }

  /// Gives the escape key that turned out to be one, because what followed it was a key of its own.
  private func leaveEscapes(_ alt: Bool, _ events: inout [TerminalEvent]) {
    if alt { events.append(.key(.escape)) }
  }

  private func emit(_ key: Key, alt: Bool, _ events: inout [TerminalEvent]) {
    events.append(.key(alt ? key.with(.alt) : key))
  }
}
