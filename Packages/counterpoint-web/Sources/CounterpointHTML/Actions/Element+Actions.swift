extension Element {
  /// Creates a form. Enter in one of its fields sends the form's action, with or without the script.
  ///
  /// ```swift
  /// Element.form(submit: ViewAction.addButtonClicked) {
  ///   Element.field("title", value: state.title, .label("Title"))
  ///   Element.button(ViewAction.addButtonClicked) { "Add" }
  /// }
  /// ```
  ///
  /// The form owns the buttons and fields inside it. Enter in a field outside of all forms does nothing. A button
  /// with another action than the form's skips the browser's validation, because it does not submit the fields.
  ///
  /// - Parameters:
  ///   - action: The action that Enter sends; `nil` if the form can't be submitted now. Without the script, the texts
  ///     of the fields arrive with the action, so whether it is `nil` must not depend on them.
  ///   - attributes: The attributes.
  ///   - key: Identifies the element among its siblings when the page changes.
  ///   - content: The content. Forms can't be nested.
  public static func form(
    submit action: (some Encodable)?,
    _ attributes: Attribute...,
    key: String? = nil,
    @HTMLBuilder content: () -> [HTML]
  ) -> Element {
    let code = action.flatMap { ActionCode.encode($0) }
    // Enter activates the first submit button of a form in document order. If that button is disabled, Enter does
    // nothing.
    let defaultButton = Element(
      .input,
      list: [.type("submit"), .name(actionName), code.map { .value($0) } ?? .disabled(), .hidden()]
    )
    let children = content().normalized().map { $0.owned(byFormThatSubmits: code) }
    let element = Element(
      "form",
      // Without an address, a browser sends the form to that of the page.
      [Attribute("method", "post"), .encoding(of: children)] + attributes,
      key,
      .children([.element(defaultButton), .element(idempotencyKeyInput)] + children)
    )
    NestingValidator.shared.check(element)
    return element
  }

  /// The form that owns the buttons and fields outside of all other forms. It is the first element of the document.
  /// Its default button is disabled, so Enter in a field outside of all forms does nothing.
  ///
  /// - Parameter page: The page, whose controls the form may own.
  package static func actionForm(for page: [HTML]) -> Element {
    Element(
      .form,
      .id(actionFormID),
      Attribute("method", "post"),
      .encoding(of: page),
      // Without this flag, a required field that is empty would block all buttons of the page.
      .flag("novalidate"),
      .hidden()
    ) {
      Element(.input, .type("submit"), .disabled())
      idempotencyKeyInput
    }
  }

  /// The input has no value, so that pages stay comparable. ``filled(idempotencyKey:)`` sets the value when a page is
  /// sent.
  private static let idempotencyKeyInput = Element(.input, .type("hidden"), .name(idempotencyKeyName))

  /// Returns the element with an idempotency key in each of its forms.
  fileprivate func filled(idempotencyKey: String) -> Element {
    if self == Self.idempotencyKeyInput { return replacing(attributes: attributes + [.value(idempotencyKey)]) }
    return children.isEmpty ? self : replacing(children: children.filled(idempotencyKey: idempotencyKey))
  }

  fileprivate func owned(byFormThatSubmits code: String?) -> Element {
    var attributes = attributes
    attributes.removeAll { $0.name == "form" && $0.value == Self.actionFormID }
    if value(of: "name") == Self.actionName, value(of: "value") != code { attributes.append(.flag("formnovalidate")) }
    let own = replacing(attributes: attributes)
    return children.isEmpty ? own : own.replacing(children: children.map { $0.owned(byFormThatSubmits: code) })
  }
}

extension Attribute {
  /// The encoding of a form with these controls. Only one encoding sends the contents of files.
  fileprivate static func encoding(of controls: [HTML]) -> Self {
    controls.hasFiles ? Attribute("enctype", "multipart/form-data") : .none
  }
}

extension [HTML] {
  /// Whether there is a control for files.
  fileprivate var hasFiles: Bool {
    contains { node in
      guard case .element(let element) = node else { return false }
      return element.name == "input" && element.value(of: "type") == "file" || element.children.hasFiles
    }
  }
}

extension HTML {
  fileprivate func owned(byFormThatSubmits code: String?) -> HTML {
    guard case .element(let element) = self else { return self }
    return .element(element.owned(byFormThatSubmits: code))
  }
}

extension [HTML] {
  /// Returns the page as it is sent: with an idempotency key in each of its forms. O(size of the page).
  ///
  /// - Parameter idempotencyKey: The key.
  package func filled(idempotencyKey: String) -> Self {
    map { node in
      guard case .element(let element) = node else { return node }
      return .element(element.filled(idempotencyKey: idempotencyKey))
    }
  }

  /// Returns the page with other addresses in the links of the program, and in all attributes that are the address of
  /// an asset. O(size of the page).
  ///
  /// - Parameters:
  ///   - assets: The addresses of the assets. Their fingerprints tell them from other values.
  ///   - replace: Returns the new address.
  package func replacingLinks(and assets: Set<String> = [], _ replace: (String) -> String) -> Self {
    map { node in
      guard case .element(var element) = node else { return node }
      let isLink = element.value(of: Attribute.link.name) != nil
      if isLink || !assets.isEmpty && element.attributes.contains(where: { assets.contains($0.value) }) {
        let attributes = element.attributes.map { attribute in
          isLink && attribute.name == "href" || assets.contains(attribute.value)
            ? attribute.replacingValue(replace(attribute.value)) : attribute
        }
        element = element.replacing(attributes: attributes)
      }
      if element.children.isEmpty { return .element(element) }
      return .element(element.replacing(children: element.children.replacingLinks(and: assets, replace)))
    }
  }
}

extension Attribute {
  /// Marks a link to a page of the program. A click on it changes the page in place.
  package static var link: Attribute { .data("link", "") }
}

extension Element {
  /// The field name of actions in requests.
  package static let actionName = "action"
  /// The field name of visited addresses in requests.
  package static let visitName = "counterpoint-visit"
  /// The name of the hidden input with the idempotency key of a submission.
  package static let idempotencyKeyName = "counterpoint-idempotency-key"

  /// Creates a button that sends an action, with or without the script.
  ///
  /// A button inside a ``form(submit:_:key:content:)`` belongs to that form: without the script, it also sends the
  /// form's fields.
  ///
  /// - Parameters:
  ///   - action: The action that a click sends.
  ///   - attributes: The attributes.
  ///   - key: Identifies the element among its siblings when the page changes.
  ///   - content: The content.
  public static func button(
    _ action: some Encodable,
    _ attributes: Attribute...,
    key: String? = nil,
    @HTMLBuilder content: () -> [HTML]
  ) -> Element {
    button(action, list: attributes, key: key, content: content)
  }

  /// Creates a button that sends an action, with or without the script.
  ///
  /// - Parameters:
  ///   - action: The action that a click sends.
  ///   - attributes: The attributes.
  ///   - key: Identifies the element among its siblings when the page changes.
  ///   - content: The content.
  public static func button(
    _ action: some Encodable,
    list attributes: [Attribute],
    key: String? = nil,
    @HTMLBuilder content: () -> [HTML]
  ) -> Element {
    let own: [Attribute] = [
      .type("submit"), .form(actionFormID), .name(actionName),
      ActionCode.encode(action).map { .value($0) } ?? .disabled(),
    ]
    let element = Element("button", own + attributes, key, .children(content().normalized()))
    NestingValidator.shared.check(element)
    return element
  }
}
