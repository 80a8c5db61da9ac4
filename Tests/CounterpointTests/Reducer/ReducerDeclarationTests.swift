import Testing

public import Counterpoint

// What the macro writes has to compile beside each of these, without a warning: that is half of the test.

/// A public feature gets a public conformance.
@Reducer
public struct PublicFeature {
  /// The state.
  public struct State: Equatable {
    /// The number of events.
    public var count = 0
  }

  /// The actions.
  public enum Action: Equatable {
    /// Something.
    case tap
  }

  /// Makes the feature.
  public init() {}

  /// The logic.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        state.count += 1
        return .none
      }
    }
  }
}

@Reducer
private struct PrivateFeature {
  struct State {
    var count = 0
  }

  enum Action {
    case tap
  }

  var body: some ReducerOf<Self> {
    Increment(by: \State.count)
  }
}

/// A reducer without a domain of its own, as a base for others.
private struct Increment<State, Action>: Reducer {
  let property: WritableKeyPath<State, Int>

  init(by property: WritableKeyPath<State, Int>) { self.property = property }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state[keyPath: property] += 1
    return .none
  }
}

extension ReducerDeclarationTests {
  @Reducer
  fileprivate struct Hidden {
    struct State {
      var count = 0
    }

    enum Action {
      case tap
    }

    var body: some ReducerOf<Self> {
      Increment(by: \State.count)
    }
  }

  #if os(Linux)
  @available(*, deprecated, message: "A test of availability.")
  #endif
  @Reducer
  struct Past {
    struct State {
      var count = 0
    }

    enum Action {
      case tap
    }

    enum Mode {
      @Reducer
      struct Inner {
        enum State { case on, off }
        enum Action { case toggled }
        var body: some ReducerOf<Self> { Counterpoint.EmptyReducer() }
      }
    }

    var body: some ReducerOf<Self> {
      Increment(by: \State.count)
    }
  }

  @available(macOS 99, *)
  @Reducer
  struct Future {
    struct State {
      var count = 0
    }

    enum Action {
      case tap
    }

    var body: some ReducerOf<Self> {
      Increment(by: \State.count)
    }
  }

  @MainActor
  @Reducer
  struct OnTheMainActor {
    struct State {
      var count = 0
    }

    enum Action {
      case tap
    }

    nonisolated var body: some ReducerOf<Self> {
      Increment(by: \State.count)
    }
  }

  /// The members stand under conditions.
  @Reducer
  struct Conditional {
    #if os(Linux)
    struct State {
      var count = 0
    }

    enum Action {
      case tap
    }
    #else
    typealias State = Future.State
    typealias Action = Future.Action
    #endif

    #if DEBUG
    var body: some ReducerOf<Self> {
      Counterpoint.EmptyReducer()
      Increment(by: \State.count)
    }
    #else
    var body: some ReducerOf<Self> {
      Increment(by: \State.count)
    }
    #endif
  }

  /// Stored properties of the feature, which its logic reads.
  @Reducer
  struct Stepped: Sendable, Equatable {
    var step = 1

    typealias State = Int
    enum Action {
      case tap
    }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state += step
        return .none
      }
    }
  }
}

/// The macro says `CounterpointCore.Reducer` and so on, so that these types do no harm.
private struct EmptyReducer<State, Action> {}
private struct ReducerBuilder<State, Action> {}

@MainActor
@Suite struct ReducerDeclarationTests {
  @Test func everyDeclaration() {
    expectCount(1, PublicFeature.State(), PublicFeature(), .tap, \.count)
    expectCount(1, PrivateFeature.State(), PrivateFeature(), .tap, \.count)
    expectCount(1, Hidden.State(), Hidden(), .tap, \.count)
    expectCount(1, OnTheMainActor.State(), OnTheMainActor(), .tap, \.count)
    expectCount(1, Conditional.State(), Conditional(), .tap, \.count)
    expectCount(3, 0, Stepped(step: 3), .tap, \.self)
    #expect(PublicFeature.Action.tap.is(\.tap))
    #expect(PrivateFeature.Action.tap.is(\.tap))
    #expect(Hidden.Action.tap.is(\.tap))
    #expect(Conditional.Action.tap.is(\.tap))
    #expect(Stepped.Action.tap.is(\.tap))
  }

  private func expectCount<R: Reducer>(
    _ expected: Int,
    _ state: R.State,
    _ reducer: R,
    _ action: R.Action,
    _ count: KeyPath<R.State, Int>,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let store = Store(initialState: state) { reducer }
    store.send(action)
    #expect(store.withState(count) == expected, sourceLocation: sourceLocation)
  }
}
