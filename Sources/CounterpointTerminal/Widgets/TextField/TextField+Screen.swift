extension TextField {
  /// The field as one line of the screen.
  ///
  /// Where the text is too wide, a part of it is shown, with the cursor in its middle if both sides have more to show. A wide
  /// character at an edge of the part is a blank. Control characters that were in the text from the start are shown as
  /// pictures.
  ///
  /// - Parameters:
  ///   - width: The number of columns that the field has.
  ///   - isFocused: Whether the cursor stands in the field.
  /// - Returns: One line, exactly as wide as asked for, with the cursor in it if the field has the focus; nothing if there is no
  ///   column.
  public func screen(width: Int, isFocused: Bool) -> Screen {
    guard width > 0 else { return Screen() }
    if text.isEmpty {
      let hint = (placeholder.lines.first ?? "").styled { $0.isDim = true }
      return line(hint.clipped(to: width), width: width, cursorColumn: isFocused ? 0 : nil)
    }
    let index = cursorIndex
    let head = shown(text[..<index])
    let all = head + shown(text[index...])
    let column = head.width
    guard isFocused else { return line(all.clipped(to: width), width: width, cursorColumn: nil) }
    // The cursor may stand behind the last character, which takes a column more than the text.
    let hidden = max(all.width + 1 - width, 0)
    let first = min(max(column - width / 2, 0), hidden)
    return line(all.columns(first..<first + width), width: width, cursorColumn: column - first)
  }

  private func line(_ text: StyledText, width: Int, cursorColumn: Int?) -> Screen {
    Screen([text.padded(to: width)], cursor: cursorColumn.map { ScreenPosition(column: $0, row: 0) })
  }

  private func shown(_ text: Substring) -> StyledText {
    guard !isPassword else { return StyledText(String(repeating: "•", count: text.count)) }
    guard text.contains(where: \.isNewline) else { return StyledText(text) }
    return StyledText(String(text.map { $0.isNewline ? "␤" : $0 }))
  }
}
