import Testing

/// Omitted members of a struct are generated, unless the logic determines them.
@Suite struct ReducerMissingMemberTests {
  @Test func nothingThere() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
      }
      """,
      """
      struct Feature {

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

        var body: CounterpointCore.EmptyReducer<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func noState() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        enum Action {
        }
      }
      """,
      """
      struct Feature {
        @Counterpoint.CasePathable
        enum Action {
        }

        @Counterpoint.ObservableState
        struct State: CounterpointCore.ObservableState, Swift.Codable, Swift.Equatable, Swift.Hashable, Swift.Sendable {
          init() {}
        }

        var body: CounterpointCore.EmptyReducer<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func noAction() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        struct State {
        }
      }
      """,
      """
      struct Feature {
        struct State {
        }

        @Counterpoint.CasePathable
        enum Action:
          CaseKeyPaths.CasePathable,
          CaseKeyPaths.CasePathIterable,
          Swift.Equatable,
          Swift.Hashable,
          Swift.Sendable
        {}

        var body: CounterpointCore.EmptyReducer<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func typesOfEveryKind() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        typealias State = Int
        final class Action {
        }
      }
      """,
      """
      struct Feature {
        typealias State = Int
        final class Action {
        }

        var body: CounterpointCore.EmptyReducer<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func genericParametersAreTypes() {
    expectExpansion(
      """
      @Reducer
      struct Feature<State, Action> {
      }
      """,
      """
      struct Feature<State, Action> {

        var body: CounterpointCore.EmptyReducer<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func membersUnderConditions() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        #if A
        #elseif B
        struct State {
        }
        #if C
        typealias Action = Int
        #endif
        #else
        let body = Empty()
        #endif
      }
      """,
      """
      struct Feature {
        #if A
        #elseif B
        struct State {
        }
        #if C
        typealias Action = Int
        #endif
        #else
        let body = Empty()
        #endif
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func otherMembersOfTheseNames() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        static let body = 1
        let Action = 1
        func body() {
        }
        func reduce(into state: State) {
        }
        static func reduce(into state: inout State, action: Action) {
        }
      }
      """,
      """
      struct Feature {
        static let body = 1
        let Action = 1
        func body() {
        }
        func reduce(into state: State) {
        }
        static func reduce(into state: inout State, action: Action) {
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

        var body: CounterpointCore.EmptyReducer<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }
}
