extension StyledText {
  /// The text broken into lines that fit a width.
  ///
  /// Lines break at blanks, which are left out there; a word that is wider than the whole line breaks inside, between
  /// characters. Line breaks in the text stay, indentation at the start of a line too. A wide character in a width of 1
  /// has a line of its own (and is shown as a blank).
  ///
  /// - Parameter width: The largest number of columns of a line.
  /// - Returns: At least one line; none if the width is less than 1.
  /// - Complexity: O(n), n being the length of the text.
  public func wrapped(to width: Int) -> [StyledText] {
    guard width > 0 else { return [] }
    return lines.flatMap { line in
      var wrapping = LineWrapping(width: width)
      for run in line.runs {
        for character in run.text { wrapping.add(character, style: run.style) }
      }
      return wrapping.finish()
    }
  }
}

/// Fills lines word by word.
private struct LineWrapping {
  private struct Piece {
    var text = StyledText()
    var width = 0

    mutating func add(_ character: Character, style: Style) {
      text.append(harmless: String(character), style: style)
      width += DisplayWidth.of(character)
    }

    mutating func add(_ other: Piece) {
      text.append(other.text)
      width += other.width
    }
  }

  private let width: Int
  private var lines: [StyledText] = []
  /// The line that is being filled.
  private var line = Piece()
  /// The blanks after it, written only if a word follows on the same line.
  private var gap = Piece()
  /// The word after the blanks, as far as it is known.
  private var word = Piece()

  init(width: Int) { self.width = width }

  mutating func add(_ character: Character, style: Style) {
    if character == " " {
      placeWord()
      gap.add(character, style: style)
      return
    }
    // A word that can't fit into any line is placed piece by piece, so that it never grows beyond a line.
    if word.width + DisplayWidth.of(character) > width, word.width > 0 { placeWord() }
    word.add(character, style: style)
  }

  mutating func finish() -> [StyledText] {
    placeWord()
    return lines + [line.text]
  }

  private mutating func placeWord() {
    guard !word.text.isEmpty else { return }
    if line.width + gap.width + word.width > width {
      if line.width > 0 { lines.append(line.text) }
      line = word
    } else {
      line.add(gap)
      line.add(word)
    }
    gap = Piece()
    word = Piece()
  }
}
