public import CounterpointCore

/// A column of fields with bindings to their values. One of the fields has the focus.
///
/// ```swift
/// struct ProfileScreen {
///   @UIBindable var store: StoreOf<Profile>
///   @UIBinding var cursor = FormCursor()
///
///   var form: Form<Profile.Field> {
///     Form(focus: $store.focus, cursor: $cursor, [
///       .text("Name", $store.name, id: .name),
///       .toggle("Send me news", $store.wantsNews, id: .news),
///     ])
///   }
/// }
/// ```
///
/// Create it where you show it and where you handle an event. Inside
/// ``TerminalSession/run(isolation:screen:command:)`` it is drawn again after each change of its values.
public struct Form<ID: Hashable & Sendable> {
  /// The result of an event that the form handles.
  public enum Outcome: Hashable, Sendable {
    /// This field has the focus now.
    case focused(ID)
    /// The value of this field has changed.
    case edited(ID)
    /// The cursor has moved.
    case cursorMoved
    /// The key belongs to the focused field, but had no effect there.
    case unchanged
  }

  /// The fields from top to bottom. Their ids are unique.
  public let fields: [FormField<ID>]

  let focus: UIBinding<ID?>
  let cursor: UIBinding<FormCursor>

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - focus: The id of the focused field; `nil` if no field has the focus.
  ///   - cursor: The position of the cursor in the focused field.
  ///   - fields: The fields from top to bottom.
  public init(focus: UIBinding<ID?>, cursor: UIBinding<FormCursor>, _ fields: [FormField<ID>]) {
    self.fields = fields
    self.focus = focus
    self.cursor = cursor
  }

  /// Returns the text field for a text, with its last cursor, selection and edits to undo.
  func textField(_ id: ID, _ text: String, isPassword: Bool, placeholder: StyledText) -> TextField {
    TextField(
      cursor.wrappedValue.edited(in: id, text: text),
      isPassword: isPassword,
      placeholder: placeholder
    )
  }
}

extension Form {
  /// Moves the focus, or changes the value of the focused field, through the form's bindings.
  ///
  /// | event | effect |
  /// | --- | --- |
  /// | tab, down | focuses the next field, or the first one after the last one |
  /// | shift-tab, up | focuses the previous field, or the last one before the first one |
  /// | return in a text field | focuses the next field, if there is one |
  /// | space in a toggle | turns it on or off |
  /// | events that ``TextField/handle(_:)`` handles | edit the text |
  ///
  /// - Parameter event: The event of the terminal.
  /// - Returns: The outcome; `nil` if the form ignores the event.
  @discardableResult
  public func handle(_ event: TerminalEvent) -> Outcome? {
    if let next = fieldToFocus(after: event) {
      focus.wrappedValue = next
      cursor.wrappedValue = FormCursor()
      return .focused(next)
    }
    guard let field = focused else { return nil }
    switch field.control {
    case .text(let text, let isPassword, let placeholder):
      var textField = textField(field.id, text.wrappedValue, isPassword: isPassword, placeholder: placeholder)
      guard let outcome = textField.handle(event) else { return nil }
      if outcome == .edited { text.wrappedValue = textField.text }
      cursor.wrappedValue = FormCursor(field.id, edited: textField.edited)
      switch outcome {
      case .edited: return .edited(field.id)
      case .cursorMoved: return .cursorMoved
      case .unchanged: return .unchanged
      }

    case .toggle(let isOn):
      guard event == .key(" ") else { return nil }
      isOn.wrappedValue.toggle()
      return .edited(field.id)
    }
  }

  /// The focused field.
  var focused: FormField<ID>? {
    let id = focus.wrappedValue
    return fields.first { $0.id == id }
  }

  private func fieldToFocus(after event: TerminalEvent) -> ID? {
    switch event {
    case .key(.enter):
      guard focused?.text != nil, let index = fields.firstIndex(where: { $0.id == focus.wrappedValue }) else {
        return nil
      }
      return fields.dropFirst(index + 1).first?.id
    case .key(.down): return fieldToFocus(after: .key(.tab))
    case .key(.up): return fieldToFocus(after: .key(.backTab))
    default:
      guard case .focus(let id) = FocusOrder(fields.map(\.id)).handle(event, focused: focus.wrappedValue) else {
        return nil
      }
      return id
    }
  }
}

extension Form {
  /// Returns the form as a part of the screen.
  ///
  /// The focused field is marked by `›` and has the cursor. The problem of a field is shown below it, in red. If the
  /// form does not fit, it is scrolled to the focused field.
  ///
  /// - Parameter size: The available space.
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
    for line in StyledText(problem).styled(Theme.current.error).wrapped(to: max(width - left, 1)) {
      screen.append(StyledText.blanks(left) + line)
    }
  }
}
