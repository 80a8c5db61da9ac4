extension StyledText {
  /// Whether the text has more than one line.
  var hasLineBreaks: Bool { runs.contains { $0.text.utf8.contains(0x0A) } }

  /// The lines of the text without the line breaks between them; an empty text is one empty line.
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
  /// The result has the width of the range, or less where the line ends before. A wide character that is cut by an
  /// edge leaves a blank in its own style: never half a character.
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

  /// Applies a change to each line on its own.
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
