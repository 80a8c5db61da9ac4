import Testing

/// User-defined members are kept.
@Suite struct ReducerEnumKeptMemberTests {
  @Test func state() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case none
        enum State: CaseReducerState {
          case none
        }
      }
      """,
      """
      enum Destination {
        @Counterpoint.ReducerCaseIgnored
        case none
        @Counterpoint.CasePathable @dynamicMemberLookup
        enum State: CaseReducerState {
          case none
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case none(Swift.Never)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case none
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .none: .none
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """
    )
  }

  @Test func body() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case none
        static var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """,
      """
      enum Destination {
        @Counterpoint.ReducerCaseIgnored
        case none
        @CounterpointCore.ReducerBuilder<Self.State, Self.Action>
        static var body: some ReducerOf<Self> {
          EmptyReducer()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        @Counterpoint.ObservableState
        enum State:
          CounterpointCore.CaseReducerState,
          CounterpointCore.ObservableState,
          CaseKeyPaths.CasePathable,
          CaseKeyPaths.CasePathIterable
        {
          typealias StateReducer = Destination

          case none
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case none(Swift.Never)
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case none
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .none: .none
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """
    )
  }

  @Test func caseScopeAndScope() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case none
        enum CaseScope {
        }
        static func scope(_ store: StoreOf<Self>) -> CaseScope {
        }
      }
      """,
      """
      enum Destination {
        @Counterpoint.ReducerCaseIgnored
        case none
        enum CaseScope {
        }
        static func scope(_ store: StoreOf<Self>) -> CaseScope {
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        @Counterpoint.ObservableState
        enum State:
          CounterpointCore.CaseReducerState,
          CounterpointCore.ObservableState,
          CaseKeyPaths.CasePathable,
          CaseKeyPaths.CasePathIterable
        {
          typealias StateReducer = Destination

          case none
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case none(Swift.Never)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .eraseToReduce()
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """
    )
  }

  @Test func membersOfOtherKinds() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case none
        var body: Int {
          1
        }
        func scope(_ store: Int) {
        }
        static func scope(state: Int) {
        }
      }
      """,
      """
      enum Destination {
        @Counterpoint.ReducerCaseIgnored
        case none
        var body: Int {
          1
        }
        func scope(_ store: Int) {
        }
        static func scope(state: Int) {
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        @Counterpoint.ObservableState
        enum State:
          CounterpointCore.CaseReducerState,
          CounterpointCore.ObservableState,
          CaseKeyPaths.CasePathable,
          CaseKeyPaths.CasePathIterable
        {
          typealias StateReducer = Destination

          case none
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case none(Swift.Never)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case none
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .none: .none
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """
    )
  }
}
