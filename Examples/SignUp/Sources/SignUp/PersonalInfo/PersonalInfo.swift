public import Counterpoint

/// The second screen: who the user is.
@Reducer
public struct PersonalInfo {
  /// What is entered on this screen, from top to bottom.
  public static let fields: [SignUpField] = [.name, .phone]

  /// What the screen knows.
  @ObservableState
  public struct State: Equatable, Sendable {
    /// What has been entered, here and on other screens.
    public var draft: SignUpDraft
    /// The field that the user writes in.
    public var focus: SignUpField?
    /// Whether the user has tried to go on: only then are they told what is wrong.
    public var showsProblems: Bool

    /// Makes a state.
    public init(draft: SignUpDraft, focus: SignUpField? = .name, showsProblems: Bool = false) {
      self.draft = draft
      self.focus = focus
      self.showsProblems = showsProblems
    }

    /// What the user is told about a field, `nil` for nothing.
    public func problem(with field: SignUpField) -> String? {
      showsProblems ? draft.problem(with: field) : nil
    }
  }

  /// What can happen on the screen.
  public enum Action: BindableAction, Equatable, Sendable {
    /// Something was entered.
    case binding(BindingAction<State>)
    /// The user is done here.
    case nextButtonTapped
    /// For who shows the screen.
    case delegate(Delegate)

    /// What who shows the screen should know.
    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// All fields are as they should be.
      case finished
    }
  }

  /// Makes the feature.
  public init() {}

  /// Takes what is entered, and lets nothing wrong pass.
  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .nextButtonTapped:
        guard let invalid = state.draft.firstInvalid(of: Self.fields) else { return .send(.delegate(.finished)) }
        state.showsProblems = true
        state.focus = invalid
        return .none

      case .binding, .delegate:
        return .none
      }
    }
  }
}
