import CounterpointHTML
import SignUp

/// The first page: an invitation, or the account that was created.
public enum StartSection {
  /// Exactly what the page shows.
  public struct State: Equatable, Sendable {
    /// The sentences of the page.
    public let lines: [String]
    /// The title of the button.
    public let buttonTitle: String
  }
}

extension StartSection.State {
  /// Creates the page's state from the flow's.
  init(_ flow: SignUpFeature.State) {
    lines =
      flow.account.map { ["Welcome, \($0.name).", "You have an account for \($0.email)."] }
      ?? ["An account in three steps."]
    guard flow.draft == SignUpDraft() else {
      buttonTitle = "Go on"
      return
    }
    buttonTitle = flow.account == nil ? "Start" : "Another account"
  }

  @HTMLBuilder var section: [HTML] {
    Element(.div, .id("welcome"), .role("status")) {
      for line in lines { Element(.p) { line } }
    }
    Element.button(SignUpPage.Action.startButtonClicked) { buttonTitle }
  }
}
