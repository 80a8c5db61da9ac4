import Testing

/// Generated members have the visibility and the availability of the struct.
@Suite struct ReducerAccessTests {
  @Test func publicStruct() {
    expectExpansion(
      """
      @Reducer
      public struct Feature {
      }
      """,
      """
      public struct Feature {

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

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func packageStruct() {
    expectExpansion(
      """
      @Reducer
      package struct Feature {
      }
      """,
      """
      package struct Feature {

        @Counterpoint.ObservableState
        package struct State:
          CounterpointCore.ObservableState,
          Swift.Codable,
          Swift.Equatable,
          Swift.Hashable,
          Swift.Sendable
        {
          package init() {}
        }

        @Counterpoint.CasePathable
        package enum Action:
          CaseKeyPaths.CasePathable,
          CaseKeyPaths.CasePathIterable,
          Swift.Equatable,
          Swift.Hashable,
          Swift.Sendable
        {}

        package var body: CounterpointCore.EmptyReducer<Self.State, Self.Action> {
          CounterpointCore.EmptyReducer()
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func privateStruct() {
    expectExpansion(
      """
      @Reducer
      private struct Feature {
      }
      """,
      """
      private struct Feature {

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

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func availability() {
    expectExpansion(
      """
      @available(macOS 99, *)
      @MainActor
      @Reducer
      #if A
      @available(iOS 99, *)
      #endif
      struct Feature {
      }
      """,
      """
      @available(macOS 99, *)
      @MainActor
      #if A
      @available(iOS 99, *)
      #endif
      struct Feature {

        @available(macOS 99, *)
        #if A
        @available(iOS 99, *)
        #endif
        @Counterpoint.ObservableState
        struct State: CounterpointCore.ObservableState, Swift.Codable, Swift.Equatable, Swift.Hashable, Swift.Sendable {
          init() {}
        }

        @available(macOS 99, *)
        #if A
        @available(iOS 99, *)
        #endif
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

      @available(macOS 99, *)
      #if A
      @available(iOS 99, *)
      #endif
      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }
}
