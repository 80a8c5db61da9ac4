public import CounterpointCore
public import CounterpointHTML

/// A field of a form, and the binding that is written when a visitor has typed.
///
/// ```swift
/// WebField("email", viewStore.binding(get: \.email, send: ViewAction.emailTyped))
/// ```
public struct WebField {
  let name: String
  let binding: UIBinding<String>

  /// Binds a field.
  ///
  /// - Parameters:
  ///   - name: The name of the input on the page. `action` stops the program: that is what actions are sent under.
  ///   - binding: What it writes.
  public init(_ name: String, _ binding: UIBinding<String>) {
    precondition(name != Self.actionName, "A field can't have the name 'action': buttons send their actions under it.")
    self.name = name
    self.binding = binding
  }

  static let actionName = "action"
}

@available(*, unavailable)
extension WebField: Sendable {}

extension Element {
  /// The input of a ``WebField``. With the script each change is sent at once, without it when the form is.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - value: What it shows.
  ///   - attributes: More attributes, such as the id that a label is for.
  public static func field(_ name: String, value: String, _ attributes: Attribute...) -> Element {
    let own: [Attribute] = [.type("text"), .name(name), .value(value), .form(actionFormID), .data("bound", "")]
    return Element(.input, list: own + attributes)
  }
}
