public import CounterpointCore

/// A line of a ``Form``: a label, and what stands behind it in a feature's state, as a binding.
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

  /// Tells the field from the others of its form.
  public let id: ID
  /// The problem with the field's value: a line below it. `nil` if there is none.
  public let problem: String?

  let label: StyledText
  let control: Control

  /// Creates a field for a line of text.
  ///
  /// - Parameters:
  ///   - label: What stands left of it.
  ///   - text: The text. It is written only if a key has changed it.
  ///   - id: Tells the field from the others of its form.
  ///   - isPassword: Whether each character is shown as `•`.
  ///   - placeholder: What is shown while the text is empty.
  ///   - problem: What is wrong with the text, for the line below.
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
  ///   - label: What stands right of it.
  ///   - isOn: Whether it is on.
  ///   - id: Tells the field from the others of its form.
  ///   - problem: What is wrong with it, for the line below.
  public static func toggle(
    _ label: StyledText,
    _ isOn: UIBinding<Bool>,
    id: ID,
    problem: String? = nil
  ) -> Self {
    Self(id: id, problem: problem, label: label, control: .toggle(isOn))
  }

  /// The text behind the field, `nil` if it is on or off.
  public var text: UIBinding<String>? {
    guard case .text(let text, _, _) = control else { return nil }
    return text
  }

  /// Whether the field is on, `nil` if it holds a text.
  public var isOn: UIBinding<Bool>? {
    guard case .toggle(let isOn) = control else { return nil }
    return isOn
  }
}
