import CounterpointHTML
public import SignUp

/// The page of a form.
public enum FormSection {
  /// Exactly what the page shows. It has no password.
  public enum State: Equatable, Sendable {
    case basics(email: String, emailProblem: String?, hasPassword: Bool, passwordProblem: String?)
    case personalInfo(
      name: String,
      nameProblem: String?,
      phone: String,
      phoneProblem: String?,
      picture: PictureSection.State
    )
    case topics(Set<Topic>, problem: String?)
  }
}

extension FormSection.State {
  /// Creates the page's state from that of the screen.
  init(_ form: SignUpFeature.State.Form) {
    switch form {
    case .basics(let state):
      self = .basics(
        email: state.draft.email,
        emailProblem: state.problem(with: .email),
        hasPassword: !state.draft.password.isEmpty,
        passwordProblem: state.problem(with: .password)
      )
    case .personalInfo(let state):
      self = .personalInfo(
        name: state.draft.name,
        nameProblem: state.problem(with: .name),
        phone: state.draft.phone,
        phoneProblem: state.problem(with: .phone),
        picture: PictureSection.State(state)
      )
    case .topics(let state): self = .topics(state.draft.topics, problem: state.problem)
    }
  }

  var section: Element {
    Element.form(submit: SignUpPage.Action.nextButtonClicked, .flag("novalidate")) {
      switch self {
      case .basics(let email, let emailProblem, let hasPassword, let passwordProblem):
        Element.field("email", label: "Email", .text(email, .email), problem: emailProblem, .autocomplete("email"))
        Element.field(
          "password",
          label: "Password",
          .password(),
          hint: hasPassword ? "Leave it empty to keep the entered one." : nil,
          problem: passwordProblem,
          .autocomplete("new-password")
        )
      case .personalInfo(let name, let nameProblem, let phone, let phoneProblem, let picture):
        Element.field("name", label: "Name", .text(name), problem: nameProblem, .autocomplete("name"))
        Element.field("phone", label: "Phone", .text(phone, .telephone), problem: phoneProblem, .autocomplete("tel"))
        picture.section
      case .topics(let topics, let problem):
        self.topics(topics, problem: problem)
      }
      Element.button(SignUpPage.Action.cancelButtonClicked) { "Cancel" }
      Element.button(SignUpPage.Action.nextButtonClicked) { "Next" }
    }
  }

  private func topics(_ topics: Set<Topic>, problem: String?) -> Element {
    Element(.fieldset, .class("field"), .aria("describedby", "topics-problem"), key: "topics") {
      Element(.legend) { "What do you want to hear about?" }
      for topic in Topic.allCases {
        Element(.div, .class("checkbox"), key: topic.rawValue) {
          Element.field(
            topic.rawValue,
            .checkbox(topics.contains(topic)),
            .id("topic-\(topic.rawValue)"),
            problem == nil ? .none : .aria("invalid", "true"),
            .aria("describedby", "topics-problem")
          )
          Element(.label, .for("topic-\(topic.rawValue)")) { topic.title }
        }
      }
      // A live region has to be on the page before its text.
      Element(.p, .id("topics-problem"), .class("problem"), .role("alert")) { problem ?? "" }
    }
  }
}
