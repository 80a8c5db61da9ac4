import Testing

/// The conformance is added where the struct doesn't state it.
@Suite struct ReducerConformanceTests {
  @Test func stated() {
    expectExpansion(
      """
      @Reducer
      struct Feature: Reducer {
        typealias State = Int
        typealias Action = Int
      }
      """,
      """
      struct Feature: Reducer {
        typealias State = Int
        typealias Action = Int

        var body: CounterpointCore.EmptyReducer<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer()
        }
      }
      """
    )
  }

  @Test func statedWithModule() {
    expectExpansion(
      """
      @Reducer
      struct Feature: Sendable, CounterpointCore.Reducer {
        typealias State = Int
        typealias Action = Int
      }
      """,
      """
      struct Feature: Sendable, CounterpointCore.Reducer {
        typealias State = Int
        typealias Action = Int

        var body: CounterpointCore.EmptyReducer<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer()
        }
      }
      """
    )
  }

  @Test func nested() {
    expectExpansion(
      """
      enum Outer {
        @Reducer
        struct Feature {
          typealias State = Int
          typealias Action = Int
        }
      }
      """,
      """
      enum Outer {
        struct Feature {
          typealias State = Int
          typealias Action = Int

          var body: CounterpointCore.EmptyReducer<Self.State, Self.Action> {
            CounterpointCore.EmptyReducer()
          }
        }
      }

      extension Outer.Feature: CounterpointCore.Reducer {}
      """
    )
  }

  /// Where the main actor is the default, an extension is of the main actor, although the type is not.
  @Test func ofNoActor() {
    expectExpansion(
      """
      @Reducer
      nonisolated struct Feature {
        struct State {}
        enum Action {}
        let body = EmptyReducer<State, Action>()
      }
      """,
      #"""

      nonisolated struct Feature {
        struct State {}
        @Counterpoint.CasePathable
        enum Action {}
        let body = EmptyReducer<State, Action>()
      }

      extension Feature: nonisolated CounterpointCore.Reducer {}
      """#
    )
  }
}
