import Counterpoint
import CounterpointTerminal
import SignUp
import SignUpTerminal

/// A flow on a terminal, as a person types on it.
@MainActor
struct Person {
  let store: StoreOf<SignUpFeature>
  let screen: SignUpScreen

  init(_ state: SignUpFeature.State = SignUpFeature.State(), signUp: SignUpClient = .inMemory()) {
    store = Store(initialState: state) {
      SignUpFeature()
    } withDependencies: {
      $0.signUp = signUp
    }
    screen = SignUpScreen(store: store)
  }

  /// - Returns: Whether the last key quits.
  @discardableResult
  func press(_ keys: Key...) -> Bool {
    keys.map { screen.command(for: .key($0)) }.last == .quit
  }

  func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  /// The visible text.
  var text: String { screen.screen(size: .standard).plainText(size: .standard) }

  /// Enters all, up to the summary.
  func goToSummary() {
    press(.enter)
    type("blob@example.org")
    press(.enter)
    type("correct horse")
    press(.enter)
    type("Blob")
    press(.tab)
    type("555 010 0199")
    press(.enter, " ", .down, .down, .down, " ", .enter)
  }
}
