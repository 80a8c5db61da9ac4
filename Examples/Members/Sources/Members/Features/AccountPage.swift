public import Counterpoint

/// The page on which a member changes the password.
@Reducer
public struct AccountPage {
  /// The state of the form.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The typed old password, until the form is sent.
    public var old: Password
    /// The typed new password, until the form is sent.
    public var new: Password
    /// Whether the password is being changed.
    public var isBusy: Bool
    /// The problem with the old password; empty if there is none.
    public var oldProblem: String
    /// The problem with the new password; empty if there is none.
    public var newProblem: String
    /// The text after a change.
    public var notice: String

    /// Creates a state.
    public init() {
      old = Password()
      new = Password()
      isBusy = false
      oldProblem = ""
      newProblem = ""
      notice = ""
    }
  }

  /// The actions of the form.
  public enum Action: Codable, Equatable, Sendable {
    case oldChanged(Password)
    case newChanged(Password)
    case submitButtonClicked
    /// The form is complete. The parent knows the member.
    case submitted(old: Password, new: Password)
    case answered(AccountAnswer)
  }

  /// Creates the feature.
  public init() {}

  /// One change at a time.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .oldChanged(let password):
        state.old = password
      case .newChanged(let password):
        state.new = password
      case .submitButtonClicked:
        guard !state.isBusy else { break }
        let (old, new) = (state.old, state.new)
        state.old = Password()
        state.new = Password()
        state.notice = ""
        state.oldProblem = old.text.isEmpty ? "Enter your password." : ""
        state.newProblem = new.problem ?? ""
        guard state.oldProblem.isEmpty, state.newProblem.isEmpty else { break }
        state.isBusy = true
        return .send(.submitted(old: old, new: new))
      case .submitted:
        break
      case .answered(let answer):
        state.isBusy = false
        state.oldProblem = answer == .wrong ? "The password is wrong." : answer.problem
        if case .signedIn = answer { state.notice = "The password is changed. All other sessions have ended." }
      }
      return .none
    }
  }
}
