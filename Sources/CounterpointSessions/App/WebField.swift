public import CounterpointCore
public import CounterpointHTML

/// A field of a page, bound to a value of the state.
///
/// ```swift
/// WebField("email", viewStore.binding(get: \.email, send: ViewAction.emailTyped))
/// WebField("age", viewStore.binding(get: \.age, send: ViewAction.ageChanged))  // an optional Int
/// WebField("plan", viewStore.binding(get: \.plan, send: ViewAction.planChosen))  // an enum with raw values
/// ```
public struct WebField {
  let name: String
  /// Reads a text. Returns the write of its value; `nil` if the text is not the text of a value.
  let write: (String) -> (() -> Void)?

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - name: The name of the control on the page. `action` and names that begin with `counterpoint-` are reserved and
  ///     stop the program.
  ///   - binding: The binding that receives the user's value. A text that is not the text of a value is refused with
  ///     status 400. The value of a control that can be empty is optional.
  public init<Value: FieldValue>(_ name: String, _ binding: UIBinding<Value>) {
    precondition(
      name != Element.actionName && !name.hasPrefix("counterpoint-"),
      "A field can't have the name '\(name)': forms use it for themselves."
    )
    self.name = name
    self.write = { text in
      guard let value = Value(fieldText: text) else { return nil }
      return { binding.wrappedValue = value }
    }
  }
}

@available(*, unavailable)
extension WebField: Sendable {}
