extension TextField {
  /// The field as one line of the screen.
  ///
  /// Where the text is too wide, a part of it is shown, with the cursor in its middle if both sides have more to
  /// show. A wide character at an edge of the part is a blank. Control characters that were in the text from the
  /// start are shown as pictures.
  ///
  /// - Parameters:
  ///   - width: The number of columns that the field has.
  ///   - isFocused: Whether the cursor stands in the field.
  /// - Returns: One line, exactly as wide as asked for, with the cursor in it if the field has the focus; nothing if
  ///   there is no column.
  /// - Complexity: O(`width`): only what is near the cursor is read.
  public func screen(width: Int, isFocused: Bool) -> Screen {
    guard width > 0 else { return Screen() }
    if text.isEmpty {
      let hint = (placeholder.lines.first ?? "").styled { $0.isDim = true }
      return line(hint.clipped(to: width), width: width, cursorColumn: isFocused ? 0 : nil)
    }
    guard isFocused else {
      return line(shownHead(of: text[...], width: width).clipped(to: width), width: width, cursorColumn: nil)
    }
    let index = cursorIndex
    let before = shownTail(of: text[..<index], width: width)
    let after = shownHead(of: text[index...], width: width)
    let (left, right) = (before.width, after.width)
    // The cursor stands in the middle, or further right where the text ends before the right edge: it may stand
    // behind the last character, which takes a column more than the text.
    let column = max(min(left, width / 2), min(width - 1 - right, left))
    let first = left - column
    return line((before + after).columns(first..<first + width), width: width, cursorColumn: column)
  }

  private func line(_ text: StyledText, width: Int, cursorColumn: Int?) -> Screen {
    Screen([text.padded(to: width)], cursor: cursorColumn.map { ScreenPosition(column: $0, row: 0) })
  }

  /// So much of a text's start that it fills a width, or all of it.
  private func shownHead(of text: Substring, width: Int) -> StyledText {
    var end = text.startIndex
    var result = StyledText()
    // A character takes no column, one, two, or (a tabulator) four.
    while end < text.endIndex, result.width < width {
      let start = end
      end = text.index(start, offsetBy: width, limitedBy: text.endIndex) ?? text.endIndex
      result += shown(text[start..<end])
    }
    return result
  }

  /// So much of a text's end that it fills a width, or all of it.
  private func shownTail(of text: Substring, width: Int) -> StyledText {
    var start = text.endIndex
    var result = StyledText()
    while start > text.startIndex, result.width < width {
      let end = start
      start = text.index(end, offsetBy: -width, limitedBy: text.startIndex) ?? text.startIndex
      result = shown(text[start..<end]) + result
    }
    return result
  }

  private func shown(_ text: Substring) -> StyledText {
    guard !isPassword else { return StyledText(String(repeating: "•", count: text.count)) }
    guard text.contains(where: \.isNewline) else { return StyledText(text) }
    return StyledText(String(text.map { $0.isNewline ? "␤" : $0 }))
  }
}
