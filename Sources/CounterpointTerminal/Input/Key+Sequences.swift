extension Key {
  /// The key of a control byte (below blank, or delete); `nil` for other bytes and for escape, which begins sequences.
  init?(controlByte byte: UInt8) {
    switch byte {
    case 0x00: self = .control(" ")
    case 0x08, 0x7F: self = .backspace
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .enter
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1C...0x1F: self = .control(Character(Unicode.Scalar(byte + 0x40)))
    default: return nil
    }
  }

  /// The key that is sent as `ESC O` and a byte, with a modifier before that byte on some old terminals.
  init?(applicationByte byte: UInt8, modifier: Int?) {
    let modifiers = Modifiers(parameter: modifier ?? 0)
    if let code = Code(finalByte: byte) {
      self.init(code, modifiers: modifiers)
      return
    }
    guard modifier == nil else { return nil }
    switch byte {
    case 0x61...0x64:
      // rxvt: arrows with control, in the order of `A`…`D`.
      guard let code = Code(finalByte: byte - 0x20) else { return nil }
      self.init(code, modifiers: .control)
    case 0x4D:
      self = .enter
    case 0x6A...0x79:
      // The keypad in application mode: operators and digits, 64 above their characters.
      self.init(.character(Character(Unicode.Scalar(byte - 0x40))))
    default:
      return nil
    }
  }

  /// The key of a control sequence; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - numbers: The parameters; a missing one is 0.
  ///   - final: The byte that ends the sequence.
  init?(sequenceNumbers numbers: [Int], final: UInt8) {
    let first = numbers.first ?? 0
    let modifiers = Modifiers(parameter: numbers.count > 1 ? numbers[1] : 0)
    switch final {
    case 0x7E:
      self.init(tildeNumbers: numbers)
    case 0x24, 0x5E, 0x40:
      // rxvt tells modifiers by the last byte: $ shift, ^ control, @ both.
      guard let code = Code(tildeNumber: first) else { return nil }
      self.init(code, modifiers: final == 0x24 ? .shift : final == 0x5E ? .control : [.control, .shift])
    case 0x5A:
      self.init(.backTab, modifiers: modifiers.subtracting(.shift))
    case 0x61...0x64:
      // rxvt: arrows with shift.
      guard numbers.allSatisfy({ $0 == 0 }), let code = Code(finalByte: final - 0x20) else { return nil }
      self.init(code, modifiers: .shift)
    case 0x75:
      self.init(codePoint: first, modifiers: modifiers)
    default:
      // A first parameter other than 1 makes it something else: a report, not a key.
      guard first <= 1, let code = Code(finalByte: final) else { return nil }
      self.init(code, modifiers: modifiers)
    }
  }

  /// The key of a sequence that ends in `~`: a number for the key, then one for its modifiers.
  private init?(tildeNumbers numbers: [Int]) {
    let first = numbers.first ?? 0
    let modifiers = Modifiers(parameter: numbers.count > 1 ? numbers[1] : 0)
    if first == 27, numbers.count == 3 {
      // xterm's "modify other keys": the character is the third number.
      self.init(codePoint: numbers[2], modifiers: modifiers)
      return
    }
    guard let code = Code(tildeNumber: first) else { return nil }
    self.init(code, modifiers: modifiers)
  }

  /// The key that is told by a code point, as terminals do that can tell all keys apart.
  private init?(codePoint: Int, modifiers: Modifiers) {
    guard let scalar = UInt32(exactly: codePoint).flatMap(Unicode.Scalar.init), scalar.value > 0 else { return nil }
    if let code = Code(keypadCodePoint: codePoint) {
      self.init(code, modifiers: modifiers)
    } else if (0xE000...0xF8FF).contains(codePoint) {
      // Other private code points stand for keys without a character: locks, media keys, modifiers alone.
      return nil
    } else if scalar == "\u{1B}" {
      self.init(.escape, modifiers: modifiers)
    } else if scalar == "\t", modifiers.contains(.shift) {
      self.init(.backTab, modifiers: modifiers.subtracting(.shift))
    } else if scalar.value < 0x80, let key = Key(controlByte: UInt8(scalar.value)) {
      self = key.with(modifiers)
    } else {
      self.init(.character(Character(scalar)), modifiers: modifiers)
    }
  }
}

extension Key.Modifiers {
  /// xterm's parameter: one more than a sum of 1 for shift, 2 for alt, 4 for control and 8 for meta; 0 is none.
  init(parameter: Int) {
    let bits = max(0, parameter - 1) & 0xF
    self.init(rawValue: UInt8(bits & 7 | (bits & 8 == 0 ? 0 : 2)))
  }
}

extension Key.Code {
  /// The key by the last byte of its sequence.
  fileprivate init?(finalByte byte: UInt8) {
    switch byte {
    case 0x41: self = .up
    case 0x42: self = .down
    case 0x43: self = .right
    case 0x44: self = .left
    case 0x46: self = .end
    case 0x48: self = .home
    case 0x50...0x53: self = .function(Int(byte) - 0x4F)
    default: return nil
    }
  }

  /// The key of the keypad that a private code point of the kitty protocol stands for.
  fileprivate init?(keypadCodePoint codePoint: Int) {
    switch codePoint {
    case 57399...57408: self = .character(Character(Unicode.Scalar(UInt8(0x30 + codePoint - 57399))))
    case 57409: self = .character(".")
    case 57410: self = .character("/")
    case 57411: self = .character("*")
    case 57412: self = .character("-")
    case 57413: self = .character("+")
    case 57414: self = .enter
    case 57415: self = .character("=")
    case 57416: self = .character(",")
    case 57417: self = .left
    case 57418: self = .right
    case 57419: self = .up
    case 57420: self = .down
    case 57421: self = .pageUp
    case 57422: self = .pageDown
    case 57423: self = .home
    case 57424: self = .end
    case 57425: self = .insert
    case 57426: self = .delete
    default: return nil
    }
  }

  /// The key by the number in a sequence that ends in `~`. The gaps between the function keys are the terminals' own.
  fileprivate init?(tildeNumber number: Int) {
    switch number {
    case 1, 7: self = .home
    case 2: self = .insert
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(number - 10)
    case 17...21: self = .function(number - 11)
    case 23...26: self = .function(number - 12)
    case 28...29: self = .function(number - 13)
    case 31...34: self = .function(number - 14)
    default: return nil
    }
  }
}
