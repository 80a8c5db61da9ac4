extension TextField {
  /// Returns the field as one line of the screen.
  ///
  /// If the text is too wide, the part around the cursor is shown. A wide character at an edge becomes a blank.
  /// Control characters in the initial text are shown as pictures. The rest of a suggestion is dimmed.
  ///
  /// - Parameters:
  ///   - width: The number of columns of the field.
  ///   - isFocused: Whether to show the cursor.
  /// - Returns: One line of exactly `width` columns; an empty screen if `width` is 0 or less.
  /// - Complexity: O(`width`). Only characters near the cursor are read.
  public func screen(width: Int, isFocused: Bool) -> Screen {
    guard width > 0 else { return Screen() }
    if text.isEmpty {
      let hint = (placeholder.lines.first ?? "").styled(Theme.current.muted)
      return line(hint.clipped(to: width), width: width, cursorColumn: isFocused ? 0 : nil)
    }
    guard isFocused else {
      return line(shownHead(of: text[...], width: width).clipped(to: width), width: width, cursorColumn: nil)
    }
    let (before, after) = (shownBeforeCursor(width: width), shownAfterCursor(width: width))
    let (left, right) = (before.width, after.width)
    // The cursor is in the middle, or further right if the text ends before the right edge. Behind the last character,
    // the cursor needs one column more than the text.
    let column = max(min(left, width / 2), min(width - 1 - right, left))
    let first = left - column
    return line((before + after).columns(first..<first + width), width: width, cursorColumn: column)
  }

  private func line(_ text: StyledText, width: Int, cursorColumn: Int?) -> Screen {
    Screen([text.padded(to: width)], cursor: cursorColumn.map { ScreenPosition(column: $0, row: 0) })
  }

  private func shownBeforeCursor(width: Int) -> StyledText {
    let cursor = edited.index(of: edited.cursor)
    guard let selection = edited.selection, selection.upperBound == edited.cursor else {
      return shownTail(of: text[..<cursor], width: width)
    }
    let start = edited.index(of: selection.lowerBound)
    let selected = shownTail(of: text[start..<cursor], width: width).styled(Theme.current.selection)
    return shownTail(of: text[..<start], width: width - selected.width) + selected
  }

  private func shownAfterCursor(width: Int) -> StyledText {
    let cursor = edited.index(of: edited.cursor)
    guard let selection = edited.selection, selection.lowerBound == edited.cursor else {
      guard let rest = restOfSuggestion else { return shownHead(of: text[cursor...], width: width) }
      return shownHead(of: rest[...], width: width).styled(Theme.current.muted)
    }
    let end = edited.index(of: selection.upperBound)
    let selected = shownHead(of: text[cursor..<end], width: width).styled(Theme.current.selection)
    return selected + shownHead(of: text[end...], width: width - selected.width)
  }

  /// The number of characters that are read for a column at most. A text can have any number of characters without a
  /// width; what is behind more of them than that is not shown.
  private static let charactersPerColumn = 32

  /// Returns a prefix that fills a width, or the whole text.
  private func shownHead(of text: Substring, width: Int) -> StyledText {
    var end = text.startIndex
    var (result, filled, rounds) = (StyledText(), 0, 0)
    // A character takes zero, one or two columns, and a tab takes four.
    while end < text.endIndex, filled < width, rounds < Self.charactersPerColumn {
      let start = end
      end = text.index(start, offsetBy: width, limitedBy: text.endIndex) ?? text.endIndex
      let part = shown(text[start..<end])
      result += part
      filled += part.width
      rounds += 1
    }
    return result
  }

  /// Returns a suffix that fills a width, or the whole text.
  private func shownTail(of text: Substring, width: Int) -> StyledText {
    var start = text.endIndex
    var (result, filled, rounds) = (StyledText(), 0, 0)
    while start > text.startIndex, filled < width, rounds < Self.charactersPerColumn {
      let end = start
      start = text.index(end, offsetBy: -width, limitedBy: text.startIndex) ?? text.startIndex
      let part = shown(text[start..<end])
      result = part + result
      filled += part.width
      rounds += 1
    }
    return result
  }

  private func shown(_ text: Substring) -> StyledText {
    guard !isPassword else { return StyledText(String(repeating: "•", count: text.count)) }
    guard text.contains(where: \.isNewline) else { return StyledText(text) }
    return StyledText(String(text.map { $0.isNewline ? "␤" : $0 }))
  }
}
