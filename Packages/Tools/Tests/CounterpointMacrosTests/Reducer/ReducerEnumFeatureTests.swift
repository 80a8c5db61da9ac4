import Testing

/// Cases with the type of a feature.
@Suite struct ReducerEnumFeatureTests {
  @Test func feature() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case edit(Edit)
      }
      """,
      #"""
      enum Destination {
        case edit(Edit)

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
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
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

  @Test func typeInAnother() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case edit(Editing.Edit)
      }
      """,
      #"""
      enum Destination {
        case edit(Editing.Edit)

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

          case edit(Editing.Edit.State)
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(Editing.Edit.Action)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .ifCaseLet(\Self.State.Cases.edit, action: \Self.Action.Cases.edit) {
              Editing.Edit()
            }
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(CounterpointCore.StoreOf<Editing.Edit>)
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

  @Test func genericType() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case edit(Edit<Int>)
      }
      """,
      #"""
      enum Destination {
        case edit(Edit<Int>)

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

          case edit(Edit<Int>.State)
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(Edit<Int>.Action)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .ifCaseLet(\Self.State.Cases.edit, action: \Self.Action.Cases.edit) {
              Edit<Int>()
            }
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(CounterpointCore.StoreOf<Edit<Int>>)
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

  @Test func defaultValue() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case edit(Edit = Edit(
          limit: 10
        ))
      }
      """,
      #"""
      enum Destination {
        case edit(Edit = Edit(
          limit: 10
        ))

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
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(Edit.Action)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .ifCaseLet(\Self.State.Cases.edit, action: \Self.Action.Cases.edit) {
              Edit(
                limit: 10
              )
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

  @Test func anotherEnumReducer() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case settings(Settings.Body = Settings.body)
      }
      """,
      #"""
      enum Destination {
        case settings(Settings.Body = Settings.body)

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

          case settings(Settings.Body.State)
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case settings(Settings.Body.Action)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .ifCaseLet(\Self.State.Cases.settings, action: \Self.Action.Cases.settings) {
              Settings.body
            }
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case settings(CounterpointCore.StoreOf<Settings.Body>)
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .settings: .settings(store.scope(\.settings, action: \.settings)!)
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """#
    )
  }

  @Test func label() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case edit(item: Edit)
      }
      """,
      #"""
      enum Destination {
        case edit(item: Edit)

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

          case edit(item: Edit.State)
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(item: Edit.Action)
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
          case edit(item: CounterpointCore.StoreOf<Edit>)
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .edit: .edit(item: store.scope(\.edit, action: \.edit)!)
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """#
    )
  }

  @Test func severalOnALine() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case edit(Edit), `default`(Search)
      }
      """,
      #"""
      enum Destination {
        case edit(Edit), `default`(Search)

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
          case `default`(Search.State)
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(Edit.Action)
          case `default`(Search.Action)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .ifCaseLet(\Self.State.Cases.edit, action: \Self.Action.Cases.edit) {
              Edit()
            }
            .ifCaseLet(\Self.State.Cases.`default`, action: \Self.Action.Cases.`default`) {
              Search()
            }
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(CounterpointCore.StoreOf<Edit>)
          case `default`(CounterpointCore.StoreOf<Search>)
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .edit: .edit(store.scope(\.edit, action: \.edit)!)
          case .`default`: .`default`(store.scope(\.`default`, action: \.`default`)!)
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """#
    )
  }
}
