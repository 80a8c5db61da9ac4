import Testing

/// Indirect enums, and existing conformances.
@Suite struct ReducerEnumHeaderTests {
  @Test func indirectEnum() {
    expectExpansion(
      """
      @Reducer
      indirect enum Destination {
        case edit(Edit)
      }
      """,
      #"""
      indirect enum Destination {
        case edit(Edit)

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        @Counterpoint.ObservableState
        indirect enum State:
          CounterpointCore.CaseReducerState,
          CounterpointCore.ObservableState,
          CaseKeyPaths.CasePathable,
          CaseKeyPaths.CasePathIterable
        {
          typealias StateReducer = Destination

          case edit(Edit.State)
        }

        @Counterpoint.CasePathable
        indirect enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(Edit.Action)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .ifCaseLet(\Self.State.Cases.edit, action: \Self.Action.Cases.edit) {
              Edit()
            }
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(CounterpointCore.StoreOf<Edit>)
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .edit: .edit(store.scope(\.edit, action: \.edit)!)
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """#
    )
  }

  @Test func indirectCases() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        indirect case edit(Edit)
        indirect case pair(Int, Int)
      }
      """,
      #"""
      enum Destination {
        indirect case edit(Edit)
        @Counterpoint.ReducerCaseIgnored
        indirect case pair(Int, Int)

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

          indirect case edit(Edit.State)
          indirect case pair(Int, Int)
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          indirect case edit(Edit.Action)
          case pair(Swift.Never)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .ifCaseLet(\Self.State.Cases.edit, action: \Self.Action.Cases.edit) {
              Edit()
            }
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(CounterpointCore.StoreOf<Edit>)
          case pair(Int, Int)
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .edit: .edit(store.scope(\.edit, action: \.edit)!)
          case .pair(let value0, let value1): .pair(value0, value1)
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """#
    )
  }

  @Test func stated() {
    expectExpansion(
      """
      @Reducer
      enum Destination: CounterpointCore.CaseReducer, Reducer {
      }
      """,
      """
      enum Destination: CounterpointCore.CaseReducer, Reducer {

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
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {}

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {}

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {}
        }
      }
      """
    )
  }

  @Test func halfStated() {
    expectExpansion(
      """
      @Reducer
      enum Destination: CaseReducer {
      }
      """,
      """
      enum Destination: CaseReducer {

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
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {}

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {}

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {}
        }
      }

      extension Destination: CounterpointCore.Reducer {}
      """
    )
  }
}
