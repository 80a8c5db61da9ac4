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
