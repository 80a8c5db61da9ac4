import Testing

/// Cases whose payload can't be a feature, and declarations with cases of several kinds.
@Suite struct ReducerEnumOtherDataTests {
  @Test func severalValues() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case pair(Int, in: Self.Value = .zero)
      }
      """,
      """
      enum Destination {
        @Counterpoint.ReducerCaseIgnored
        case pair(Int, in: Self.Value = .zero)

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

          case pair(Int, in: Destination.Value = .zero)
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case pair(Swift.Never)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case pair(Int, in: Destination.Value = .zero)
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .pair(let value0, let value1): .pair(value0, in: value1)
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """
    )
  }

  @Test func typesThatAreNoNames() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case list([Edit]), maybe(Edit?), tuple((Edit, Edit)), function(() -> Edit), anything(any Edit)
      }
      """,
      """
      enum Destination {
        @Counterpoint.ReducerCaseIgnored
        case list([Edit]), maybe(Edit?), tuple((Edit, Edit)), function(() -> Edit), anything(any Edit)

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

          case list([Edit])
          case maybe(Edit?)
          case tuple((Edit, Edit))
          case function(() -> Edit)
          case anything(any Edit)
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case list(Swift.Never)
          case maybe(Swift.Never)
          case tuple(Swift.Never)
          case function(Swift.Never)
          case anything(Swift.Never)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case list([Edit])
          case maybe(Edit?)
          case tuple((Edit, Edit))
          case function(() -> Edit)
          case anything(any Edit)
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .list(let value): .list(value)
          case .maybe(let value): .maybe(value)
          case .tuple(let value): .tuple(value)
          case .function(let value): .function(value)
          case .anything(let value): .anything(value)
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """
    )
  }

  @Test func severalKindsOnALine() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case edit(Edit), none
      }
      """,
      #"""
      enum Destination {
        case edit(Edit), none

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

          case edit(Edit.State)
          case none
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(Edit.Action)
          case none(Swift.Never)
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
          case none
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .edit: .edit(store.scope(\.edit, action: \.edit)!)
          case .none: .none
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """#
    )
  }
}
