public import Counterpoint
public import CounterpointRecording
public import SignUp

/// The flow with a feature that only the web needs: a page leads to its screen, wherever the visitor comes from.
@Reducer
public struct WebFeature {
  /// The state of the site's program.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The flow.
    public var flow: SignUpFeature.State

    /// Creates a state.
    public init(flow: SignUpFeature.State = SignUpFeature.State()) {
      self.flow = flow
    }
  }

  /// The actions of the site's program.
  public enum Action: Codable, Equatable, Sendable {
    /// An action of the flow.
    case flow(SignUpFeature.Action)
    /// A visitor's action on the page.
    case page(SignUpPage.Action)
  }

  /// Creates the feature.
  public init() {}

  /// Converts the actions of the page to those of the screen at the top.
  public var body: some ReducerOf<Self> {
    Scope(\.flow, action: \.flow) {
      SignUpFeature()
    }
    Reduce { state, action in
      guard case .page(let action) = action, let action = state.flow.action(for: action) else { return .none }
      return .send(.flow(action))
    }
  }
}

extension SignUpFeature.State {
  /// Returns the flow's action for one of the page; `nil` if the screen at the top has no such action.
  fileprivate mutating func action(for action: SignUpPage.Action) -> SignUpFeature.Action? {
    switch action {
    case .opened(let route): return open(route)
    case .startButtonClicked: return .startButtonTapped
    case .cancelButtonClicked: return .cancelButtonTapped
    case .submitButtonClicked: return self.action(Summary.Action.submitButtonTapped)
    case .nextButtonClicked:
      return self.action(Basics.Action.nextButtonTapped) ?? self.action(PersonalInfo.Action.nextButtonTapped)
        ?? self.action(Topics.Action.nextButtonTapped)

    case .dialogButtonClicked(let button): return .dialog(button.map { .presented($0) } ?? .dismiss)
    case .alertButtonClicked(let button):
      return self.action(Summary.Action.destination(button.map { .presented(.alert($0)) } ?? .dismiss))

    case .emailEntered(let text): return self.action(Basics.Action.set(\.draft.email, text))
    case .passwordEntered(let password):
      // The page never has the password, so an empty field stands for the one that was entered before.
      return password.text.isEmpty ? nil : self.action(Basics.Action.set(\.draft.password, password.text))
    case .nameEntered(let text): return self.action(PersonalInfo.Action.set(\.draft.name, text))
    case .phoneEntered(let text): return self.action(PersonalInfo.Action.set(\.draft.phone, text))
    case .pictureChosen(let upload):
      return upload.flatMap { self.action(PersonalInfo.Action.pictureChosen(OfferedFile($0))) }
    case .removePictureButtonClicked: return self.action(PersonalInfo.Action.removePictureButtonTapped)
    case .topicToggled(let topic, let isOn):
      guard case .topics(let form) = form else { return nil }
      var topics = form.draft.topics
      topics[contains: topic] = isOn
      return self.action(Topics.Action.set(\.draft.topics, topics))
    }
  }
}

/// A password on its way from the page to the flow. ``Redaction/signUp`` keeps it out of recordings.
public struct EnteredPassword: Codable, Equatable, Sendable {
  /// The password.
  public var text: String

  /// Creates a value.
  public init(_ text: String) { self.text = text }
}

extension Redaction {
  /// Replaces the passwords of the flow, and those on their way to it, by as many letters `x`.
  public static var signUp: Self {
    Redaction()
      .redact(\SignUpDraft.password) { String(repeating: "x", count: $0.count) }
      .redact(\EnteredPassword.text) { String(repeating: "x", count: $0.count) }
  }
}
