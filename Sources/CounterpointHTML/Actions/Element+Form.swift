extension Element {
  /// A form with an action of its own, which Enter in one of its fields sends, with or without the script.
  ///
  /// ```swift
  /// Element.form(submit: ViewAction.addButtonClicked) {
  ///   Element.field("title", value: state.title, .label("Title"))
  ///   Element.button(ViewAction.addButtonClicked) { "Add" }
  /// }
  /// ```
  ///
  /// Buttons and fields in it belong to this form. Enter in a field outside of all forms does nothing. A button whose
  /// action is not the form's skips the browser's validation of the fields, because it does not submit them.
  ///
  /// - Parameters:
  ///   - action: The action that Enter sends; `nil` if the form can't be submitted now. Without the script, the texts
  ///     of the fields arrive with the action, so whether it is `nil` must not depend on them.
  ///   - attributes: Its attributes.
  ///   - key: Tells the element from its siblings as the page changes.
  ///   - content: What is in it. A form can't be in another one.
  public static func form(
    submit action: (some Encodable)?,
    _ attributes: Attribute...,
    key: String? = nil,
    @HTMLBuilder content: () -> [HTML]
  ) -> Element {
    let code = action.flatMap { ActionCode.encode($0) }
    // Enter presses the first submit button of a form in the order of the page, and nothing if that one is disabled.
    let defaultButton = Element(
      .input,
      list: [.type("submit"), .name(actionName), code.map { .value($0) } ?? .disabled(), .hidden()]
    )
    let children = content().normalized().map { $0.owned(byFormThatSubmits: code) }
    let element = Element(
      "form",
      [Attribute("method", "post"), Attribute("action", "/")] + attributes,
      key,
      .children([.element(defaultButton), .element(batchInput)] + children)
    )
    NestingReport.shared.check(element)
    return element
  }

  /// The form that owns the buttons and fields outside of all other forms. It stands before the page, so that its
  /// disabled button is the default one: Enter in a field outside of all forms does nothing.
  package static var actionForm: Element {
    Element(
      .form,
      .id(actionFormID),
      Attribute("method", "post"),
      Attribute("action", "/"),
      // Otherwise a required field that is empty would block every button of the page.
      .flag("novalidate"),
      .hidden()
    ) {
      Element(.input, .type("submit"), .disabled())
      batchInput
    }
  }

  /// Without a value, so that pages stay comparable: ``filled(batch:)`` gives it one when a page is sent.
  private static let batchInput = Element(.input, .type("hidden"), .name(batchName))

  /// Returns the element with the identifier of a submission in each of its forms.
  fileprivate func filled(batch: String) -> Element {
    if self == Self.batchInput { return replacing(attributes: attributes + [.value(batch)]) }
    return children.isEmpty ? self : replacing(children: children.filled(batch: batch))
  }

  fileprivate func owned(byFormThatSubmits code: String?) -> Element {
    var attributes = attributes
    attributes.removeAll { $0.name == "form" && $0.value == Self.actionFormID }
    if value(of: "name") == Self.actionName, value(of: "value") != code { attributes.append(.flag("formnovalidate")) }
    let own = replacing(attributes: attributes)
    return children.isEmpty ? own : own.replacing(children: children.map { $0.owned(byFormThatSubmits: code) })
  }
}

extension HTML {
  fileprivate func owned(byFormThatSubmits code: String?) -> HTML {
    guard case .element(let element) = self else { return self }
    return .element(element.owned(byFormThatSubmits: code))
  }
}

extension [HTML] {
  /// Returns the page as it is sent: with the identifier of a submission in each of its forms. Costs as much as the
  /// page is big.
  ///
  /// - Parameter batch: The identifier.
  package func filled(batch: String) -> Self {
    map { piece in
      guard case .element(let element) = piece else { return piece }
      return .element(element.filled(batch: batch))
    }
  }

  /// Returns the page with a text in a field, as the browser shows it after the text was typed. Costs as much as the
  /// page is big.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The name of the field; other elements are unchanged.
  package func writing(_ text: String, inField name: String) -> Self {
    map { piece in
      guard case .element(let element) = piece else { return piece }
      if element.name == "input", element.value(of: "name") == name {
        let attribute = Attribute(changed: "value", to: text)
        guard let index = element.attributes.firstIndex(where: { $0.name == "value" }) else {
          return .element(element.replacing(attributes: element.attributes + [attribute]))
        }
        var attributes = element.attributes
        attributes[index] = attribute
        return .element(element.replacing(attributes: attributes))
      }
      if element.children.isEmpty { return piece }
      return .element(element.replacing(children: element.children.writing(text, inField: name)))
    }
  }
}
