extension Screen {
  /// Adds a part below the last line, for example a text field of a form.
  ///
  /// - Parameters:
  ///   - part: Lines, and perhaps the cursor among them, which then becomes the cursor of the whole.
  ///   - label: What stands before the part's first line; a single line, and the part stands right of it.
  public mutating func append(_ part: Screen, label: StyledText = "") {
    let left = label.width
    if let cursor = part.cursor {
      self.cursor = ScreenPosition(column: cursor.column + left, row: cursor.row + lines.count)
    }
    for (index, line) in part.lines.enumerated() {
      append((index == 0 ? label : StyledText.blanks(left)) + line)
    }
  }
}
