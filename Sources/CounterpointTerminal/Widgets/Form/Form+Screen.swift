import CounterpointCore

extension Form {
  /// Returns the form as a part of the screen.
  ///
  /// The focused field is marked by `›` and has the cursor. The problem of a field is shown below it, in red. If
  /// there are more lines than rows, the first ones are left out as far as necessary to show the focused field.
  ///
  /// - Parameter size: The room for the form.
  public func screen(size: TerminalSize) -> Screen {
    var screen = Screen()
    var focusedRows = 0..<1
    let focused = focus.wrappedValue
    let labelWidth = fields.map { $0.text == nil ? 0 : $0.label.width + 2 }.max() ?? 0
    for field in fields {
      let isFocused = field.id == focused
      let row = screen.lines.count
      append(field, isFocused: isFocused, labelWidth: labelWidth, width: size.columns, to: &screen)
      if isFocused { focusedRows = row..<screen.lines.count }
    }
    let hidden = min(max(focusedRows.upperBound - size.rows, 0), focusedRows.lowerBound)
    let cursor = screen.cursor.map { ScreenPosition(column: $0.column, row: $0.row - hidden) }
    return Screen(Array(screen.lines.dropFirst(hidden).prefix(size.rows)), cursor: cursor)
  }

  private func append(
    _ field: FormField<ID>,
    isFocused: Bool,
    labelWidth: Int,
    width: Int,
    to screen: inout Screen
  ) {
    let mark: StyledText = isFocused ? "› " : "  "
    var left = mark.width
    switch field.control {
    case .text(let text, let isPassword, let placeholder):
      left += labelWidth
      screen.append(
        textField(field.id, text.wrappedValue, isPassword: isPassword, placeholder: placeholder)
          .screen(width: max(width - left, 1), isFocused: isFocused),
        label: mark + field.label.padded(to: labelWidth)
      )

    case .toggle(let isOn):
      let box: StyledText = isOn.wrappedValue ? "[x] " : "[ ] "
      let cursor = ScreenPosition(column: left + 1, row: 0)
      screen.append(Screen([mark + box + field.label], cursor: isFocused ? cursor : nil))
      left += box.width
    }
    guard let problem = field.problem else { return }
    for line in StyledText(problem).foreground(.red).wrapped(to: max(width - left, 1)) {
      screen.append(StyledText.blanks(left) + line)
    }
  }
}
