public import Counterpoint
public import CounterpointHTML
public import CounterpointSessions
public import SignUp

/// The flow in a browser: a page for each screen.
public enum SignUpPage {
  /// Exactly what is shown. It has no password.
  public struct State: Equatable, Sendable {
    /// The address of the page.
    public let route: SignUpRoute
    /// The content of the page.
    public let content: Content
    /// The question or the alert in front of the page; `nil` for none.
    public let prompt: PromptDialog.State?
  }

  /// The content of a page.
  public enum Content: Equatable, Sendable {
    case start(StartSection.State)
    case form(FormSection.State)
    case summary(SummarySection.State)
  }

  /// Exactly what a visitor can do.
  public enum Action: Codable, Equatable, Sendable {
    case opened(SignUpRoute)
    case startButtonClicked
    case nextButtonClicked
    case cancelButtonClicked
    case submitButtonClicked
    /// A button of the question; `nil` closes it.
    case dialogButtonClicked(SignUpFeature.Action.Dialog?)
    /// A button of the alert; `nil` closes it.
    case alertButtonClicked(Summary.Destination.Alert?)
    case emailEntered(String)
    case passwordEntered(EnteredPassword)
    case nameEntered(String)
    case phoneEntered(String)
    case pictureChosen(UploadedFile?)
    case removePictureButtonClicked
    case topicToggled(Topic, Bool)
  }
}

extension SignUpPage.State {
  /// Creates the page's state from the program's.
  public init(state: WebFeature.State) {
    let flow = state.flow
    route = flow.route
    prompt = PromptDialog.State(flow)
    if let form = flow.form {
      content = .form(FormSection.State(form))
    } else if case .summary(let summary) = flow.path.last {
      content = .summary(SummarySection.State(summary))
    } else {
      content = .start(StartSection.State(flow))
    }
  }

  /// Whether the account is being created.
  public var isSubmitting: Bool {
    if case .summary(let summary) = content { summary.isSubmitting } else { false }
  }

  /// Whether a file is being checked.
  public var isCheckingPicture: Bool {
    if case .form(.personalInfo(_, _, _, _, let picture)) = content { picture.isChecking } else { false }
  }

  /// The title in the browser's title bar.
  public var title: String {
    route == .start ? "Sign up" : "\(route.title) – Sign up"
  }
}

extension StoreOf<WebFeature> {
  /// The program as a page shows it.
  public var page: ViewStore<SignUpPage.State, SignUpPage.Action> {
    view(state: SignUpPage.State.init(state:), action: WebFeature.Action.page)
  }
}

extension SignUpPage.State {
  /// The page: a pure value.
  public var html: [HTML] {
    CounterpointHTML.html {
      Element(.div, .id("program"), .inert(prompt != nil)) {
        if let previous = route.previous {
          Element(.nav, .label("Steps"), key: "steps") {
            if isSubmitting {
              Element(.span) { "Back" }
            } else {
              Element.link(to: previous, in: SignUpRoute.routes) { "Back" }
            }
          }
        }
        Element(.main) {
          Element(.h1) { route.title }
          switch content {
          case .start(let state): state.section
          case .form(let state): state.section
          case .summary(let state): state.section
          }
        }
      }
      prompt?.element
    }
  }
}
