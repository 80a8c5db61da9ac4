import CounterpointCore

extension Form {
  /// Does what an event means to the form, by writing to its bindings.
  ///
  /// | event | what it does |
  /// | --- | --- |
  /// | tab, down; tab with shift, up | gives the focus to the next field or the one before, around the ends |
  /// | return in a text field | gives the focus to the next field, unless there is none |
  /// | space on a field that is on or off | turns it |
  /// | what ``TextField/edited(by:)`` knows | edits the text |
  ///
  /// - Parameter event: What happened at the terminal.
  /// - Returns: Whether it meant something. What didn't may mean something to the screen around the form.
  public func handle(_ event: TerminalEvent) -> Bool {
    if case .key(let key) = event, let next = focus(after: key) {
      focus.wrappedValue = next
      cursor.wrappedValue = FormCursor()
      return true
    }
    guard let field = focused else { return false }
    switch field.control {
    case .text(let text, let isPassword, let placeholder):
      let current = textField(field.id, text.wrappedValue, isPassword: isPassword, placeholder: placeholder)
      guard let edited = current.edited(by: event) else { return false }
      if edited.text != current.text { text.wrappedValue = edited.text }
      cursor.wrappedValue = FormCursor(field.id, offset: edited.offset)
      return true

    case .toggle(let isOn):
      guard event == .key(" ") else { return false }
      isOn.wrappedValue.toggle()
      return true
    }
  }

  /// The field that has the focus.
  var focused: FormField<ID>? {
    let id = focus.wrappedValue
    return fields.first { $0.id == id }
  }

  private func focus(after key: Key) -> ID? {
    let ids = fields.map(\.id)
    switch key {
    case .enter:
      guard focused?.text != nil, let index = fields.firstIndex(where: { $0.id == focus.wrappedValue }) else {
        return nil
      }
      return ids.dropFirst(index + 1).first
    case .down: return FocusOrder(ids).focus(after: .tab, from: focus.wrappedValue)
    case .up: return FocusOrder(ids).focus(after: .backTab, from: focus.wrappedValue)
    default: return FocusOrder(ids).focus(after: key, from: focus.wrappedValue)
    }
  }
}
