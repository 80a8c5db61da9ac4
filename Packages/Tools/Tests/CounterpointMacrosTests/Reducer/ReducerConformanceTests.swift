import Testing

/// The conformance is added if the struct doesn't declare it.
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

  /// In a module whose default isolation is the main actor, an extension of a `nonisolated` type would be on the
  /// main actor.
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
