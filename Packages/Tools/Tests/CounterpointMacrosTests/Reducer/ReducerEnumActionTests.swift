import Testing

/// User-defined actions.
@Suite struct ReducerEnumActionTests {
  @Test func actionsForData() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        @ReducerCaseIgnored case item(Item)
        @ReducerCaseIgnored case text(String)
        @ReducerCaseIgnored case other(Other)
        @ReducerCaseIgnored case last(Last)
        case list([Int])
        enum Action {
          case item(id: Self.Payload)
          case text
          case other(Never)
          case list(Int)
        }
      }
      """,
      #"""
      enum Destination {
        @ReducerCaseIgnored case item(Item)
        @ReducerCaseIgnored case text(String)
        @ReducerCaseIgnored case other(Other)
        @ReducerCaseIgnored case last(Last)
        @Counterpoint.ReducerCaseIgnored
        case list([Int])
        @Counterpoint.CasePathable
        enum Action {
          case item(id: Self.Payload)
          case text
          case other(Never)
          case list(Int)
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

          case item(Item)
          case text(String)
          case other(Other)
          case last(Last)
          case list([Int])
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case item(CounterpointCore.Store<Item, Action.Payload>)
          case text(String)
          case other(Other)
          case last(Last)
          case list([Int])
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .item: .item(store.scope(\.item, action: \.item)!)
          case .text(let value): .text(value)
          case .other(let value): .other(value)
          case .last(let value): .last(value)
          case .list(let value): .list(value)
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """#
    )
  }
}
