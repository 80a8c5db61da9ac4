import CounterpointCore

/// A value of the library that can be written as a Swift expression.
protocol SwiftWritable {
  /// Returns the expression of the value; `nil` if a part of it has none.
  func swiftText(_ literal: Literal) -> String?
}

extension BindingAction: SwiftWritable {
  func swiftText(_ literal: Literal) -> String? {
    guard let path = keyPathText, let value = literal.ofArguments.text(of: newValue) else { return nil }
    return ".set(\(path), \(value))"
  }
}

extension StackState: SwiftWritable {
  // The identifiers of the elements depend on earlier elements.
  func swiftText(_ literal: Literal) -> String? { isEmpty ? "StackState()" : nil }
}

extension TextState: SwiftWritable {
  func swiftText(_ literal: Literal) -> String? {
    let texts = parts.compactMap(\.swiftText)
    return texts.count == parts.count ? texts.joined(separator: " + ") : nil
  }
}

extension TextState.Part {
  fileprivate var swiftText: String? {
    var modifiers = ""
    if style.isBold { modifiers += ".bold()" }
    if style.isItalic { modifiers += ".italic()" }
    if style.isUnderlined { modifiers += ".underline()" }
    if style.isStruckThrough { modifiers += ".strikethrough()" }
    if let color = style.foregroundColor { modifiers += ".foregroundColor(\(color.swiftText))" }
    return "TextState(\(Literal.string(text)))\(modifiers)"
  }
}

extension TextState.Color {
  fileprivate var swiftText: String {
    if case .rgb(let red, let green, let blue) = self { return ".rgb(red: \(red), green: \(green), blue: \(blue))" }
    return ".\(self)"
  }
}

extension ButtonState: SwiftWritable {
  func swiftText(_ literal: Literal) -> String? {
    guard let label = label.swiftText(literal) else { return nil }
    var arguments: [String] = []
    if let role { arguments.append("role: .\(role)") }
    if let action = action.action {
      guard let text = literal.ofArguments.text(of: action) else { return nil }
      arguments.append("action: \(text)")
    }
    let parentheses = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
    return "ButtonState\(parentheses) { \(label) }"
  }
}

extension AlertState: SwiftWritable {
  func swiftText(_ literal: Literal) -> String? {
    promptText("AlertState", literal, title: title, message: message, buttons: buttons)
  }
}

extension ConfirmationDialogState: SwiftWritable {
  func swiftText(_ literal: Literal) -> String? {
    let argument = titleVisibility == .automatic ? "" : "(titleVisibility: .\(titleVisibility))"
    return promptText("ConfirmationDialogState\(argument)", literal, title: title, message: message, buttons: buttons)
  }
}

/// Returns a prompt with its closures, on several lines.
private func promptText<Action>(
  _ name: String,
  _ literal: Literal,
  title: TextState,
  message: TextState?,
  buttons: [ButtonState<Action>]
) -> String? {
  let buttonTexts = buttons.compactMap { $0.swiftText(literal) }
  guard buttonTexts.count == buttons.count, let title = title.swiftText(literal) else { return nil }
  var text = "\(name) {\n  \(title)\n}"
  if !buttons.isEmpty { text += " actions: {\n\(buttonTexts.map { "  \($0)\n" }.joined())}" }
  if let message {
    guard let message = message.swiftText(literal) else { return nil }
    text += " message: {\n  \(message)\n}"
  }
  return text
}
