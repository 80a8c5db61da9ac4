public import Counterpoint

/// The second screen: the user's name and phone number.
@Reducer
public struct PersonalInfo {
  /// The fields of this screen, from top to bottom.
  public static let fields: [SignUpField] = [.name, .phone]

  /// The state of the screen.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The entered data, shared with other screens.
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

    /// Returns the message for a field; `nil` if there is none.
    public func problem(with field: SignUpField) -> String? {
      showsProblems ? draft.problem(with: field) : nil
    }
  }

  /// The actions of the screen.
  public enum Action: BindableAction, Codable, Equatable, Sendable {
    /// Something was entered.
    case binding(BindingAction<State>)
    /// The user is done here.
    case nextButtonTapped
    /// An action for the parent.
    case delegate(Delegate)

    /// The actions for the parent.
    @CasePathable
    public enum Delegate: Codable, Equatable, Sendable {
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
