public import Counterpoint

/// Signing in with an email address and a password.
@Reducer
public struct SignIn {
  /// The state of the form.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The typed email address.
    public var email: String
    /// The typed password, until the form is sent.
    public var password: Password
    /// Whether the password is being compared.
    public var isBusy: Bool
    /// The reason why the last attempt has failed; empty if there is none.
    public var problem: String

    /// Creates a state.
    public init(email: String = "", password: Password = Password(), isBusy: Bool = false, problem: String = "") {
      self.email = email
      self.password = password
      self.isBusy = isBusy
      self.problem = problem
    }
  }

  /// The actions of the form.
  public enum Action: Codable, Equatable, Sendable {
    case emailChanged(String)
    case passwordChanged(Password)
    case submitButtonClicked
    case answered(AccountAnswer)
  }

  @Dependency(\.accounts) private var accounts
  @Dependency(\.memberSession) private var session

  /// Creates the feature.
  public init() {}

  /// One attempt at a time.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .emailChanged(let email):
        state.email = String(email.prefix(254))
      case .passwordChanged(let password):
        state.password = password
      case .submitButtonClicked:
        guard !state.isBusy else { break }
        let (email, password) = (state.email, state.password)
        state.password = Password()
        guard !email.isEmpty, !password.text.isEmpty else {
          state.problem = "Enter your email address and your password."
          break
        }
        state.isBusy = true
        state.problem = ""
        // The response to this request sets the new cookie, so an identifier that an attacker has planted is of no use.
        session.renew()
        return .run { [accounts, address = session.address()] send in
          await send(.answered(await accounts.signIn(email, password, address)))
        }
      case .answered(let answer):
        state.isBusy = false
        state.problem = answer.problem
      }
      return .none
    }
  }
}
