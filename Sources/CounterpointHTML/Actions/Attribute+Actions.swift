extension Attribute {
  /// An interaction of a user with an element.
  public enum Event: String, Hashable, Sendable {
    /// A click, or Enter or the space bar on a button.
    case click
    /// A double click.
    case doubleClick = "dblclick"
    /// The Escape key, while the focus is in the element.
    case escape
  }

  /// Sends an action after an interaction with the element. It needs the script: offer visitors without it another
  /// way, such as ``Element/button(_:_:key:content:)``.
  ///
  /// - Parameters:
  ///   - event: The interaction.
  ///   - action: The action.
  public static func on(_ event: Event, _ action: some Encodable) -> Self {
    guard let code = ActionCode.encode(action) else { return .none }
    return switch event {
    case .click: .data("click", code)
    case .doubleClick: .data("dblclick", code)
    case .escape: .data("escape", code)
    }
  }
}
