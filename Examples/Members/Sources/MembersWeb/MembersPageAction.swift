import Counterpoint
import CounterpointSessions
public import Members

/// Exactly what a visitor can do.
public enum MembersPageAction: Codable, Equatable, Sendable {
  case opened(MembersRoute)
  case emailTyped(String)
  case passwordTyped(Password)
  case signInButtonClicked
  case newEmailTyped(String)
  case newPasswordTyped(Password)
  case repeatedPasswordTyped(Password)
  case registerButtonClicked
  case oldPasswordTyped(Password)
  case otherPasswordTyped(Password)
  case changePasswordButtonClicked
  case signOutButtonClicked
  case signOutEverywhereButtonClicked

  /// The fields of all forms. Those of passwords are always empty on a page.
  static func fields(_ store: ViewStore<MembersFeature.State, Self>) -> [WebField] {
    func password(_ name: String, _ action: @escaping @Sendable (Password) -> Self) -> WebField {
      WebField(name, store.binding(get: { _ in "" }, send: { action(Password($0)) }))
    }
    return [
      WebField("email", store.binding(get: \.signIn.email, send: Self.emailTyped)),
      password("password", Self.passwordTyped),
      WebField("new-email", store.binding(get: \.registration.email, send: Self.newEmailTyped)),
      password("new-password", Self.newPasswordTyped),
      password("repeated-password", Self.repeatedPasswordTyped),
      password("old-password", Self.oldPasswordTyped),
      password("other-password", Self.otherPasswordTyped),
    ]
  }
}

extension MembersFeature.Action {
  /// Converts a visitor's action to the feature's.
  init(_ action: MembersPageAction) {
    switch action {
    case .opened(let route): self = .opened(route)
    case .emailTyped(let email): self = .signIn(.emailChanged(email))
    case .passwordTyped(let password): self = .signIn(.passwordChanged(password))
    case .signInButtonClicked: self = .signIn(.submitButtonClicked)
    case .newEmailTyped(let email): self = .registration(.emailChanged(email))
    case .newPasswordTyped(let password): self = .registration(.passwordChanged(password))
    case .repeatedPasswordTyped(let password): self = .registration(.repeatedChanged(password))
    case .registerButtonClicked: self = .registration(.submitButtonClicked)
    case .oldPasswordTyped(let password): self = .account(.oldChanged(password))
    case .otherPasswordTyped(let password): self = .account(.newChanged(password))
    case .changePasswordButtonClicked: self = .account(.submitButtonClicked)
    case .signOutButtonClicked: self = .signOutButtonClicked
    case .signOutEverywhereButtonClicked: self = .signOutEverywhereButtonClicked
    }
  }
}
