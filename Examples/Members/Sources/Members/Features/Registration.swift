public import Counterpoint

/// Creating an account with an email address and a password.
@Reducer
public struct Registration {
  /// The state of the form.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The typed email address.
    public var email: String
    /// The typed password, until the form is sent.
    public var password: Password
    /// The password, typed again.
    public var repeated: Password
    /// Whether the account is being created.
    public var isBusy: Bool
    /// The problem with the email address; empty if there is none.
    public var emailProblem: String
    /// The problem with the password; empty if there is none.
    public var passwordProblem: String
    /// The problem with the second password; empty if there is none.
    public var repeatedProblem: String

    /// Creates a state.
    public init(email: String = "") {
      self.email = email
      password = Password()
      repeated = Password()
      isBusy = false
      emailProblem = ""
      passwordProblem = ""
      repeatedProblem = ""
    }

    var hasProblem: Bool { !(emailProblem.isEmpty && passwordProblem.isEmpty && repeatedProblem.isEmpty) }
  }

  /// The actions of the form.
  public enum Action: Codable, Equatable, Sendable {
    case emailChanged(String)
    case passwordChanged(Password)
    case repeatedChanged(Password)
    case submitButtonClicked
    case answered(AccountAnswer)
  }

  @Dependency(\.accounts) private var accounts
  @Dependency(\.memberSession) private var session

  /// Creates the feature.
  public init() {}

  /// One registration at a time.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .emailChanged(let email):
        state.email = String(email.prefix(254))
      case .passwordChanged(let password):
        state.password = password
      case .repeatedChanged(let password):
        state.repeated = password
      case .submitButtonClicked:
        guard !state.isBusy else { break }
        let (email, password, repeated) = (state.email, state.password, state.repeated)
        state.password = Password()
        state.repeated = Password()
        state.emailProblem = EmailAddress.normalized(email) == nil ? "Enter an address such as blob@example.org." : ""
        state.passwordProblem = password.problem ?? ""
        state.repeatedProblem = password == repeated ? "" : "The passwords differ."
        guard !state.hasProblem else { break }
        state.isBusy = true
        session.renew()
        return .run { [accounts, address = session.address()] send in
          await send(.answered(await accounts.register(email, password, address)))
        }
      case .answered(let answer):
        state.isBusy = false
        state.emailProblem = answer.problem
      }
      return .none
    }
  }
}
