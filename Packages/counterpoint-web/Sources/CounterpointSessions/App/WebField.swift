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
  let writing: Writing

  /// The way in which a field gets its value.
  enum Writing {
    /// Reads a text. Returns the write of its value; `nil` if the text is not the text of a value.
    case text((String) -> (() -> Void)?)
    /// Writes files, at least one.
    case files(([UploadedFile]) -> Void)
  }

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - name: The name of the control on the page. `action` and names that begin with `counterpoint-` are reserved and
  ///     stop the program.
  ///   - binding: The binding that receives the user's value. A text that is not the text of a value is refused with
  ///     status 400. The value of a control that can be empty is optional.
  public init<Value: FieldValue>(_ name: String, _ binding: UIBinding<Value>) {
    self.init(
      name: name,
      writing: .text { text in
        guard let value = Value(fieldText: text) else { return nil }
        return { binding.wrappedValue = value }
      }
    )
  }

  /// Creates a field for files, whose control is `FieldControl.files(accept:maxCount:maxSize:)`.
  ///
  /// - Parameters:
  ///   - name: The name of the control on the page.
  ///   - binding: The binding that receives the files of each request, at least one. A form without a chosen file does
  ///     not write it.
  public init(_ name: String, _ binding: UIBinding<[UploadedFile]>) {
    self.init(name: name, writing: .files { binding.wrappedValue = $0 })
  }

  /// Creates a field for one file, whose control is `FieldControl.files(accept:maxCount:maxSize:)`.
  ///
  /// - Parameters:
  ///   - name: The name of the control on the page.
  ///   - binding: The binding that receives the file. A form without a chosen file does not write it.
  public init(_ name: String, _ binding: UIBinding<UploadedFile?>) {
    self.init(name: name, writing: .files { binding.wrappedValue = $0.last })
  }

  private init(name: String, writing: Writing) {
    precondition(
      name != Element.actionName && !name.hasBytes(prefix: "counterpoint-"),
      "A field can't have the name '\(name)': forms use it for themselves."
    )
    self.name = name
    self.writing = writing
  }
}

@available(*, unavailable)
extension WebField: Sendable {}
