import Counterpoint

// Each feature here has one mistake in an effect.

final class Player {
  func play() {}
}

struct Client: Sendable {
  var load: @Sendable (Int) async throws -> String
  var names: @Sendable () -> AsyncStream<String>
}

extension DependencyValues {
  @DependencyEntry var loader = Client(load: { _ in "" }, names: { AsyncStream { nil } })
}

struct Unhashable: Sendable {}
final class NotSendableID: Hashable {
  static func == (lhs: NotSendableID, rhs: NotSendableID) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

enum Domain {
  @ObservableState
  struct State {
    var count = 0
    var text = ""
  }

  @CasePathable
  enum Action {
    case tap
    case loaded(String)
    case child(Child)

    enum Child { case close }
  }
}

@Reducer
struct NotSendableCapture {
  typealias State = Domain.State
  typealias Action = Domain.Action
  let player: Player
  var body: some ReducerOf<Self> {
    Reduce { [player] _, _ in
      .run { _ in player.play() }  // error: capture of 'player' with non-Sendable type 'Player' in a '@Sendable' closur
    }
  }
}

@Reducer
struct MissingAwait {
  typealias State = Domain.State
  typealias Action = Domain.Action
  @Dependency(\.loader) var loader
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .run { [loader] send in
        let text = try loader.load(1)  // error: expression is 'async' but is not marked with 'await'
        await send(.loaded(text))
      }
    }
  }
}

@Reducer
struct MissingTry {
  typealias State = Domain.State
  typealias Action = Domain.Action
  @Dependency(\.loader) var loader
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .run { [loader] send in
        let text = await loader.load(1)  // error: call can throw, but it is not marked with 'try' and the error is not
        await send(.loaded(text))
      }
    }
  }
}

@Reducer
struct EffectInsideAnEffect {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .run { _ in
        return .send(.tap)  // error: value of tuple type 'Void' has no m // error: cannot infer contextual base in ref
      }
    }
  }
}

@Reducer
struct ActionInPlaceOfAnEffect {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      return .tap  // error: type 'Effect<ActionInPlaceOfAnEffect.Action>'
    }
  }
}

@Reducer
struct ActionInAMerge {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .merge(.send(.tap), .loaded(""))  // error: type 'Effect<ActionInAMerge.Action>'
    }
  }
}

@Reducer
struct IDIsNotHashable {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .run { _ in }.cancellable(id: Unhashable())  // error: instance method 'cancellable(id:cancelInFlight:)' requires
    }
  }
}

@Reducer
struct IDIsNotSendable {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .cancel(id: NotSendableID())  // error: type 'NotSendableID' does not conform to the 'Sendable' protocol
    }
  }
}

@Reducer
struct DebounceWithoutAClock {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .send(.tap).debounce(id: 1, for: .seconds(1))  // error: missing argument for parameter 'clock' in call
    }
  }
}

@Reducer
struct DebounceOnAScheduler {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .send(.tap).debounce(id: 1, for: .seconds(1), scheduler: 1)  // error: extra argument // error: missing argumen
    }
  }
}

@Reducer
struct ThrottleWithoutLatest {
  typealias State = Domain.State
  typealias Action = Domain.Action
  @Dependency(\.continuousClock) var clock
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .send(.tap).throttle(id: 1, for: .seconds(1), clock: clock)  // error: missing argument for parameter 'latest' in
    }
  }
}

@Reducer
struct Publisher {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .publisher { 1 }  // error: type 'Effect<Publisher.Action>'
    }
  }
}

@Reducer
struct OldTask {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .task { .tap }  // error: type 'Effect<OldTask.Action>' // error: cannot infer contextual base in refere
    }
  }
}

@Reducer
struct FireAndForget {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .fireAndForget {}  // error: type 'Effect<FireAndForget.Action>'
    }
  }
}

@Reducer
struct OldEffectType {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce(core)
  }
  func core(state: inout State, action: Action) -> EffectTask<Action> { .none }  // error: cannot find type 'EffectTask'
}

@Reducer
struct EffectOfTheChild {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      Effect<Domain.Action.Child>.send(.close)  // error: cannot convert value of type 'Effect<Domain.Action.Child>' to
    }
  }
}

@Reducer
struct MappedToAnotherCase {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      Effect<Domain.Action.Child>.send(.close).map(Action.loaded)  // error: cannot convert value of type '@Sendable (St
    }
  }
}

@Reducer
struct CatchWithOneParameter {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .run { _ in
      } catch: { error in  // error: contextual closure type '@Sendable (any Error, Send<CatchWithOneParameter.Action>)
      }
    }
  }
}

@Reducer
struct SequenceWithoutAwait {
  typealias State = Domain.State
  typealias Action = Domain.Action
  @Dependency(\.loader) var loader
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .run { [loader] send in
        for name in loader.names() { await send(.loaded(name)) }  // error: for-in loop requires 'AsyncStream<String>' t
      }
    }
  }
}

@Reducer
struct SendInTheReducer {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      send(.tap)  // error: cannot find 'send' in scope // error: cannot infer contextual base in referenc
      return .none
    }
  }
}

@Reducer
struct ChangeOfACapturedCopy {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      .run { [state] _ in
        state.count += 1  // error: left side of mutating operator isn't mutable: 'state' is an immutable capture
      }
    }
  }
}

@Reducer
struct NoEffectFromOnChange {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .onChange(of: \.count) { _, state in
        state.text = ""  // error: cannot convert value of type '()' to closure result type 'Effect<NoEffectFromOnChange
      }
  }
}

@Reducer
struct OperationWithoutAwait {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .run { _ in
        try withTaskCancellation(id: 1) { try await Task.sleep(for: .seconds(1)) }  // error: expression is 'async' but
      }
    }
  }
}

@Reducer
struct CallbackOffTheMainActor {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .run { send in
        let callback: @Sendable () -> Void = { send(.tap) }  // error: 'async' call in a function that does not support
        callback()
      }
    }
  }
}

@Reducer
struct AwaitWithoutATask {
  typealias State = Domain.State
  typealias Action = Domain.Action
  @Dependency(\.loader) var loader
  var body: some ReducerOf<Self> {
    Reduce { state, _ in  // error: cannot pass function of type '(inout AwaitWithoutATask.State, AwaitWithoutATask.Acti
      state.text = await loader.load(1)
      return .none
    }
  }
}

@Reducer
struct UnknownPriority {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .run(priority: .urgent) { _ in }  // error: type 'TaskPriority?' has no member 'urgent'
    }
  }
}
