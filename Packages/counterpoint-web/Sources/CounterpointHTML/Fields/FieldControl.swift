public import Foundation

/// The control of a field, with the value that it shows. It is a value.
///
/// ```swift
/// Element.field("email", label: "Email", .text(state.email, .email))
/// Element.field("plan", label: "Plan", .select(state.plan, Plan.allCases) { $0.title })
/// ```
///
/// A site accepts only the values that the control on its page offers: a number or a date out of range becomes the
/// nearest one in range, a text is cut at its maximum length, and an option that the page does not have is refused.
public struct FieldControl: Hashable, Sendable {
  /// The kind of a line of text. Browsers show a keyboard for it, and complete it.
  public enum TextKind: String, Hashable, Sendable {
    /// Any text.
    case plain = "text"
    /// An email address.
    case email
    /// A search.
    case search
    /// A telephone number.
    case telephone = "tel"
    /// The address of a page.
    case url
  }

  /// An option of a list.
  struct Option: Hashable, Sendable {
    let text: String
    let title: String
  }

  enum Kind: Hashable, Sendable {
    /// An input with a text: its type, its value and its constraints.
    case input(type: String, text: String, [Attribute])
    case textArea(String, [Attribute])
    case checkbox(Bool)
    case select(selected: String, [Option])
    case radioButtons(selected: String, [Option])
    /// An input of files with its constraints.
    case files([Attribute])
  }

  let kind: Kind

  /// A line of text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - kind: The kind of the text.
  ///   - maxLength: The maximum length, in UTF-16 code units as in browsers; `nil` for no maximum.
  public static func text(_ text: String, _ kind: TextKind = .plain, maxLength: Int? = nil) -> Self {
    Self(kind: .input(type: kind.rawValue, text: text, [.maxLength(maxLength)]))
  }

  /// A password. Its characters are hidden.
  ///
  /// The page never contains the password, so the field is empty whenever it is rendered. Its value is sent with its
  /// form only, at whatever other moment the field is told to send it.
  ///
  /// ```swift
  /// Element.field("password", label: "Password", .password(), .autocomplete("current-password"))
  /// ```
  ///
  /// - Parameter maxLength: The maximum length, in UTF-16 code units as in browsers; `nil` for no maximum.
  public static func password(maxLength: Int? = nil) -> Self {
    Self(kind: .input(type: "password", text: "", [.maxLength(maxLength)]))
  }

  /// A text of several lines.
  ///
  /// - Parameters:
  ///   - text: The text. Its lines end with `\n`.
  ///   - rows: The number of visible lines.
  ///   - maxLength: The maximum length, in UTF-16 code units as in browsers; `nil` for no maximum.
  public static func textArea(_ text: String, rows: Int = 4, maxLength: Int? = nil) -> Self {
    Self(kind: .textArea(text, [Attribute("rows", "\(rows)"), .maxLength(maxLength)]))
  }

  /// A box that is checked or not.
  ///
  /// - Parameter isOn: Whether the box is checked.
  public static func checkbox(_ isOn: Bool) -> Self {
    Self(kind: .checkbox(isOn))
  }

  /// A whole number.
  ///
  /// - Parameters:
  ///   - number: The number; `nil` for an empty field. A field that must not be empty has the attribute
  ///     ``Attribute/required(_:)``.
  ///   - range: The allowed numbers; `nil` for all.
  public static func number(_ number: Int?, in range: ClosedRange<Int>? = nil) -> Self {
    Self(kind: .input(type: "number", text: number.fieldText, [Attribute("step", "1")] + Attribute.bounds(range)))
  }

  /// A number with a fraction.
  ///
  /// - Parameters:
  ///   - number: The number; `nil` for an empty field. A field that must not be empty has the attribute
  ///     ``Attribute/required(_:)``.
  ///   - range: The allowed numbers; `nil` for all.
  public static func decimal(_ number: Double?, in range: ClosedRange<Double>? = nil) -> Self {
    Self(kind: .input(type: "number", text: number.fieldText, [Attribute("step", "any")] + Attribute.bounds(range)))
  }

  /// A day.
  ///
  /// - Parameters:
  ///   - day: A date in the day, in UTC; `nil` for an empty field. A field that must not be empty has the attribute
  ///     ``Attribute/required(_:)``.
  ///   - range: The allowed days; `nil` for all.
  public static func date(_ day: Date?, in range: ClosedRange<Date>? = nil) -> Self {
    Self(kind: .input(type: "date", text: day.fieldText, Attribute.bounds(range)))
  }

  /// A list of options that opens.
  ///
  /// A value that is none of the options is shown as an empty option, which disappears after a choice. It can't be
  /// chosen and is not sent, so the state keeps its value until the user chooses.
  ///
  /// - Parameters:
  ///   - value: The selected option; `nil` for none.
  ///   - options: The options.
  ///   - prompt: The title of an option that stands for `nil` and can be chosen; `nil` for no such option.
  ///   - title: Returns the title of an option.
  public static func select<Value: FieldValue>(
    _ value: Value?,
    _ options: some Sequence<Value>,
    prompt: String? = nil,
    title: (Value) -> String
  ) -> Self {
    let empty = prompt.map { [Option(text: "", title: $0)] } ?? []
    return Self(kind: .select(selected: value.fieldText, empty + self.options(options, title)))
  }

  /// A button for each option, of which one is on.
  ///
  /// - Parameters:
  ///   - value: The selected option; `nil` for none.
  ///   - options: The options.
  ///   - title: Returns the title of an option.
  public static func radioButtons<Value: FieldValue>(
    _ value: Value?,
    _ options: some Sequence<Value>,
    title: (Value) -> String
  ) -> Self {
    Self(kind: .radioButtons(selected: value.fieldText, self.options(options, title)))
  }

  /// Files of the user. The control has no value on the page: a site passes the files to the field.
  ///
  /// With the script, the files are sent as soon as the user has chosen them, with their progress and a button that
  /// cancels. `FieldSending.onSubmit` sends them with the form. Without the script, they are sent with the form.
  ///
  /// - Parameters:
  ///   - accept: The accepted media types, such as `image/png` and `image/*`, and extensions, such as `.csv`; empty for
  ///     all files. Browsers derive the type from the name, so neither proves anything about the content.
  ///   - maxCount: The maximum number of files that the user can choose at once.
  ///   - maxSize: The maximum size of a file, in bytes; `nil` for that of the site.
  public static func files(accept: [String] = [], maxCount: Int = 1, maxSize: Int? = nil) -> Self {
    Self(
      kind: .files([
        accept.isEmpty ? .none : Attribute("accept", accept.joined(separator: ",")),
        .flag("multiple", maxCount > 1),
        .data("max-count", "\(maxCount)"),
        maxSize.map { .data("max-size", "\($0)") } ?? .none,
      ])
    )
  }

  private static func options<Value: FieldValue>(
    _ options: some Sequence<Value>,
    _ title: (Value) -> String
  ) -> [Option] {
    options.map { Option(text: $0.fieldText, title: title($0)) }
  }
}

/// The moment at which the script sends the value of a field. Without the script, values are sent with their form.
///
/// A value is sent before each action in any case, so that the action finds it.
public enum FieldSending: Hashable, Sendable {
  /// While the user types, after a pause. Checkboxes, options and dates are sent at once.
  case whileTyping(pause: Duration = FieldSending.pause)
  /// After an edit, as soon as the user leaves the field.
  case onBlur
  /// With the form.
  case onSubmit

  /// The pause after which a field sends its text by default: 200 milliseconds.
  public static let pause = Duration.milliseconds(200)

  var attribute: Attribute {
    switch self {
    // The script knows the default.
    case .whileTyping(pause: Self.pause): .data("bound", "")
    case .whileTyping(let pause): .data("bound", "\(Int(pause / .milliseconds(1)))")
    case .onBlur: .data("bound", "blur")
    case .onSubmit: .data("bound", "submit")
    }
  }
}

extension Attribute {
  /// Whether a field must have a value before its form is sent.
  public static func required(_ isRequired: Bool = true) -> Self { flag("required", isRequired) }

  /// The purpose of a field in HTML's words, so that browsers and password managers fill it in: `email`, `username`,
  /// `current-password`, `new-password`.
  public static func autocomplete(_ purpose: String) -> Self { Attribute("autocomplete", purpose) }

  fileprivate static func maxLength(_ length: Int?) -> Self {
    length.map { Attribute("maxlength", "\($0)") } ?? .none
  }

  fileprivate static func bounds(_ range: ClosedRange<some FieldValue & Comparable>?) -> [Self] {
    guard let range else { return [] }
    return [Attribute("min", range.lowerBound.fieldText), .max(range.upperBound.fieldText)]
  }
}
