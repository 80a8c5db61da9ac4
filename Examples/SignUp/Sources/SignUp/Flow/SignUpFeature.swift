public import Counterpoint

/// Signing up, screen by screen, without a platform.
@Reducer
public struct SignUpFeature {
  /// The state of the whole flow.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The account that was made last, until another one is begun.
    public var account: Account?
    /// The question whether to throw away what was entered.
    @Presents public var dialog: ConfirmationDialogState<Action.Dialog>?
    /// The entered data, with which a pushed screen begins.
    public var draft: SignUpDraft
    /// The screens above the first one.
    public var path: StackState<Path.State>

    /// Makes a state.
    public init(
      account: Account? = nil,
      dialog: ConfirmationDialogState<Action.Dialog>? = nil,
      draft: SignUpDraft = SignUpDraft(),
      path: StackState<Path.State> = StackState<Path.State>()
    ) {
      self.account = account
      self.dialog = dialog
      self.draft = draft
      self.path = path
    }
  }

  /// The actions of the flow.
  public enum Action: Codable, Equatable, Sendable {
    /// Leave the flow.
    case cancelButtonTapped
    /// On the question whether to.
    case dialog(PresentationAction<Dialog>)
    /// On the screens.
    case path(StackActionOf<Path>)
    /// Begin, or go on where the user had gone back to the start.
    case startButtonTapped

    /// The user's answers.
    @CasePathable
    public enum Dialog: Codable, Equatable, Sendable {
      /// Throw away what was entered.
      case discardButtonTapped
    }
  }

  /// Makes the feature.
  public init() {}

  /// Leads from screen to screen.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        guard state.path.isEmpty else { return .none }
        state.account = nil
        state.path.append(.basics(Basics.State(draft: state.draft)))

      case .cancelButtonTapped:
        if state.draft == SignUpDraft() {
          state.path.removeAll()
        } else {
          state.dialog = .discard
        }

      case .dialog(.presented(.discardButtonTapped)):
        leave(&state)

      case .path(.element(_, .basics(.delegate(.finished)))):
        state.path.append(.personalInfo(PersonalInfo.State(draft: state.draft)))

      case .path(.element(_, .personalInfo(.delegate(.finished)))):
        state.path.append(.topics(Topics.State(draft: state.draft)))

      case .path(.element(_, .topics(.delegate(.finished)))):
        state.path.append(.summary(Summary.State(draft: state.draft)))

      case .path(.element(_, .summary(.delegate(.signedUp(let account))))):
        leave(&state)
        // The user may have begun to cancel while the account was being created.
        state.dialog = nil
        state.account = account

      case .dialog, .path:
        break
      }
      return .none
    }
    .ifLet(\.$dialog, action: \.dialog)
    .forEach(\.path, action: \.path)
    DraftSharing()
  }

  private func leave(_ state: inout State) {
    state.path.removeAll()
    state.draft = SignUpDraft()
  }
}

extension ConfirmationDialogState<SignUpFeature.Action.Dialog> {
  /// Asks whether to throw away what was entered.
  static var discard: Self {
    Self(titleVisibility: .visible) {
      TextState("Stop signing up?")
    } actions: {
      ButtonState(role: .destructive, action: .discardButtonTapped) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Keep going") }
    } message: {
      TextState("What you have entered will be lost.")
    }
  }
}
