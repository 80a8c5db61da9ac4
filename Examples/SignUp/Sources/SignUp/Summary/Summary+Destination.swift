public import Counterpoint

extension Summary {
  /// The features presented by the summary: a screen of the flow, or an alert about a failure.
  @Reducer
  public enum Destination {
    case basics(Basics)
    case personalInfo(PersonalInfo)
    case topics(Topics)
    case alert(AlertState<Alert>)

    /// The user's choices after a failure.
    @CasePathable
    public enum Alert: Codable, Equatable, Sendable {
      /// Sign up once more.
      case tryAgainButtonTapped
    }
  }
}

extension Summary.Destination.State: Codable, Equatable, Sendable {}
extension Summary.Destination.Action: Codable, Equatable, Sendable {}

extension Summary.Destination.State {
  /// A screen that changes a part of a draft.
  init(editing part: SummaryPart, of draft: SignUpDraft) {
    switch part {
    case .basics: self = .basics(Basics.State(draft: draft))
    case .personalInfo: self = .personalInfo(PersonalInfo.State(draft: draft))
    case .topics: self = .topics(Topics.State(draft: draft))
    }
  }

  /// The draft as it is being changed, `nil` if nothing is.
  var draft: SignUpDraft? {
    switch self {
    case .basics(let state): state.draft
    case .personalInfo(let state): state.draft
    case .topics(let state): state.draft
    case .alert: nil
    }
  }

  /// Tells why signing up has failed.
  static func failure(_ reason: String) -> Self {
    .alert(
      AlertState {
        TextState("You are not signed up")
      } actions: {
        ButtonState(action: .tryAgainButtonTapped) { TextState("Try again") }
        ButtonState(role: .cancel) { TextState("OK") }
      } message: {
        TextState(reason)
      }
    )
  }
}
