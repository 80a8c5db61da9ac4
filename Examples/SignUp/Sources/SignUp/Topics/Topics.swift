public import Counterpoint

/// The third screen: what the user wants to hear about.
@Reducer
public struct Topics {
  /// The state of the screen.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The entered data, shared with other screens.
    public var draft: SignUpDraft
    /// The topic that the user looks at.
    public var focus: Topic?
    /// Whether the user has tried to go on: only then are they told what is wrong.
    public var showsProblems: Bool

    /// Makes a state.
    public init(draft: SignUpDraft, focus: Topic? = Topic.allCases.first, showsProblems: Bool = false) {
      self.draft = draft
      self.focus = focus
      self.showsProblems = showsProblems
    }

    /// The message for the topics; `nil` if there is none.
    public var problem: String? {
      showsProblems ? draft.problem(with: .topics) : nil
    }
  }

  /// The actions of the screen.
  public enum Action: BindableAction, Codable, Equatable, Sendable {
    /// Something was chosen.
    case binding(BindingAction<State>)
    /// The user is done here.
    case nextButtonTapped
    /// An action for the parent.
    case delegate(Delegate)

    /// The actions for the parent.
    @CasePathable
    public enum Delegate: Codable, Equatable, Sendable {
      /// A topic at least is chosen.
      case finished
    }
  }

  /// Makes the feature.
  public init() {}

  /// Takes what is chosen, and does not let nothing pass.
  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .nextButtonTapped:
        guard state.draft.problem(with: .topics) != nil else { return .send(.delegate(.finished)) }
        state.showsProblems = true
        return .none

      case .binding, .delegate:
        return .none
      }
    }
  }
}
