import Testing

/// Enums that are empty, public, package, restricted in availability, nested or generic.
@Suite struct ReducerEnumDeclarationTests {
  @Test func empty() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
      }
      """,
      """
      enum Destination {

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

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """
    )
  }

  @Test func publicEnum() {
    expectExpansion(
      """
      @Reducer
      public enum Destination {
        case edit(Edit)
        case none
      }
      """,
      #"""
      public enum Destination {
        case edit(Edit)
        @Counterpoint.ReducerCaseIgnored
        case none

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        @Counterpoint.ObservableState
        public enum State:
          CounterpointCore.CaseReducerState,
          CounterpointCore.ObservableState,
          CaseKeyPaths.CasePathable,
          CaseKeyPaths.CasePathIterable
        {
          public typealias StateReducer = Destination

          case edit(Edit.State)
          case none
        }

        @Counterpoint.CasePathable
        public enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(Edit.Action)
          case none(Swift.Never)
        }

        public static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .ifCaseLet(\Self.State.Cases.edit, action: \Self.Action.Cases.edit) {
              Edit()
            }
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        public enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(CounterpointCore.StoreOf<Edit>)
          case none
        }

        public static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
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

  @Test func packageEnum() {
    expectExpansion(
      """
      @Reducer
      package enum Destination {
        case edit(Edit)
      }
      """,
      #"""
      package enum Destination {
        case edit(Edit)

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        @Counterpoint.ObservableState
        package enum State:
          CounterpointCore.CaseReducerState,
          CounterpointCore.ObservableState,
          CaseKeyPaths.CasePathable,
          CaseKeyPaths.CasePathIterable
        {
          package typealias StateReducer = Destination

          case edit(Edit.State)
        }

        @Counterpoint.CasePathable
        package enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(Edit.Action)
        }

        package static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .ifCaseLet(\Self.State.Cases.edit, action: \Self.Action.Cases.edit) {
              Edit()
            }
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        package enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case edit(CounterpointCore.StoreOf<Edit>)
        }

        package static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .edit: .edit(store.scope(\.edit, action: \.edit)!)
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """#
    )
  }

  @Test func availability() {
    expectExpansion(
      """
      @available(macOS 99, *)
      @Reducer
      enum Destination {
      }
      """,
      """
      @available(macOS 99, *)
      enum Destination {

        @available(macOS 99, *)
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

        @available(macOS 99, *)
        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {}

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .eraseToReduce()
        }

        @available(macOS 99, *)
        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {}

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {}
        }
      }

      @available(macOS 99, *)
      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """
    )
  }

  @Test func nestedAndGeneric() {
    expectExpansion(
      """
      extension Feature {
        @Reducer
        enum Destination<Value> {
          case edit(Edit<Value>)
        }
      }
      """,
      #"""
      extension Feature {
        enum Destination<Value> {
          case edit(Edit<Value>)

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

            case edit(Edit<Value>.State)
          }

          @Counterpoint.CasePathable
          enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
            case edit(Edit<Value>.Action)
          }

          static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
            CounterpointCore.EmptyReducer<Self.State, Self.Action>()
              .ifCaseLet(\Self.State.Cases.edit, action: \Self.Action.Cases.edit) {
                Edit<Value>()
              }
              .eraseToReduce()
          }

          @Counterpoint.CasePathable
          @dynamicMemberLookup
          enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
            case edit(CounterpointCore.StoreOf<Edit<Value>>)
          }

          static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {
            case .edit: .edit(store.scope(\.edit, action: \.edit)!)
            }
          }
        }
      }

      extension Feature.Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """#
    )
  }
}
