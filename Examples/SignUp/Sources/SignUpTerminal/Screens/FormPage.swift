import Counterpoint
import CounterpointTerminal
import SignUp

/// A screen on which something is entered, whatever tells its fields apart.
struct FormPage {
  /// A field as a script finds it.
  struct Field {
    let name: String
    let text: UIBinding<String>?
    let isOn: UIBinding<Bool>?
  }

  let title: String
  /// The text above the fields.
  let introduction: String
  let fields: [Field]
  let screen: (TerminalSize) -> Screen
  /// Returns whether the form handles the event.
  let handle: (TerminalEvent) -> Bool
  /// Goes on to the next screen, or says what is wrong.
  let finish: () -> StoreTask

  init<ID: Hashable & Sendable & RawRepresentable<String>>(
    _ title: String,
    introduction: String,
    form: Form<ID>,
    finish: @escaping () -> StoreTask
  ) {
    self.title = title
    self.introduction = introduction
    self.fields = form.fields.map { Field(name: $0.id.rawValue, text: $0.text, isOn: $0.isOn) }
    self.screen = form.screen
    self.handle = { form.handle($0) != nil }
    self.finish = finish
  }
}
