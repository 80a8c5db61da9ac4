/// Turns the bytes that a terminal sends into keys and pastes.
///
/// A plain value: it reads nothing, waits for nothing and takes bytes in pieces of any size, always with the same
/// result. One thing bytes alone can't tell: whether an escape byte is the escape key or begins a sequence. So whoever
/// reads asks ``isPending``, waits a moment, and calls ``flush()`` if nothing more has come:
///
/// ```swift
/// var decoder = KeyDecoder()
/// decoder.feed([0x1B, 0x5B, 0x41])  // [.key(.up)]
/// decoder.feed([0x1B])              // [], and isPending is true
/// decoder.flush()                   // [.key(.escape)]
/// ```
///
/// It understands what xterm and its descendants, the Linux console, rxvt, tmux and screen send, and swallows sequences
/// that it does not know. Memory is bounded: a sequence that never ends is skipped without being kept, and a paste
/// comes in pieces of a mebibyte.
public struct KeyDecoder: Sendable {
  /// Where in a sequence the decoder is. `alt` says that an escape byte came before the sequence's own.
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
    /// Between the marks of a bracketed paste.
    case paste
  }

  private var state = State.ground
  private var sequence = ControlSequence()
  private var assembler = ScalarAssembler()
  /// Whether the character that `assembler` puts together came behind an escape byte.
  private var assemblesAlt = false
  private var paste = PasteBuffer()

  /// Makes a decoder that waits for a first byte.
  public init() {}

  /// Whether something has been begun that ``flush()`` would end. A paste is not ended by a pause.
  public var isPending: Bool {
    switch state {
    case .ground: assembler.isPending
    case .paste: false
    case .escape, .applicationKey, .controlSequence, .consoleFunctionKey: true
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

  /// Ends what has been begun, because nothing came for a while.
  ///
  /// - Returns: A lone escape byte as the escape key, `ESC [` and `ESC O` as those characters with alt, an unfinished
  ///   character as `U+FFFD`. An unfinished sequence gives nothing.
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
    case .applicationKey, .controlSequence, .consoleFunctionKey:
      break
    case .paste:
      return []
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
    default:
      state = .ground
      leaveEscapes(alt, &events)
      takeText(byte, alt: true, &events)
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
