import Testing

/// Cases inside `#if` keep their conditions.
@Suite struct ReducerEnumConditionTests {
  @Test func everyBranch() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        #if A
        case edit(Edit)
        #elseif B && C
        case search(Search)
        #else
        case settings(Settings)
        #endif
      }
      """,
      #"""
      enum Destination {
        #if A
        case edit(Edit)
        #elseif B && C
        case search(Search)
        #else
        case settings(Settings)
        #endif

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

          #if A
          case edit(Edit.State)
          #elseif B && C
          case search(Search.State)
          #else
          case settings(Settings.State)
          #endif
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          #if A
          case edit(Edit.Action)
          #elseif B && C
          case search(Search.Action)
          #else
          case settings(Settings.Action)
          #endif
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            #if A
            .ifCaseLet(\Self.State.Cases.edit, action: \Self.Action.Cases.edit) {
              Edit()
            }
            #elseif B && C
            .ifCaseLet(\Self.State.Cases.search, action: \Self.Action.Cases.search) {
              Search()
            }
            #else
            .ifCaseLet(\Self.State.Cases.settings, action: \Self.Action.Cases.settings) {
              Settings()
            }
            #endif
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          #if A
          case edit(CounterpointCore.StoreOf<Edit>)
          #elseif B && C
          case search(CounterpointCore.StoreOf<Search>)
          #else
          case settings(CounterpointCore.StoreOf<Settings>)
          #endif
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          #if A
          case .edit: .edit(store.scope(\.edit, action: \.edit)!)
          #elseif B && C
          case .search: .search(store.scope(\.search, action: \.search)!)
          #else
          case .settings: .settings(store.scope(\.settings, action: \.settings)!)
          #endif
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """#
    )
  }

  @Test func nestedAndEmptyBranches() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        #if A
        #if B
        case edit(Edit)
        #else
        #endif
        #elseif C
        #endif
        #if D
        #endif
      }
      """,
      #"""
      enum Destination {
        #if A
        #if B
        case edit(Edit)
        #else
        #endif
        #elseif C
        #endif
        #if D
        #endif

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

          #if A
          #if B
          case edit(Edit.State)
          #endif
          #endif
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          #if A
          #if B
          case edit(Edit.Action)
          #endif
          #endif
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            #if A
            #if B
            .ifCaseLet(\Self.State.Cases.edit, action: \Self.Action.Cases.edit) {
              Edit()
            }
            #endif
            #endif
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          #if A
          #if B
          case edit(CounterpointCore.StoreOf<Edit>)
          #endif
          #endif
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          #if A
          #if B
          case .edit: .edit(store.scope(\.edit, action: \.edit)!)
          #endif
          #endif
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """#
    )
  }

  @Test func branchesWithoutFeatures() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        #if A
        case none
        #elseif B
        case edit(Edit)
        #elseif C
        case text([String])
        #else
        case search(Search)
        #endif
      }
      """,
      #"""
      enum Destination {
        #if A
        case none
        #elseif B
        case edit(Edit)
        #elseif C
        case text([String])
        #else
        case search(Search)
        #endif

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

          #if A
          case none
          #elseif B
          case edit(Edit.State)
          #elseif C
          case text([String])
          #else
          case search(Search.State)
          #endif
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          #if A
          case none(Swift.Never)
          #elseif B
          case edit(Edit.Action)
          #elseif C
          case text(Swift.Never)
          #else
          case search(Search.Action)
          #endif
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            #if !(A) && (B)
            .ifCaseLet(\Self.State.Cases.edit, action: \Self.Action.Cases.edit) {
              Edit()
            }
            #elseif !(A) && !(C)
            .ifCaseLet(\Self.State.Cases.search, action: \Self.Action.Cases.search) {
              Search()
            }
            #endif
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          #if A
          case none
          #elseif B
          case edit(CounterpointCore.StoreOf<Edit>)
          #elseif C
          case text([String])
          #else
          case search(CounterpointCore.StoreOf<Search>)
          #endif
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          #if A
          case .none: .none
          #elseif B
          case .edit: .edit(store.scope(\.edit, action: \.edit)!)
          #elseif C
          case .text(let value): .text(value)
          #else
          case .search: .search(store.scope(\.search, action: \.search)!)
          #endif
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """#
    )
  }

  @Test func noFeatures() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        #if A
        case none
        #endif
      }
      """,
      """
      enum Destination {
        #if A
        case none
        #endif

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

          #if A
          case none
          #endif
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          #if A
          case none(Swift.Never)
          #endif
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          #if A
          case none
          #endif
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          #if A
          case .none: .none
          #endif
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """
    )
  }
}
