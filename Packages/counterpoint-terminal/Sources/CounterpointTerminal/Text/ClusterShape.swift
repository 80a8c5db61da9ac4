/// The code points of a character, as far as its width depends on them.
struct ClusterShape {
  private enum Kind {
    case text
    /// Two regional indicators.
    case flag
    /// A symbol or a keycap with the emoji selector.
    case emojiPresentation
    /// An emoji with a skin tone.
    case toned
    /// Emoji that a zero-width joiner connects.
    case joined
  }

  private var kind = Kind.text
  private let character: Character
  /// The width of the first code point.
  private var base = 0
  private var spacingMarks = 0
  private var saraAms = 0
  /// The width of the consonants behind the first one.
  private var consonants = 0
  /// The width of other code points behind the first one.
  private var others = 0
  /// Whether a vowel or a final of Hangul has no consonant before it. A terminal would draw it into the cell before.
  private var lacksConsonant = false

  /// - Complexity: O(n), where n is the number of code points.
  init(_ character: Character) {
    self.character = character
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return }
    lacksConsonant = first.isJamoVowelOrFinal
    base = lacksConsonant ? 3 : DisplayWidth.width(of: first)
    // The last code point that can be a picture.
    var picture = first
    var isJoined = false
    let isSyllable = Self.syllable(of: character) != nil
    while let scalar = scalars.next() {
      switch scalar {
      case .emojiSelector:
        guard picture.properties.isEmoji else { continue }
        if kind == .text { kind = .emojiPresentation }
        others += max(0, 2 - DisplayWidth.width(of: picture))
      case .joiner:
        isJoined = true
        continue
      case _ where scalar.isSkinTone && picture.properties.isEmojiModifierBase:
        if kind != .joined { kind = .toned }
        others += 2
      case _ where scalar.isRegionalIndicator && first.isRegionalIndicator:
        kind = .flag
      case _ where scalar.isJamoVowelOrFinal:
        // Without a cell of its own, except in kitty and Konsole. Modern syllables are written as one code point.
        if !isSyllable { others += 1 }
      default:
        let width = DisplayWidth.width(of: scalar)
        if isJoined, width > 0, scalar.isPicture, first.isPicture {
          kind = .joined
          picture = scalar
        }
        add(scalar, width: width)
      }
      isJoined = false
    }
  }

  private mutating func add(_ scalar: Unicode.Scalar, width: Int) {
    guard width > 0 else { return }
    switch scalar {
    case "\u{0E33}", "\u{0EB3}": saraAms += width
    default:
      switch scalar.properties.generalCategory {
      case .spacingMark: spacingMarks += width
      // Leading consonants of Hangul have cells of their own everywhere.
      case .otherLetter where !(0x1100...0x115F).contains(scalar.value): consonants += width
      default: others += width
      }
    }
  }

  /// The number of columns to reserve on a terminal.
  func width(on terminal: ClusterWidths) -> Int {
    switch kind {
    case .flag, .toned, .joined: return 2
    case .emojiPresentation: return max(base, terminal.emojiPresentation)
    case .text: break
    }
    let sum = base + spacingMarks * terminal.spacingMark + saraAms * terminal.saraAm + consonants + others
    guard consonants > 0 else { return sum }
    switch terminal.conjuncts {
    case .sum: return sum
    case .atMostTwo: return min(sum, max(base, 2))
    case .first: return base
    }
  }

  /// Returns what to write for the character, so that no picture and no letter is cut in half.
  ///
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - room: The number of columns up to the right edge.
  /// - Returns: A sequence of emoji without the parts that the terminal shows as pictures of their own, or that it may
  ///   show so beyond the right edge, over the first picture. A vowel of Hangul without a consonant gets an empty one.
  ///   A syllable of modern Hangul is one code point, because some terminals give each of its parts a column. Other
  ///   characters don't change.
  func written(on terminal: ClusterWidths, room: Int) -> Character {
    if let syllable = Self.syllable(of: character) { return syllable }
    if lacksConsonant { return Character("\u{115F}" + String(character)) }
    guard kind == .joined || kind == .toned else { return character }
    let fits = base + others + consonants <= room
    let endsAtJoiner = terminal.joined == .each || terminal.joined == .unknown && !fits
    let omitsTones = terminal.toned == .each || terminal.toned == .unknown && !fits
    var scalars = String.UnicodeScalarView()
    for scalar in character.unicodeScalars {
      if scalar == .joiner, endsAtJoiner { break }
      if !scalar.isSkinTone || !omitsTones { scalars.append(scalar) }
    }
    return scalars.isEmpty ? character : Character(String(scalars))
  }

  /// Composes a leading consonant, a vowel and at most one final consonant, as in Unicode's normalization form C.
  private static func syllable(of character: Character) -> Character? {
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next()?.value, let second = scalars.next()?.value else { return nil }
    var syllable: UInt32
    var final: UInt32?
    if (0x1100...0x1112).contains(first), (0x1161...0x1175).contains(second) {
      syllable = 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28
      final = scalars.next()?.value
    } else if (0xAC00...0xD7A3).contains(first), (first - 0xAC00) % 28 == 0 {
      (syllable, final) = (first, second)
    } else {
      return nil
    }
    if let final {
      guard (0x11A8...0x11C2).contains(final) else { return nil }
      syllable += final - 0x11A7
    }
    guard scalars.next() == nil else { return nil }
    return Unicode.Scalar(syllable).map(Character.init)
  }
}

extension Unicode.Scalar {
  static var emojiSelector: Self { "\u{FE0F}" }
  static var textSelector: Self { "\u{FE0E}" }
  static var joiner: Self { "\u{200D}" }

  var isSkinTone: Bool { (0x1F3FB...0x1F3FF).contains(value) }
  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
  var isJamoVowelOrFinal: Bool { (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value) }
  /// Whether the code point is an emoji. Digits are emoji too, but not pictures.
  var isPicture: Bool { value > 0x7F && properties.isEmoji }
}
