import Testing

/// In a public extension a feature is public without a modifier.
@Suite struct ReducerExtensionAccessTests {
  @Test func aStruct() {
    expectExpansion(
      #"""
      public extension Feature {
        @Reducer
        struct Child {}
      }
      """#,
      #"""
      public extension Feature {
        struct Child {

          @Counterpoint.ObservableState
          public struct State:
            CounterpointCore.ObservableState,
            Swift.Codable,
            Swift.Equatable,
            Swift.Hashable,
            Swift.Sendable
          {
            public init() {}
          }

          @Counterpoint.CasePathable
          public enum Action:
            CaseKeyPaths.CasePathable,
            CaseKeyPaths.CasePathIterable,
            Swift.Equatable,
            Swift.Hashable,
            Swift.Sendable
          {}

          public var body: CounterpointCore.EmptyReducer<Self.State, Self.Action> {
            CounterpointCore.EmptyReducer()
          }
      }
      }

      extension Feature.Child: CounterpointCore.Reducer {}
      """#
    )
  }

  @Test func anEnum() {
    expectExpansion(
      #"""
      package extension Feature {
        @Reducer
        enum Destination {
          case edit(Edit)
        }
      }
      """#,
      #"""
      package extension Feature {
        enum Destination {
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
      }

      extension Feature.Destination: CounterpointCore.CaseReducer, CounterpointCore.Reducer {}
      """#
    )
  }

  @Test func lessAccess() {
    expectExpansion(
      #"""
      public extension Feature {
        @Reducer
        internal struct Child {}
      }
      """#,
      #"""
      public extension Feature {
        internal struct Child {

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
      }

      extension Feature.Child: CounterpointCore.Reducer {}
      """#
    )
  }
}
