extension SignUpDraft {
  /// The length from which on a password will do.
  public static let shortestPassword = 8

  /// Returns the problem with a field and its correction, in one sentence; `nil` if there is none.
  ///
  /// - Parameter field: The field.
  public func problem(with field: SignUpField) -> String? {
    switch field {
    case .email:
      isEmail ? nil : "Enter an address such as blob@example.org."
    case .password:
      password.count >= Self.shortestPassword ? nil : "Enter at least \(Self.shortestPassword) characters."
    case .name:
      name.contains { !$0.isWhitespace } ? nil : "Enter your name."
    case .phone:
      isPhone ? nil : "Enter a number of 7 to 15 digits, such as +44 20 7946 0018."
    case .picture:
      // A draft has only a picture that was checked.
      nil
    case .topics:
      topics.isEmpty ? "Choose at least one topic." : nil
    }
  }

  /// The first of some fields with which something is wrong.
  ///
  /// - Parameter fields: The fields.
  public func firstInvalid(of fields: [SignUpField]) -> SignUpField? {
    fields.first { problem(with: $0) != nil }
  }

  /// Requires one at sign, text before it, and a domain with a dot after it. Only a message can prove more.
  private var isEmail: Bool {
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !email.contains(where: \.isWhitespace) else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count > 1 && labels.allSatisfy { !$0.isEmpty }
  }

  private var isPhone: Bool {
    let digits = phone.filter { !" -()/.".contains($0) }
    let number = digits.hasPrefix("+") ? digits.dropFirst() : digits[...]
    return (7...15).contains(number.count) && number.allSatisfy { $0.isASCII && $0.isNumber }
  }
}
