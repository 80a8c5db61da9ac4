import Testing

/// The conformance of a screen.
@Suite struct ViewActionExpansionTests {
  @Test func aScreen() {
    expectExpansion(
      """
      @ViewAction(for: Counter.self)
      struct CounterScreen {
        let store: StoreOf<Counter>

        func plus() {
          send(.plus)
        }
      }
      """,
      """

      struct CounterScreen {
        let store: StoreOf<Counter>

        func plus() {
          send(.plus)
        }
      }

      extension CounterScreen: CounterpointCore.ViewActionSending {}
      """
    )
  }

  @Test func onTheMainActor() {
    expectExpansion(
      """
      @available(macOS 99, *)
      @MainActor
      @ViewAction(for: Counter.self)
      final class CounterScreen {
        #if DEBUG
        let store: StoreOf<Counter>
        #endif
      }
      """,
      """
      @available(macOS 99, *)
      @MainActor
      final class CounterScreen {
        #if DEBUG
        let store: StoreOf<Counter>
        #endif
      }

      @available(macOS 99, *)
      extension CounterScreen: @MainActor CounterpointCore.ViewActionSending {}
      """
    )
  }

  @Test func inAUserInterface() {
    expectExpansion(
      """
      @ViewAction(for: Counter.self)
      struct CounterScreen: SwiftUI.View {
        var store: StoreOf<Counter>
      }
      """,
      """

      struct CounterScreen: SwiftUI.View {
        var store: StoreOf<Counter>
      }

      extension CounterScreen: @MainActor CounterpointCore.ViewActionSending {}
      """
    )
  }

  @Test func aConformanceByHand() {
    expectExpansion(
      """
      @ViewAction(for: Counter.self)
      struct CounterScreen: ViewActionSending {
        let store: StoreOf<Counter>
      }
      """,
      """

      struct CounterScreen: ViewActionSending {
        let store: StoreOf<Counter>
      }
      """
    )
  }
}
