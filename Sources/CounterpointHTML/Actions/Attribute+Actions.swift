extension Attribute {
  /// What a user does to an element.
  public enum Event: String, Hashable, Sendable {
    /// A click, or Enter or the space bar on a button.
    case click
    /// A double click.
    case doubleClick = "dblclick"
    /// The Escape key, while the focus is in the element.
    case escape
  }

  /// Sends an action when something happens to the element. It needs the script: give who has none another way to the same, as
  /// ``Element/button(_:_:key:content:)`` does.
  ///
  /// - Parameters:
  ///   - event: What happens.
  ///   - action: What it means.
  public static func on(_ event: Event, _ action: some Encodable) -> Self {
    guard let code = ActionCode.encode(action) else { return .none }
    return switch event {
    case .click: .data("click", code)
    case .doubleClick: .data("dblclick", code)
    case .escape: .data("escape", code)
    }
  }
}

extension Element {
  /// The id of the form that buttons belong to, which is on every page: it works without the script, too.
  package static let actionFormID = "actions"

  /// A button that sends an action, with or without the script.
  ///
  /// - Parameters:
  ///   - action: What clicking it means.
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
  ///   - action: What clicking it means.
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
      .type("submit"), .form(actionFormID), .name("action"),
      ActionCode.encode(action).map { .value($0) } ?? .disabled(),
    ]
    return Element("button", own + attributes, key, .children(content().normalized()))
  }
}
