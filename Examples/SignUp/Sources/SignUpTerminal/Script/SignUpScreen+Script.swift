public import Counterpoint
public import CounterpointTerminal
import SignUp

extension SignUpScreen {
  /// Performs the intent of a line through the same stores and bindings as the keyboard.
  ///
  /// - Parameter line: The line.
  /// - Returns: The started effects.
  /// - Throws: `ScriptError` if the intent is not possible on the current screen. The line has no effect then.
  public func perform(_ line: Script<SignUpIntent>.Line) throws(ScriptError) -> [StoreTask] {
    func fail(_ reason: String) -> ScriptError { ScriptError(line: line.number, reason: reason) }
    let prompt = prompt
    if case .quit = line.intent { return [] }
    if case .choose(let label) = line.intent {
      guard let prompt else { throw fail("there is nothing to choose: no prompt is shown") }
      let labels = prompt.buttons.map(\.label)
      guard let button = prompt.buttons.first(where: { $0.label.lowercased() == label.lowercased() }) else {
        throw fail("there is no button '\(label)'; \(advice(for: label, among: labels, called: "buttons"))")
      }
      return button.press()
    }
    if let prompt {
      let labels = prompt.buttons.map(\.label).joined(separator: ", ")
      throw fail("a prompt is shown: choose one of its buttons first, which are \(labels)")
    }

    switch (line.intent, page) {
    case (.start, .start):
      return [store.send(.startButtonTapped)]
    case (.cancel, .form), (.cancel, .summary):
      return [store.send(.cancelButtonTapped)]
    case (.back, .form), (.back, .summary):
      goBack()
      return []
    case (.next, .form(let form, _)):
      return [form.finish()]
    case (.edit(let part), .summary(let summary)):
      return [summary.store.send(.editButtonTapped(part))]
    case (.submit, .summary(let summary)):
      return [summary.store.send(.submitButtonTapped)]

    case (.enter(let name, let text), .form(let form, _)):
      guard let binding = form.fields.first(where: { $0.name == name })?.text else {
        throw fail(noField(name, among: form.fields.filter { $0.text != nil }))
      }
      binding.wrappedValue = text
      return []
    case (.remove(let name), .form(let form, _)):
      guard let remove = form.fields.first(where: { $0.name == name })?.remove else {
        throw fail("there is nothing to remove: '\(name)' is no field of this screen, or it is empty")
      }
      return [remove()]
    case (.toggle(let name), .form(let form, _)):
      guard let binding = form.fields.first(where: { $0.name == name })?.isOn else {
        throw fail(noField(name, among: form.fields.filter { $0.isOn != nil }))
      }
      binding.wrappedValue.toggle()
      return []

    default:
      throw fail("'\(line.text)' means nothing on this screen, '\(header.titles.last?.plainText ?? "")'")
    }
  }

  private func noField(_ name: String, among fields: [FormPage.Field]) -> String {
    fields.isEmpty
      ? "there is no field '\(name)' on this screen, nor another one of its kind"
      : "there is no field '\(name)' on this screen; \(advice(for: name, among: fields.map(\.name), called: "fields"))"
  }
}
