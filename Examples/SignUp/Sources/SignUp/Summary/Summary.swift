public import Counterpoint
import Foundation

/// The last screen: all that was entered, to be looked at, changed, and sent.
@Reducer
public struct Summary {
  /// The state of the screen.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The feature presented over the summary.
    @Presents public var destination: Destination.State?
    /// The entered data.
    public var draft: SignUpDraft
    /// Whether the user is being signed up.
    public var isSubmitting: Bool

    /// Makes a state.
    public init(destination: Destination.State? = nil, draft: SignUpDraft, isSubmitting: Bool = false) {
      self.destination = destination
      self.draft = draft
      self.isSubmitting = isSubmitting
    }
  }

  /// The actions of the screen.
  public enum Action: Codable, Equatable, Sendable {
    /// On what is presented.
    case destination(PresentationAction<Destination.Action>)
    /// Change a part.
    case editButtonTapped(SummaryPart)
    /// Sign up.
    case submitButtonTapped
    /// The account could not be made.
    case submissionFailed(reason: String)
    /// The account is there.
    case submitted(Account)
    /// An action for the parent.
    case delegate(Delegate)

    /// The actions for the parent.
    @CasePathable
    public enum Delegate: Codable, Equatable, Sendable {
      /// The user has signed up.
      case signedUp(Account)
    }
  }

  @Dependency(\.signUp) private var signUp

  /// Makes the feature.
  public init() {}

  /// Changes what was entered, and sends it.
  ///
  /// A part is changed in a copy of the draft: going back leaves the draft as it was, and it is valid at any time.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editButtonTapped(let part):
        guard !state.isSubmitting else { return .none }
        state.destination = Destination.State(editing: part, of: state.draft)
        return .none

      case .destination(.presented(.basics(.delegate(.finished)))),
        .destination(.presented(.personalInfo(.delegate(.finished)))),
        .destination(.presented(.topics(.delegate(.finished)))):
        if let draft = state.destination?.draft { state.draft = draft }
        state.destination = nil
        return .none

      case .submitButtonTapped, .destination(.presented(.alert(.tryAgainButtonTapped))):
        guard !state.isSubmitting else { return .none }
        state.isSubmitting = true
        return submit(state.draft)

      case .submissionFailed(let reason):
        state.isSubmitting = false
        state.destination = .failure(reason)
        return .none

      case .submitted(let account):
        state.isSubmitting = false
        return .send(.delegate(.signedUp(account)))

      case .destination, .delegate:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  private func submit(_ draft: SignUpDraft) -> Effect<Action> {
    .run { [signUp] send in
      await send(.submitted(try await signUp.signUp(draft)))
    } catch: { error, send in
      await send(.submissionFailed(reason: error.localizedDescription))
    }
  }
}
