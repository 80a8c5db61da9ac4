extension StyledText {
  /// The alignment of text in a wider space.
  public enum Alignment: Hashable, Sendable, CaseIterable {
    /// At the left edge.
    case leading
    /// In the middle. An odd column of space goes to the right.
    case center
    /// At the right edge.
    case trailing
  }

  /// Returns the text with each line cut to a width. A wide character across the edge becomes a blank.
  ///
  /// - Parameter width: The largest number of columns of a line.
  public func clipped(to width: Int) -> StyledText {
    mapLines { $0.columns(0..<max(0, width)) }
  }

  /// Returns the text with each line cut to a width, and an ellipsis at the end of lines that were cut.
  ///
  /// - Parameters:
  ///   - width: The largest number of columns of a line, including the ellipsis.
  ///   - ellipsis: The ellipsis. In the default style, it takes the style of the character before it.
  public func truncated(to width: Int, ellipsis: StyledText = "…") -> StyledText {
    mapLines { line in
      guard line.width > width else { return line }
      let ellipsis = ellipsis.clipped(to: width)
      var kept = line.columns(0..<max(0, width - ellipsis.width))
      let style = kept.runs.last?.style ?? line.runs.first?.style ?? .plain
      for run in ellipsis.runs { kept.append(harmless: run.text, style: run.style == .plain ? style : run.style) }
      return kept
    }
  }

  /// Returns the text with each line padded with blanks to a width.
  ///
  /// - Parameters:
  ///   - width: The number of columns to fill. Wider lines don't change.
  ///   - alignment: The alignment of the text in these columns.
  public func padded(to width: Int, alignment: Alignment = .leading) -> StyledText {
    mapLines { line in
      let space = width - line.width
      guard space > 0 else { return line }
      let left =
        switch alignment {
        case .leading: 0
        case .center: space / 2
        case .trailing: space
        }
      return StyledText.blanks(left) + line + StyledText.blanks(space - left)
    }
  }

  /// Returns the text centered in a width. Wider lines don't change.
  ///
  /// - Parameter width: The number of columns to fill.
  public func centered(in width: Int) -> StyledText { padded(to: width, alignment: .center) }

  static func blanks(_ count: Int) -> StyledText {
    StyledText(String(repeating: " ", count: max(0, count)))
  }
}

extension StyledText {
  /// Whether the text has more than one line.
  var hasLineBreaks: Bool { runs.contains { $0.text.utf8.contains(0x0A) } }

  /// The lines of the text without their line breaks. An empty text is one empty line.
  public var lines: [StyledText] {
    guard hasLineBreaks else { return [self] }
    var lines = [StyledText()]
    for run in runs {
      for (index, piece) in run.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { lines.append(StyledText()) }
        lines[lines.count - 1].append(harmless: String(piece), style: run.style)
      }
    }
    return lines
  }

  /// Returns a range of columns of a single line.
  ///
  /// The result is narrower than the range if the line ends inside it. A wide character across an edge becomes a blank
  /// in the same style.
  func columns(_ range: Range<Int>) -> StyledText {
    var result = StyledText()
    var column = 0
    for run in runs where column < range.upperBound {
      var piece = ""
      for character in run.text {
        let width = DisplayWidth.of(character)
        let visible = (column..<column + width).clamped(to: range)
        if width > 0, visible.count == width {
          piece.append(character)
        } else if width == 0, range.contains(column) {
          piece.append(character)
        } else {
          piece += String(repeating: " ", count: visible.count)
        }
        column += width
        if column >= range.upperBound { break }
      }
      result.append(harmless: piece, style: run.style)
    }
    return result
  }

  /// Applies a change to each line.
  func mapLines(_ change: (StyledText) -> StyledText) -> StyledText {
    guard hasLineBreaks else { return change(self) }
    var result = StyledText()
    for (index, line) in lines.enumerated() {
      if index > 0 { result.append(harmless: "\n", style: .plain) }
      result.append(change(line))
    }
    return result
  }
}

extension StyledText {
  /// Returns the text wrapped into lines that fit a width.
  ///
  /// Lines wrap at blanks, which are removed there. A word that is wider than a line wraps between characters. Line
  /// breaks and indentation in the text stay. With a width of 1, a wide character has its own line and is shown as a
  /// blank.
  ///
  /// - Parameter width: The largest number of columns of a line.
  /// - Returns: At least one line; no lines if the width is less than 1.
  /// - Complexity: O(n), where n is the length of the text.
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

/// The state of wrapping one line of text, word by word.
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
  /// The current line.
  private var line = Piece()
  /// The blanks after `line`, which are used only if a word follows on the same line.
  private var gap = Piece()
  /// The current word after the blanks.
  private var word = Piece()

  init(width: Int) { self.width = width }

  mutating func add(_ character: Character, style: Style) {
    if character == " " {
      appendWord()
      gap.add(character, style: style)
      return
    }
    // A word that is wider than a line is appended in pieces of at most one line.
    if word.width + DisplayWidth.of(character) > width, word.width > 0 { appendWord() }
    word.add(character, style: style)
  }

  mutating func finish() -> [StyledText] {
    appendWord()
    return lines + [line.text]
  }

  private mutating func appendWord() {
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
