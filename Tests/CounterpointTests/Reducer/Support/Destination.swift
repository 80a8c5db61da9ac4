import Counterpoint

/// A name space for features that other tests may have too.
enum Screens {}

extension Screens {
  /// Every kind of case that an enum with `@Reducer` can have.
  @Reducer
  enum Destination {
    case counter(Counting)
    case stepper(Counting = Counting(step: 10)), again(item: Counting)
    case settings(Settings.Body = Settings.body)
    case alert(AlertState<Answer>)
    @ReducerCaseEphemeral case question(Question)
    @ReducerCaseIgnored case document(Document)
    case pair(Int, name: Self.Name = "")
    case list([Int])
    case nothing

    typealias Name = String
  }

  /// An enum of reducers in another one.
  @Reducer
  enum Settings {
    case sound(Counting = Counting(step: 100))
    case `default`(Counting)
  }

  @Reducer
  struct Counting {
    var step = 1

    @ObservableState
    struct State: Equatable {
      var count = 0
    }

    enum Action: Equatable {
      case increment
      case incrementLater
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment:
          state.count += step
          return .none
        case .incrementLater:
          return .send(.increment)
        }
      }
    }
  }

  /// A prompt that goes by another name.
  typealias Question = ConfirmationDialogState<Answer>

  @CasePathable
  enum Answer: Equatable {
    case yes, no
  }

  struct Document: Equatable {
    var title: String
  }

  /// Presents destinations: one in an optional, one above all, and many in a stack.
  @Reducer
  struct Presenter {
    @ObservableState
    struct State {
      var destination = Destination.State.nothing
      @Presents var sheet: Destination.State?
      var path = StackState<Destination.State>()
    }

    enum Action {
      case destination(Destination.Action)
      case sheet(PresentationAction<Destination.Action>)
      case path(StackActionOf<Destination>)
      case show(Destination.State)
      case present(Destination.State)
      case replace(StackElementID, Destination.State)
    }

    var body: some ReducerOf<Self> {
      Scope(\.destination, action: \.destination) { Destination.body }
      Reduce { state, action in
        switch action {
        case .show(let destination):
          state.destination = destination
        case .present(let destination):
          state.sheet = destination
        case .replace(let id, let destination):
          state.path[id: id] = destination
        case \.destination.question.yes:
          state.destination = .list([1])
        case .destination, .sheet, .path:
          break
        }
        return .none
      }
      .ifLet(\.$sheet, action: \.sheet)
      .forEach(\.path, action: \.path)
    }
  }
}

extension Screens.Destination.State: Equatable {}
extension Screens.Settings.State: Equatable {}
