extension Key {
  /// Creates the key of a control byte; `nil` for other bytes and for escape, which begins a sequence.
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

  /// Creates the key of `ESC O` and a byte. Some old terminals send a modifier before the byte.
  init?(applicationByte byte: UInt8, modifier: Int?) {
    let modifiers = Modifiers(parameter: modifier ?? 0)
    if let code = Code(finalByte: byte) {
      self.init(code, modifiers: modifiers)
      return
    }
    guard modifier == nil else { return nil }
    switch byte {
    case 0x61...0x64:
      // rxvt sends these for arrows with control, in the order of `A` to `D`.
      guard let code = Code(finalByte: byte - 0x20) else { return nil }
      self.init(code, modifiers: .control)
    case 0x4D:
      self = .enter
    case 0x6A...0x79:
      // The keypad in application mode: operators and digits plus 64.
      self.init(.character(Character(Unicode.Scalar(byte - 0x40))))
    default:
      return nil
    }
  }

  /// Creates the key of a control sequence; `nil` if the sequence is not a known key.
  ///
  /// - Parameters:
  ///   - numbers: The parameters. A missing one is 0.
  ///   - final: The last byte of the sequence.
  init?(sequenceNumbers numbers: [Int], final: UInt8) {
    let first = numbers.first ?? 0
    let modifiers = Modifiers(parameter: numbers.count > 1 ? numbers[1] : 0)
    switch final {
    case 0x7E:
      self.init(tildeNumbers: numbers)
    case 0x24, 0x5E, 0x40:
      // rxvt encodes modifiers in the last byte: $ is shift, ^ is control, @ is both.
      guard let code = Code(tildeNumber: first) else { return nil }
      self.init(code, modifiers: final == 0x24 ? .shift : final == 0x5E ? .control : [.control, .shift])
    case 0x5A:
      self.init(.backTab, modifiers: modifiers.subtracting(.shift))
    case 0x61...0x64:
      // rxvt sends these for arrows with shift.
      guard numbers.allSatisfy({ $0 == 0 }), let code = Code(finalByte: final - 0x20) else { return nil }
      self.init(code, modifiers: .shift)
    case 0x75:
      self.init(codePoint: first, modifiers: modifiers)
    default:
      // With another first parameter, the sequence is a report, not a key.
      guard first <= 1, let code = Code(finalByte: final) else { return nil }
      self.init(code, modifiers: modifiers)
    }
  }

  /// Creates the key of a sequence that ends in `~`: the number of the key, then its modifiers.
  private init?(tildeNumbers numbers: [Int]) {
    let first = numbers.first ?? 0
    let modifiers = Modifiers(parameter: numbers.count > 1 ? numbers[1] : 0)
    if first == 27, numbers.count == 3 {
      // With xterm's modifyOtherKeys, the third number is the character.
      self.init(codePoint: numbers[2], modifiers: modifiers)
      return
    }
    guard let code = Code(tildeNumber: first) else { return nil }
    self.init(code, modifiers: modifiers)
  }

  /// Creates the key of a code point, which terminals with the kitty protocol or modifyOtherKeys send.
  private init?(codePoint: Int, modifiers: Modifiers) {
    guard let scalar = UInt32(exactly: codePoint).flatMap(Unicode.Scalar.init), scalar.value > 0 else { return nil }
    if let code = Code(keypadCodePoint: codePoint) {
      self.init(code, modifiers: modifiers)
    } else if (0xE000...0xF8FF).contains(codePoint) {
      // Other private code points are keys without a character: locks, media keys and lone modifiers.
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
  /// Creates modifiers from xterm's parameter: 1 plus a sum of 1 (shift), 2 (alt), 4 (control) and 8 (meta); or 0.
  init(parameter: Int) {
    let bits = max(0, parameter - 1) & 0xF
    self.init(rawValue: UInt8(bits & 7 | (bits & 8 == 0 ? 0 : 2)))
  }
}

extension Key.Code {
  /// Creates the key of the last byte of a sequence.
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

  /// Creates the keypad key of a private code point of the kitty protocol.
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

  /// Creates the key of the number in a sequence that ends in `~`. The numbers of the function keys have gaps.
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
