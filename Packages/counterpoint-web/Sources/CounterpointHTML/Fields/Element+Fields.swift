extension Element {
  /// The name of the hidden inputs that name the checkboxes of a form, because browsers don't send unchecked ones.
  package static let checkboxName = "counterpoint-checkbox"

  /// The id of the form on every page that owns the buttons and fields outside of all other forms.
  package static let actionFormID = "actions"

  /// Creates a line of text without a label: the short form of ``field(_:_:sends:_:)`` with
  /// ``FieldControl/text(_:_:maxLength:)``.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - value: The text of the field.
  ///   - attributes: Further attributes, such as the id that a label refers to.
  public static func field(_ name: String, value: String, _ attributes: Attribute...) -> Element {
    FieldControl.text(value).element(name, .whileTyping(), attributes)
  }

  /// Creates the control of a field without a label. The page labels it, for example with ``Attribute/label(_:)``.
  ///
  /// Enter sends the action of the `Element.form` that contains the field. Outside of all forms, Enter does nothing.
  /// A text that is too long for a request is reported at the field and not sent.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - control: The control with its value.
  ///   - sending: The moment at which the script sends the value.
  ///   - attributes: Further attributes of the control, or of each radio button.
  public static func field(
    _ name: String,
    _ control: FieldControl,
    sends sending: FieldSending = .whileTyping(),
    _ attributes: Attribute...
  ) -> Element {
    control.element(name, sending, attributes)
  }

  /// Creates a field: its label, its control, a hint and the problem with its value.
  ///
  /// ```swift
  /// Element.field(
  ///   "email",
  ///   label: "Email",
  ///   .text(state.email, .email),
  ///   problem: state.emailProblem,
  ///   sends: .onBlur,
  ///   .required()
  /// )
  /// ```
  ///
  /// Screen readers read the hint and the problem with the control, and read a new problem at once. After a form was
  /// sent with the script, the first field with a problem gets the focus.
  ///
  /// The control has the id `field-` and the name, the hint `field-<name>-hint`, the problem `field-<name>-problem`.
  /// A field is identified by its name when the page changes, so fields can be inserted before the focused one.
  ///
  /// - Parameters:
  ///   - name: The name of the field, without blanks.
  ///   - label: The label.
  ///   - control: The control with its value.
  ///   - hint: A text that helps to fill in the field; `nil` for none.
  ///   - problem: The problem with the value; `nil` or empty if there is none.
  ///   - sending: The moment at which the script sends the value.
  ///   - attributes: Further attributes of the control, or of each radio button.
  public static func field(
    _ name: String,
    label: String,
    _ control: FieldControl,
    hint: String? = nil,
    problem: String? = nil,
    sends sending: FieldSending = .whileTyping(),
    _ attributes: Attribute...
  ) -> Element {
    let id = "field-\(name)"
    let (hintID, problemID) = ("\(id)-hint", "\(id)-problem")
    let isInvalid = problem?.isEmpty == false
    // The reference to an empty problem is harmless, and it announces the problem as soon as there is one.
    let description: [Attribute] = [
      .id(id),
      .aria("describedby", hint == nil ? problemID : "\(hintID) \(problemID)"),
      isInvalid ? .aria("invalid", "true") : .none,
    ]
    let advice = hint.map { hint in Element(.p, .id(hintID), .class("hint")) { hint } }
    // A live region has to be on the page before its text.
    let alert = Element(.p, .id(problemID), .class("problem"), .role("alert")) { problem ?? "" }
    if case .radioButtons = control.kind {
      let group: [Attribute] = [.class("field"), .role("radiogroup")] + description
      let content = html {
        Element(.legend) { label }
        advice
        control.element(name, sending, attributes)
        alert
      }
      return Element("fieldset", group, id, .children(content))
    }
    let input = control.element(name, sending, description + attributes)
    let caption = Element(.label, .for(id)) { label }
    if case .checkbox = control.kind {
      return Element(.div, .class("field checkbox"), key: id) {
        input
        caption
        advice
        alert
      }
    }
    return Element(.div, .class("field"), key: id) {
      caption
      advice
      input
      alert
    }
  }
}

extension FieldControl {
  func element(_ name: String, _ sending: FieldSending, _ attributes: [Attribute]) -> Element {
    let bound: [Attribute] = [.name(name), .form(Element.actionFormID), sending.attribute]
    switch kind {
    case .input(let type, let text, let constraints):
      let moment = type == "password" ? FieldSending.onSubmit.attribute : sending.attribute
      let own: [Attribute] = [.type(type), .name(name), .value(text), .form(Element.actionFormID), moment]
      return Element(.input, list: own + constraints + attributes)
    case .textArea(let text, let constraints):
      return Element("textarea", bound + constraints + attributes, nil, .children(html { text }))
    case .checkbox(let isOn):
      // A disabled checkbox is not sent, so that its name must not be sent either.
      let marker: [Attribute] = [
        .type("hidden"), .name(Element.checkboxName), .value(name), .form(Element.actionFormID),
        attributes.first { $0.name == "disabled" } ?? Attribute.none,
      ]
      let box: [Attribute] = [.type("checkbox"), .value("on"), .flag("checked", isOn)]
      return Element(.span, .class("control")) {
        Element(.input, list: box + bound + attributes)
        Element(.input, list: marker)
      }
    case .select(let selected, let options):
      let items = options.map { option in
        Element(.option, .value(option.text), .flag("selected", option.text == selected)) { option.title }
      }
      // Without a selected option, browsers show the first enabled one. A disabled option is never sent.
      let hasValue = options.contains { $0.text == selected }
      let placeholder = Element(.option, .value(selected), .flag("selected", true), .disabled(), key: "placeholder") {
        "\u{A0}"
      }
      let shown = hasValue ? items : [placeholder] + items
      return Element("select", bound + attributes, nil, .children(shown.map { .element($0) }))
    case .files(let constraints):
      let isSentWithForm = sending == .onSubmit
      let own: [Attribute] = [.type("file"), .name(name), .form(Element.actionFormID)]
      let upload = Attribute.data("upload", isSentWithForm ? "submit" : "")
      return Element(.span, .class("control")) {
        Element(.input, list: own + [upload] + constraints + attributes)
        // The script shows the progress in it.
        Element(.span, .class("upload"), .data("upload-status", ""))
      }
    case .radioButtons(let selected, let options):
      return Element(.div, .class("control")) {
        for option in options {
          let button: [Attribute] = [.type("radio"), .value(option.text), .flag("checked", option.text == selected)]
          Element(.label, key: option.text) {
            Element(.input, list: button + bound + attributes)
            " \(option.title)"
          }
        }
      }
    }
  }
}
