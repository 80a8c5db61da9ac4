public import CounterpointCore
public import CounterpointHTML

/// A field of a page, and the binding that a visitor's text is written to.
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
  ///   - name: The name of the input on the page. `action` and `counterpoint-batch` stop the program: forms send
  ///     actions and their own identifier under these names.
  ///   - binding: The value that a visitor's text is written to.
  public init(_ name: String, _ binding: UIBinding<String>) {
    precondition(
      name != Element.actionName && name != Element.batchName,
      "A field can't have the name '\(name)': forms use it for themselves."
    )
    self.name = name
    self.binding = binding
  }
}

@available(*, unavailable)
extension WebField: Sendable {}

extension Element {
  /// The input of a ``WebField``. With the script, each change is sent at once; without it, the text is sent with the
  /// form.
  ///
  /// Enter sends the action of the `Element.form` that the input is in, and nothing outside of all forms. A text that
  /// is too long for a request is reported at the field, and not sent.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - value: The text in it.
  ///   - attributes: More attributes, such as the id that a label is for.
  public static func field(_ name: String, value: String, _ attributes: Attribute...) -> Element {
    let own: [Attribute] = [.type("text"), .name(name), .value(value), .form(actionFormID), .data("bound", "")]
    return Element(.input, list: own + attributes)
  }
}
