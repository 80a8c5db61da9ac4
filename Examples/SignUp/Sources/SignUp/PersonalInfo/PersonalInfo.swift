public import Counterpoint
import Foundation

/// The second screen: the user's name, phone number and picture.
@Reducer
public struct PersonalInfo {
  /// The fields of this screen, from top to bottom.
  public static let fields: [SignUpField] = [.name, .phone, .picture]

  /// The state of the screen.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The entered data, shared with other screens.
    public var draft: SignUpDraft
    /// The field that the user writes in.
    public var focus: SignUpField?
    /// Whether the user has tried to go on: only then are they told what is wrong.
    public var showsProblems: Bool
    /// The path of a picture, where the user enters paths. It is read when the user goes on.
    public var picturePath: String
    /// The step after the check of the offered file; `nil` if no check is running.
    public var pictureCheck: PictureCheck?
    /// The reason why the last offered file is not the picture.
    public var pictureProblem: String?

    /// Makes a state.
    public init(
      draft: SignUpDraft,
      focus: SignUpField? = .name,
      showsProblems: Bool = false,
      picturePath: String = "",
      pictureCheck: PictureCheck? = nil,
      pictureProblem: String? = nil
    ) {
      self.draft = draft
      self.focus = focus
      self.showsProblems = showsProblems
      self.picturePath = picturePath
      self.pictureCheck = pictureCheck
      self.pictureProblem = pictureProblem
    }

    /// Returns the message for a field; `nil` if there is none.
    public func problem(with field: SignUpField) -> String? {
      if field == .picture { return pictureProblem }
      return showsProblems ? draft.problem(with: field) : nil
    }
  }

  /// The step after the check of a file.
  public enum PictureCheck: String, Codable, Sendable {
    /// The user stays on this screen.
    case staying
    /// The user has tried to go on, and does so if nothing is wrong.
    case goingOn
  }

  /// The actions of the screen.
  public enum Action: BindableAction, Codable, Equatable, Sendable {
    /// Something was entered.
    case binding(BindingAction<State>)
    /// The user is done here.
    case nextButtonTapped
    /// The user offers a file as a picture.
    case pictureChosen(OfferedFile)
    /// The file is a picture.
    case pictureAccepted(Picture)
    /// The file is not the picture.
    case pictureRefused(reason: String)
    /// The user wants no picture.
    case removePictureButtonTapped
    /// An action for the parent.
    case delegate(Delegate)

    /// The actions for the parent.
    @CasePathable
    public enum Delegate: Codable, Equatable, Sendable {
      /// All fields are as they should be.
      case finished
    }
  }

  @Dependency(\.pictures) private var pictures

  private enum CancelID {
    case check
  }

  /// Makes the feature.
  public init() {}

  /// Takes what is entered, and lets nothing wrong pass.
  ///
  /// A file is checked in an effect. A user that goes on meanwhile waits for the result, because it may be a problem.
  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.picturePath):
        state.pictureProblem = nil
        return .none

      case .nextButtonTapped:
        if state.pictureCheck != nil {
          state.pictureCheck = .goingOn
          return .none
        }
        guard state.picturePath.allSatisfy(\.isWhitespace) else {
          return check(OfferedFile(path: state.picturePath), then: .goingOn, &state)
        }
        return goOn(&state)

      case .pictureChosen(let file):
        return check(file, then: .staying, &state)

      case .pictureAccepted(let picture):
        let check = state.pictureCheck
        state.pictureCheck = nil
        state.picturePath = ""
        state.draft.picture = picture
        return check == .goingOn ? goOn(&state) : .none

      case .pictureRefused(let reason):
        if state.pictureCheck == .goingOn {
          state.showsProblems = true
          state.focus = state.draft.firstInvalid(of: Self.fields) ?? .picture
        }
        state.pictureCheck = nil
        state.pictureProblem = reason
        return .none

      case .removePictureButtonTapped:
        state.draft.picture = nil
        state.pictureCheck = nil
        state.picturePath = ""
        state.pictureProblem = nil
        return .cancel(id: CancelID.check)

      case .binding, .delegate:
        return .none
      }
    }
  }

  /// Continues with the next screen, or shows the problems.
  private func goOn(_ state: inout State) -> Effect<Action> {
    guard let invalid = state.draft.firstInvalid(of: Self.fields) else {
      // The refused file was dropped, and the picture is optional.
      state.pictureProblem = nil
      return .send(.delegate(.finished))
    }
    state.showsProblems = true
    state.focus = invalid
    return .none
  }

  private func check(_ file: OfferedFile, then next: PictureCheck, _ state: inout State) -> Effect<Action> {
    state.pictureCheck = next
    state.pictureProblem = nil
    return .run { [pictures] send in
      await send(.pictureAccepted(try await pictures.add(file)))
    } catch: { error, send in
      await send(.pictureRefused(reason: error.localizedDescription))
    }
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }
}
