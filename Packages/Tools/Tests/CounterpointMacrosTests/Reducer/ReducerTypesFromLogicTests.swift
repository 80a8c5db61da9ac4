import Testing

/// No state and no action are generated if the logic has its own types.
@Suite struct ReducerTypesFromLogicTests {
  @Test func storedBody() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        let body = Reduce<Int, Bool> { _, _ in .none }
      }
      """,
      """
      struct Feature {
        let body = Reduce<Int, Bool> { _, _ in .none }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func storedBodyWithObservers() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        var body: Reduce<State, Action> {
          didSet {
          }
        }
      }
      """,
      """
      struct Feature {
        var body: Reduce<State, Action> {
          didSet {
          }
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func someReducer() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        var body: some Reducer<Int, Bool> {
          Base()
        }
      }
      """,
      """
      struct Feature {
        @CounterpointCore.ReducerBuilder<Int, Bool>
        var body: some Reducer<Int, Bool> {
          Base()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func someReducerOf() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        struct State {
        }
        var body: some ReducerOf<Self> {
          Base()
        }
      }
      """,
      """
      struct Feature {
        struct State {
        }
        @CounterpointCore.ReducerBuilder<Self.State, Self.Action>
        var body: some ReducerOf<Self> {
          Base()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func concreteBodyOfOtherTypes() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        var body: Reduce<Other.State, Bool> {
          Base()
        }
      }
      """,
      """
      struct Feature {
        var body: Reduce<Other.State, Bool> {
          Base()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func concreteBodyOfOwnTypes() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        var body: Reduce<State, Self.Action> {
          Base()
        }
      }
      """,
      """
      struct Feature {
        var body: Reduce<State, Self.Action> {
          Base()
        }

        @Counterpoint.ObservableState
        struct State: CounterpointCore.ObservableState, Swift.Codable, Swift.Equatable, Swift.Hashable, Swift.Sendable {
          init() {}
        }

        @Counterpoint.CasePathable
        enum Action:
          CaseKeyPaths.CasePathable,
          CaseKeyPaths.CasePathIterable,
          Swift.Equatable,
          Swift.Hashable,
          Swift.Sendable
        {}
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }
}
