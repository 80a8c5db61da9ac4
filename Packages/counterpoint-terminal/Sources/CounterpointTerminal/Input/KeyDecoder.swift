/// Decodes the bytes that a terminal sends into keys, pastes and mouse events.
///
/// The decoder does no input itself, and the division of the bytes into calls does not change the result. An escape
/// byte is either the escape key or the beginning of a sequence. So the reader waits for ``flushDelay``, and calls
/// ``flush()`` if no more bytes arrive. A character whose bytes arrive with pauses needs no decision by time.
///
/// ```swift
/// var decoder = KeyDecoder()
/// decoder.feed([0x1B, 0x5B, 0x41])  // [.key(.up)]
/// decoder.feed([0x1B])              // [], and flushDelay is 50 ms
/// decoder.flush()                   // [.key(.escape)]
/// ```
///
/// The decoder supports xterm and compatible terminals, the Linux console, rxvt, tmux and screen. It ignores
/// sequences that are not keys: replies of the terminal (OSC, DCS, APC, PM and SOS strings), mouse reports in other
/// forms than SGR, and key releases. Memory is bounded: ignored sequences are not stored, and a paste is split into
/// pieces of a mebibyte.
public struct KeyDecoder: Sendable {
  /// The state of the parser. With `alt`, another escape byte preceded the sequence.
  private enum State {
    /// Between keys, or inside a UTF-8 character.
    case ground
    /// After an escape byte.
    case escape(alt: Bool)
    /// After `ESC O`, or after a digit behind it, which old terminals send for modifiers.
    case applicationKey(alt: Bool, modifier: UInt8?)
    /// After `ESC [`.
    case controlSequence(alt: Bool)
    /// After `ESC [ [`, which the Linux console sends for F1 to F5.
    case consoleFunctionKey(alt: Bool)
    /// After `ESC [ M`, with the number of remaining bytes of an X10 mouse report.
    case mouseReport(remaining: Int)
    /// Inside a string of the terminal, `length` bytes after `introducer`. With `escaped`, the last byte was an escape
    /// byte, which can be the first byte of the string terminator.
    case string(introducer: UInt8, length: Int, escaped: Bool, alt: Bool)
    /// Between the start mark and the end mark of a bracketed paste.
    case paste
  }

  /// The replies of the terminal that the decoder collects.
  enum ExpectedReplies {
    case none
    /// All but positions in the first row, which are keys.
    case belowFirstRow
    /// All, also those that look like a key: F3 with modifiers.
    case all
  }

  /// The longest string. After more bytes, the decoder assumes that the terminator was lost.
  private static let stringLimit = 1 << 20

  /// A paste without an end mark ends after this pause. Otherwise a stray start mark would disable the keyboard.
  private static let pasteDelay = Duration.seconds(2)

  /// The time that a sequence waits for its next byte if its bytes so far can't be a key. After it, the decoder assumes
  /// that the rest was lost.
  private static let sequenceDelay = Duration.seconds(1)

  private let escapeDelay: Duration

  private var state = State.ground
  private var sequence = ControlSequence()
  private var assembler = ScalarAssembler()
  /// Whether an escape byte preceded the incomplete character in `assembler`.
  private var assemblesAlt = false
  private var paste = PasteBuffer()

  /// The replies of the terminal to collect. Others are ignored.
  var expectedReplies = ExpectedReplies.none
  /// The collected replies. Their consumer removes them.
  var replies: [TerminalReply] = []

  /// Creates a decoder.
  ///
  /// - Parameter escapeDelay: The time that bytes wait for the next one if they are either a key or the beginning of a
  ///   sequence. Increase it for a slow connection.
  public init(escapeDelay: Duration = .milliseconds(50)) {
    self.escapeDelay = escapeDelay
  }

  /// The time to wait for more bytes before a call of ``flush()``; `nil` if no input is incomplete, or if it doesn't
  /// depend on time.
  ///
  /// The time is the escape delay after an escape byte, `ESC [` or `ESC O`. It is at least a second inside a sequence,
  /// and two seconds inside a paste. The missing bytes of a character have no limit.
  public var flushDelay: Duration? {
    switch state {
    case .ground: nil
    case .paste: Self.pasteDelay
    case .escape, .applicationKey(_, nil), .string(_, 0, false, _): escapeDelay
    case .controlSequence where sequence.isEmpty: escapeDelay
    case .applicationKey, .controlSequence, .consoleFunctionKey, .mouseReport, .string:
      max(escapeDelay, Self.sequenceDelay)
    }
  }

  /// Decodes bytes.
  ///
  /// - Parameter bytes: The bytes, which may end inside a sequence.
  /// - Returns: The completed events, in order. Invalid UTF-8 becomes keys of `U+FFFD`.
  /// - Complexity: O(n), where n is the number of bytes.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    for byte in bytes { take(byte, &events) }
    return events
  }

  /// Ends incomplete input after a pause of ``flushDelay``.
  ///
  /// - Returns: The escape key for a lone escape byte. A character with alt for `ESC [`, `ESC O` and the beginning of a
  ///   string. `U+FFFD` for an incomplete character. The text of an incomplete paste. Nothing for other incomplete
  ///   sequences.
  public mutating func flush() -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    switch state {
    case .ground:
      if assembler.isPending { emit(.character("\u{FFFD}"), alt: assemblesAlt, &events) }
    case .escape(let alt):
      if alt { events.append(.key(.escape)) }
      events.append(.key(.escape))
    case .applicationKey(let alt, nil):
      emitEscape(alt, &events)
      emit(.character("O"), alt: true, &events)
    case .controlSequence(let alt) where sequence.isEmpty:
      emitEscape(alt, &events)
      emit(.character("["), alt: true, &events)
    case .string(let introducer, 0, false, let alt):
      emitEscape(alt, &events)
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
      // DCS, SOS, OSC, PM and APC. If a pause follows, `flush()` emits alt with this character instead.
      state = .string(introducer: byte, length: 0, escaped: false, alt: alt)
    default:
      state = .ground
      emitEscape(alt, &events)
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
      // The escape byte begins another sequence, so the terminator was lost.
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
    // There is no such key: the input was alt with a capital O, and then other keys.
    emitEscape(alt, &events)
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
      emitEscape(alt, &events)
      paste = PasteBuffer()
      state = .paste
    case .mouseReportBegins:
      state = .mouseReport(remaining: 3)
    case .mouse(let mouse):
      state = .ground
      emitEscape(alt, &events)
      events.append(.mouse(mouse))
    case .complete(let key):
      state = .ground
      if let key { emit(key, alt: alt, &events) }
    case .reply(let reply):
      state = .ground
      takeReply(reply, alt: alt, &events)
    case .interrupted:
      state = .ground
      take(byte, &events)
    }
  }

  private mutating func takeReply(_ reply: TerminalReply, alt: Bool, _ events: inout [TerminalEvent]) {
    if case .cursor(1, let column) = reply, expectedReplies != .all {
      // F3 with modifiers.
      if let key = Key(sequenceNumbers: [1, column], final: 0x52) { emit(key, alt: alt, &events) }
      return
    }
    emitEscape(alt, &events)
    guard expectedReplies != .none else { return }
    replies.append(reply)
    // The attributes are the last answer. What follows is typed.
    if reply == .deviceAttributes { expectedReplies = .none }
  }

  /// Emits the escape key before the current key, if there is one.
  private func emitEscape(_ alt: Bool, _ events: inout [TerminalEvent]) {
    if alt { events.append(.key(.escape)) }
  }

  private func emit(_ key: Key, alt: Bool, _ events: inout [TerminalEvent]) {
    events.append(.key(alt ? key.with(.alt) : key))
  }
}
