extension Element {
  /// The id of the form on every page that owns the buttons and fields outside of all other forms.
  package static let actionFormID = "actions"
  /// The name that actions are sent under.
  package static let actionName = "action"
  /// The name of the hidden input whose value identifies a submission, so that a repetition of it is not done twice.
  package static let batchName = "counterpoint-batch"

  /// A button that sends an action, with or without the script.
  ///
  /// In a ``form(submit:_:key:content:)`` the button belongs to that form: without the script, it sends the form's
  /// fields too.
  ///
  /// - Parameters:
  ///   - action: The action that a click sends.
  ///   - attributes: Its attributes.
  ///   - key: Tells the element from its siblings as the page changes.
  ///   - content: What is on it.
  public static func button(
    _ action: some Encodable,
    _ attributes: Attribute...,
    key: String? = nil,
    @HTMLBuilder content: () -> [HTML]
  ) -> Element {
    button(action, list: attributes, key: key, content: content)
  }

  /// A button that sends an action, with or without the script.
  ///
  /// - Parameters:
  ///   - action: The action that a click sends.
  ///   - attributes: Its attributes.
  ///   - key: Tells the element from its siblings as the page changes.
  ///   - content: What is on it.
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
    NestingReport.shared.check(element)
    return element
  }
}
