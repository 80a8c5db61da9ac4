public import CounterpointCore

/// A field of a ``Form``: a label, and a binding to a value.
///
/// ```swift
/// .text("Email", $store.email, id: .email, problem: store.emailProblem)
/// .toggle("Send me news", $store.wantsNews, id: .news)
/// ```
public struct FormField<ID: Hashable & Sendable> {
  enum Control {
    case text(UIBinding<String>, isPassword: Bool, placeholder: StyledText)
    case toggle(UIBinding<Bool>)
  }

  /// The field's id, which is unique in its form.
  public let id: ID
  /// The problem with the field's value, which is shown below the field; `nil` if there is none.
  public let problem: String?

  let label: StyledText
  let control: Control

  /// Creates a field for a line of text.
  ///
  /// - Parameters:
  ///   - label: The label on the left.
  ///   - text: The text. It is written only if an event has changed it.
  ///   - id: The field's id, which is unique in its form.
  ///   - isPassword: Whether each character is shown as `•`.
  ///   - placeholder: The text that is shown while the field is empty.
  ///   - problem: The problem with the text, which is shown below the field.
  public static func text(
    _ label: StyledText,
    _ text: UIBinding<String>,
    id: ID,
    isPassword: Bool = false,
    placeholder: StyledText = "",
    problem: String? = nil
  ) -> Self {
    Self(
      id: id,
      problem: problem,
      label: label,
      control: .text(text, isPassword: isPassword, placeholder: placeholder)
    )
  }

  /// Creates a field that is on or off.
  ///
  /// - Parameters:
  ///   - label: The label on the right.
  ///   - isOn: Whether the field is on.
  ///   - id: The field's id, which is unique in its form.
  ///   - problem: The problem with the value, which is shown below the field.
  public static func toggle(
    _ label: StyledText,
    _ isOn: UIBinding<Bool>,
    id: ID,
    problem: String? = nil
  ) -> Self {
    Self(id: id, problem: problem, label: label, control: .toggle(isOn))
  }

  /// The binding of a text field; `nil` for a toggle.
  public var text: UIBinding<String>? {
    guard case .text(let text, _, _) = control else { return nil }
    return text
  }

  /// The binding of a toggle; `nil` for a text field.
  public var isOn: UIBinding<Bool>? {
    guard case .toggle(let isOn) = control else { return nil }
    return isOn
  }
}

/// The cursor, the selection and the edits to undo of the focused text field of a ``Form``.
///
/// One value serves all forms of a program. It belongs to the field that was edited last. In every other field, the
/// cursor begins at the end.
public struct FormCursor: Sendable {
  private var field: (any Hashable & Sendable)?
  private var edited: EditedText?

  /// Creates a cursor at the end of the focused field.
  public init() {}

  /// Creates a cursor in a field.
  init(_ field: some Hashable & Sendable, edited: EditedText) {
    self.field = field
    self.edited = edited
  }

  private var hashableField: AnyHashable? { field.map { AnyHashable($0) } }

  /// Returns the text of a field with its cursor.
  ///
  /// If the feature has replaced the text, the cursor stays, and no edit can be undone.
  func edited(in field: some Hashable, text: String) -> EditedText {
    guard hashableField == AnyHashable(field), let edited else { return EditedText(line: text) }
    // Canonically equal texts can have different numbers of bytes, and the cursor counts bytes.
    if edited.lines[0] == text, edited.lines[0].utf8.count == text.utf8.count { return edited }
    return EditedText(line: text, offset: edited.cursor.offset)
  }
}

extension FormCursor: Hashable {
  /// Compares the fields, their texts and the positions in them.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.hashableField == rhs.hashableField && lhs.edited == rhs.edited
  }

  /// Hashes the field, its text and the position in it.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(hashableField)
    hasher.combine(edited)
  }
}
