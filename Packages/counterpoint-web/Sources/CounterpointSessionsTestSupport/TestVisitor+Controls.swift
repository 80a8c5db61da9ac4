import CounterpointHTML
import CounterpointSessions

/// Buttons and fields.
extension TestVisitor {
  var controls: [PageControl] { PageControl.all(in: page) }

  /// Clicks on the button with a text.
  ///
  /// - Parameter label: The text of the button, or its `aria-label`.
  /// - Throws: ``TestVisitorError/missing(_:offered:)`` if the page has no such button that can be clicked, and
  ///   ``TestVisitorError/refused(status:text:)``.
  public func click(_ label: String) async throws {
    let buttons = controls.filter { $0.isButton && $0.isEnabled }
    guard let button = buttons.first(where: { $0.label == label }) else {
      throw TestVisitorError.missing("button '\(label)'", offered: buttons.map(\.label))
    }
    try await submit(button)
  }

  /// Types a text into a field, in place of its old text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The name of the field.
  /// - Throws: ``TestVisitorError/missing(_:offered:)`` if the page has no such field that can be edited, and
  ///   ``TestVisitorError/refused(status:text:)``.
  public func type(_ text: String, into name: String) async throws {
    let fields = controls.filter { $0.isText && $0.isEnabled }
    guard let field = fields.first(where: { $0.name == name }) else {
      throw TestVisitorError.missing("field '\(name)'", offered: fields.map(\.name))
    }
    try await enter(text, in: field)
  }

  /// Chooses an option of a list, or a radio button.
  ///
  /// - Parameters:
  ///   - title: The title of the option.
  ///   - name: The name of the field.
  /// - Throws: ``TestVisitorError/missing(_:offered:)`` if the page has no such option that can be chosen, and
  ///   ``TestVisitorError/refused(status:text:)``.
  public func choose(_ title: String, in name: String) async throws {
    let fields = controls.filter { $0.name == name && $0.isEnabled }
    for field in fields {
      guard let option = field.options.first(where: { $0.title == title && $0.isEnabled }) else { continue }
      return try await enter(option.value, in: field)
    }
    throw TestVisitorError.missing(
      "option '\(title)'",
      offered: fields.flatMap(\.options).filter(\.isEnabled).map(\.title)
    )
  }

  /// Checks a checkbox, or removes its check.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - isOn: Whether the box is checked afterward.
  /// - Throws: ``TestVisitorError/missing(_:offered:)`` if the page has no such checkbox that can be used, and
  ///   ``TestVisitorError/refused(status:text:)``.
  public func check(_ name: String, _ isOn: Bool = true) async throws {
    let boxes = controls.filter { $0.element.value(of: "type") == "checkbox" && $0.isEnabled }
    guard let box = boxes.first(where: { $0.name == name }) else {
      throw TestVisitorError.missing("checkbox '\(name)'", offered: boxes.map(\.name))
    }
    try await enter(isOn ? "on" : "off", in: box)
  }

  func enter(_ value: String, in field: PageControl) async throws {
    page = page.writing(value, inField: field.name)
    guard hasScript else { return }
    guard field.isSentWithForm else { return try await send([(field.name, value)]) }
    unsent.removeAll { $0.name == field.name }
    unsent.append((field.name, value))
  }

  /// Presses Enter in a field: sends the action of its form.
  ///
  /// - Parameter name: The name of the field.
  /// - Throws: ``TestVisitorError/missing(_:offered:)`` if the page has no such field, or if its form sends no action
  ///   now; ``TestVisitorError/refused(status:text:)``.
  public func pressEnter(in name: String) async throws {
    guard let field = controls.first(where: { $0.isField && $0.name == name && $0.isEnabled }) else {
      throw TestVisitorError.missing("field '\(name)'", offered: controls.filter(\.isField).map(\.name))
    }
    // Enter activates the first button of the form, if it is enabled.
    guard let button = controls.first(where: { $0.form == field.form && $0.isDefaultButton }), button.isEnabled else {
      throw TestVisitorError.missing("form with an action for the field '\(name)'", offered: [])
    }
    try await submit(button)
  }

  func submit(_ button: PageControl) async throws {
    let fileFields = controls.filter { $0.form == button.form && $0.isFile && $0.isEnabled }.map(\.name)
    guard !hasScript else {
      for name in fileFields {
        if let files = chosenFiles.removeValue(forKey: name) { try await send(files, into: name) }
      }
      let names = Set(controls.filter { $0.form == button.form }.map(\.name))
      let values = unsent.filter { names.contains($0.name) }
      unsent.removeAll { names.contains($0.name) }
      return try await send(values + [(button.name, button.value)])
    }
    // Browsers write the line breaks of forms as CR LF.
    let own = controls.filter { $0.form == button.form && $0.isSent }
      .map { ($0.name, $0.element.name == "textarea" ? $0.value.replacing("\n", with: "\r\n") : $0.value) }
    let key = button.form == PageControl.outside ? PageControl.all(in: form).map { ($0.name, $0.value) } : []
    let pairs = key.filter { !$0.0.isEmpty } + own + [(button.name, button.value)]
    // Browsers send a form with a control for files in another encoding.
    let form = fileFields.isEmpty ? nil : MultipartForm(pairs, fileFields.map { ($0, chosenFiles[$0] ?? []) })
    chosenFiles = [:]
    let response =
      if let form { try await respond("POST", address, form: form) } else { try await post(pairs, to: address) }
    guard response.status == 303, let location = response.header("location") else { throw refusal(response) }
    try await open(local(location))
  }
}
