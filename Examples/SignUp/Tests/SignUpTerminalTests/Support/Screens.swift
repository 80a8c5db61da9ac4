import Counterpoint
import CounterpointTerminal
import SignUp
import SignUpTerminal

/// A flow on a terminal, as a person types on it.
@MainActor
struct Person {
  let store: StoreOf<SignUpFeature>
  let screen: SignUpScreen

  init(
    _ state: SignUpFeature.State = SignUpFeature.State(),
    signUp: SignUpClient = .inMemory(),
    pictures: PictureClient = .liveValue
  ) {
    store = Store(initialState: state) {
      SignUpFeature()
    } withDependencies: {
      $0.signUp = signUp
      $0.pictures = pictures
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

  /// Waits until the picture is checked.
  func waitForPicture() async {
    _ = await store.states.first { state in
      if case .personalInfo(let form) = state.path.last { form.pictureCheck == nil } else { true }
    }
  }

  /// Enters all, up to the field of the picture.
  func goToPicture() {
    press(.enter)
    type("blob@example.org")
    press(.enter)
    type("correct horse")
    press(.enter)
    type("Blob")
    press(.tab)
    type("555 010 0199")
    press(.enter)
  }

  /// Enters all, up to the summary.
  func goToSummary() {
    goToPicture()
    press(.enter, " ", .down, .down, .down, " ", .enter)
  }
}
