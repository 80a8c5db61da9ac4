import Testing

/// `@available` on a case is copied to the generated cases, and other generated code doesn't name the case.
@Suite struct ReducerEnumCaseAvailabilityTests {
  @Test func deprecatedAndUnavailable() {
    expectExpansion(
      #"""
      @Reducer
      enum Destination {
        case edit(Edit)
        @available(*, deprecated) case old(Old)
        @available(*, unavailable) case gone(Gone)
      }
      """#,
      #"""

      enum Destination {
        case edit(Edit)
        @available(*, deprecated) case old(Old)
        @available(*, unavailable) case gone(Gone)

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
          @available(*, deprecated)
          case old(Old.State)
          @available(*, unavailable)
          case gone(Gone.State)
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(Edit.Action)
          @available(*, deprecated)
          case old(Old.Action)
          @available(*, unavailable)
          case gone(Gone.Action)
        }

        @available(*, deprecated)
        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .ifCaseLet(\Self.State.Cases.edit, action: \Self.Action.Cases.edit) {
              Edit()
            }
            .ifCaseLet(\Self.State.Cases.old, action: \Self.Action.Cases.old) {
              Old()
            }
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(CounterpointCore.StoreOf<Edit>)
          @available(*, deprecated)
          case old(CounterpointCore.StoreOf<Old>)
          @available(*, unavailable)
          case gone(CounterpointCore.StoreOf<Gone>)
        }

        @available(*, deprecated)
        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .edit: .edit(store.scope(\.edit, action: \.edit)!)
          case .old: .old(store.scope(\.old, action: \.old)!)
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """#
    )
  }

  @Test func deprecatedData() {
    expectExpansion(
      #"""
      @Reducer
      enum Destination {
        case edit(Edit)
        @available(*, deprecated) case data(Int, Int)
      }
      """#,
      #"""

      enum Destination {
        case edit(Edit)
        @available(*, deprecated)
        @Counterpoint.ReducerCaseIgnored case data(Int, Int)

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
          @available(*, deprecated)
          case data(Int, Int)
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(Edit.Action)
          @available(*, deprecated)
          case data(Swift.Never)
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
          @available(*, deprecated)
          case data(Int, Int)
        }

        @available(*, deprecated)
        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .edit: .edit(store.scope(\.edit, action: \.edit)!)
          case .data(let value0, let value1): .data(value0, value1)
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """#
    )
  }
}
