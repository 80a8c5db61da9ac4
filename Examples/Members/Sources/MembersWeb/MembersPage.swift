public import CounterpointHTML
import CounterpointSessions
public import Members

extension MembersFeature.State {
  /// The title of the page.
  var title: String {
    switch route {
    case .home: "Welcome"
    case .page(.lounge): "Lounge"
    case .page(.account): "Account"
    case .signIn: "Sign in"
    case .register: "Register"
    }
  }

  /// The page: a pure value. It contains no password.
  public var page: [HTML] {
    html {
      navigation
      Element(.main) {
        Element(.h1) { title }
        content
        Element(.p, .id("status"), .role("status")) { isBusy ? "One moment…" : account.notice }
      }
    }
  }

  private var navigation: Element {
    Element(.nav, .label("Members")) {
      link(.home, "Welcome")
      link(.page(.lounge), "Lounge")
      if let member {
        link(.page(.account), "Account")
        Element(.span, .id("member")) { member.email }
        Element.button(MembersPageAction.signOutButtonClicked, .id("sign-out")) { "Sign out" }
      } else {
        link(.signIn(nil), "Sign in")
        link(.register(nil), "Register")
      }
    }
  }

  private func link(_ to: MembersRoute, _ text: String) -> Element {
    Element.link(to: to, in: MembersRoute.routes, key: text) { text }
  }

  @HTMLBuilder private var content: [HTML] {
    switch (route, member) {
    case (.page(.lounge), let member?):
      Element(.p) { "Only members read this page. You are \(member.email)." }
    case (.page(.account), _?):
      accountForm
      Element(.h2) { "Sessions" }
      Element(.p) { "Sign out in all browsers, for example if one was lost." }
      Element.button(MembersPageAction.signOutEverywhereButtonClicked, .id("sign-out-everywhere")) {
        "Sign out everywhere"
      }
    case (.signIn(let page), _):
      signInForm
      Element(.p) {
        "No account? "
        link(.register(page), "Create one")
      }
    case (.register, _):
      registrationForm
    case (.home, _), (.page, nil):
      Element(.p) { "This page is for all visitors. The lounge is for members." }
    }
  }

  private var signInForm: Element {
    Element.form(submit: MembersPageAction.signInButtonClicked, .id("sign-in"), .class("card")) {
      Element.field("email", label: "Email", .text(signIn.email, .email), sends: .onSubmit, .autocomplete("username"))
      Self.password("password", "Password", problem: signIn.problem, .autocomplete("current-password"))
      Element.button(MembersPageAction.signInButtonClicked, .disabled(signIn.isBusy)) { "Sign in" }
    }
  }

  private var registrationForm: Element {
    Element.form(submit: MembersPageAction.registerButtonClicked, .id("register"), .class("card")) {
      Element.field(
        "new-email",
        label: "Email",
        .text(registration.email, .email),
        problem: registration.emailProblem,
        sends: .onSubmit,
        .autocomplete("username")
      )
      Self.password(
        "new-password",
        "Password",
        hint: "At least \(Password.minimumLength) characters.",
        problem: registration.passwordProblem,
        .autocomplete("new-password")
      )
      Self.password(
        "repeated-password",
        "Password again",
        problem: registration.repeatedProblem,
        .autocomplete("new-password")
      )
      Element.button(MembersPageAction.registerButtonClicked, .disabled(registration.isBusy)) { "Register" }
    }
  }

  private var accountForm: Element {
    Element.form(submit: MembersPageAction.changePasswordButtonClicked, .id("change-password"), .class("card")) {
      Self.password(
        "old-password",
        "Present password",
        problem: account.oldProblem,
        .autocomplete("current-password")
      )
      Self.password(
        "other-password",
        "New password",
        hint: "At least \(Password.minimumLength) characters.",
        problem: account.newProblem,
        .autocomplete("new-password")
      )
      Element.button(MembersPageAction.changePasswordButtonClicked, .disabled(account.isBusy)) { "Change password" }
    }
  }

  /// A field whose value is never on the page.
  private static func password(
    _ name: String,
    _ label: String,
    hint: String? = nil,
    problem: String,
    _ attribute: Attribute
  ) -> Element {
    Element.field(name, label: label, .text("", .password), hint: hint, problem: problem, sends: .onSubmit, attribute)
  }
}

extension Attribute {
  fileprivate static func autocomplete(_ purpose: String) -> Self { Attribute("autocomplete", purpose) }
}
