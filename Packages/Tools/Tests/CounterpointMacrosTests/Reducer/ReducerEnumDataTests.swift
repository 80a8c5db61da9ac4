import Testing

/// Cases without a feature: prompts and data.
@Suite struct ReducerEnumDataTests {
  @Test func alert() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case alert(AlertState<Alert>)
      }
      """,
      """
      enum Destination {
        @Counterpoint.ReducerCaseEphemeral
        case alert(AlertState<Alert>)

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

          case alert(AlertState<Alert>)
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case alert(Alert)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case alert(AlertState<Alert>)
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .alert(let value): .alert(value)
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """
    )
  }

  @Test func dialogWithModule() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case dialog(Counterpoint.ConfirmationDialogState<Self.Dialog>)
      }
      """,
      """
      enum Destination {
        @Counterpoint.ReducerCaseEphemeral
        case dialog(Counterpoint.ConfirmationDialogState<Self.Dialog>)

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

          case dialog(Counterpoint.ConfirmationDialogState<Destination.Dialog>)
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case dialog(Destination.Dialog)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case dialog(Counterpoint.ConfirmationDialogState<Destination.Dialog>)
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .dialog(let value): .dialog(value)
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """
    )
  }

  @Test func ephemeral() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        @ReducerCaseEphemeral case question(Question)
      }
      """,
      """
      enum Destination {
        @ReducerCaseEphemeral case question(Question)

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

          case question(Question)
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case question(Question.Action)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case question(Question)
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .question(let value): .question(value)
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """
    )
  }

  @Test func ignored() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        @ReducerCaseIgnored case item(id: Item)
      }
      """,
      """
      enum Destination {
        @ReducerCaseIgnored case item(id: Item)

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

          case item(id: Item)
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case item(Swift.Never)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case item(id: Item)
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .item(let value): .item(id: value)
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """
    )
  }

  @Test func ignoredWithModule() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        @Counterpoint.ReducerCaseIgnored
        case item(Item)
      }
      """,
      """
      enum Destination {
        @Counterpoint.ReducerCaseIgnored
        case item(Item)

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
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case item(Swift.Never)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case item(Item)
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .item(let value): .item(value)
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """
    )
  }

  @Test func noPayload() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case none, empty()
      }
      """,
      """
      enum Destination {
        @Counterpoint.ReducerCaseIgnored
        case none, empty()

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
          case empty()
        }

        @Counterpoint.CasePathable
        enum Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case none(Swift.Never)
          case empty(Swift.Never)
        }

        static var body: CounterpointCore.Reduce<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer<Self.State, Self.Action>()
            .eraseToReduce()
        }

        @Counterpoint.CasePathable
        @dynamicMemberLookup
        enum CaseScope: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {
          case none
          case empty()
        }

        static func scope(_ store: CounterpointCore.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          case .none: .none
          case .empty: .empty()
          }
        }
      }

      extension Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """
    )
  }
}
