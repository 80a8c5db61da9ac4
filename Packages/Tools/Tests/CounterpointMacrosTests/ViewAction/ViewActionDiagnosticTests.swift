import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The errors and warnings of `@ViewAction(for:)`, each with its message, source location and fix-it.
@Suite struct ViewActionDiagnosticTests {
  @Test func noStore() {
    expectExpansion(
      """
      @ViewAction(for: Counter.self)
      public struct CounterScreen {
        static let store = 1
        let title: String
      }
      """,
      """

      public struct CounterScreen {
        static let store = 1
        let title: String
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ViewAction' needs a property 'store' in 'CounterScreen'",
          line: 2,
          column: 8,
          highlights: ["struct"],
          fixIts: [FixItSpec(message: "Add 'store'")]
        )
      ],
      fixedSource: """
        @ViewAction(for: Counter.self)
        public struct CounterScreen {
          public let store: StoreOf<Counter>
          static let store = 1
          let title: String
        }
        """
    )
  }

  @Test func noStoreInANestedType() {
    expectExpansion(
      """
      enum Screens {
        @ViewAction(for: Module.Counter.self)
        final class CounterScreen {}
      }
      """,
      """
      enum Screens {
        final class CounterScreen {}
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ViewAction' needs a property 'store' in 'CounterScreen'",
          line: 3,
          column: 9,
          highlights: ["class"],
          fixIts: [FixItSpec(message: "Add 'store'")]
        )
      ],
      fixedSource: """
        enum Screens {
          @ViewAction(for: Module.Counter.self)
          final class CounterScreen {
            let store: StoreOf<Module.Counter>
          }
        }
        """
    )
  }

  @Test func anActor() {
    expectExpansion(
      """
      @ViewAction(for: Counter.self)
      actor CounterScreen {
        let store: StoreOf<Counter>
      }
      """,
      """

      actor CounterScreen {
        let store: StoreOf<Counter>
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ViewAction' cannot be applied to actor type 'CounterScreen': a screen is not an actor",
          line: 2,
          column: 1,
          highlights: ["actor"]
        )
      ]
    )
  }

  @Test func sendsToTheStore() {
    expectExpansion(
      """
      @ViewAction(for: Counter.self)
      struct CounterScreen {
        let store: StoreOf<Counter>

        var body: String {
          key("+") { store.send(.view(.plus)) }
          key("-") { self.store.send(.view(.minus(by: 1))) }
          key("r") { store.send(.reset) }
          child.store.send(.view(.plus))
          other.send(.view(.plus))
        }

        func wait() async {
          await store.send(.view(.fact)).finish()
          store.send(action)
        }

        struct Part {
          let store: StoreOf<Part>
          func tap() { store.send(.view(.tap)) }
        }
      }
      """,
      """

      struct CounterScreen {
        let store: StoreOf<Counter>

        var body: String {
          key("+") { store.send(.view(.plus)) }
          key("-") { self.store.send(.view(.minus(by: 1))) }
          key("r") { store.send(.reset) }
          child.store.send(.view(.plus))
          other.send(.view(.plus))
        }

        func wait() async {
          await store.send(.view(.fact)).finish()
          store.send(action)
        }

        struct Part {
          let store: StoreOf<Part>
          func tap() { store.send(.view(.tap)) }
        }
      }

      extension CounterScreen: CounterpointCore.ViewActionSending {}
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "A screen sends its view actions with 'send', not with 'store.send'",
          line: 6,
          column: 16,
          severity: .warning,
          highlights: ["store.send(.view(.plus))"],
          fixIts: [FixItSpec(message: "Send the view action")]
        ),
        DiagnosticSpec(
          message: "A screen sends its view actions with 'send', not with 'store.send'",
          line: 7,
          column: 16,
          severity: .warning,
          highlights: ["self.store.send(.view(.minus(by: 1)))"],
          fixIts: [FixItSpec(message: "Send the view action")]
        ),
        DiagnosticSpec(
          message: "A screen sends its view actions with 'send', not with 'store.send'",
          line: 8,
          column: 16,
          severity: .warning,
          highlights: ["store.send(.reset)"]
        ),
        DiagnosticSpec(
          message: "A screen sends its view actions with 'send', not with 'store.send'",
          line: 14,
          column: 11,
          severity: .warning,
          highlights: ["store.send(.view(.fact))"],
          fixIts: [FixItSpec(message: "Send the view action")]
        ),
        DiagnosticSpec(
          message: "A screen sends its view actions with 'send', not with 'store.send'",
          line: 15,
          column: 5,
          severity: .warning,
          highlights: ["store.send(action)"]
        ),
      ],
      fixedSource: """
        @ViewAction(for: Counter.self)
        struct CounterScreen {
          let store: StoreOf<Counter>

          var body: String {
            key("+") { send(.plus) }
            key("-") { send(.minus(by: 1)) }
            key("r") { store.send(.reset) }
            child.store.send(.view(.plus))
            other.send(.view(.plus))
          }

          func wait() async {
            await send(.fact).finish()
            store.send(action)
          }

          struct Part {
            let store: StoreOf<Part>
            func tap() { store.send(.view(.tap)) }
          }
        }
        """
    )
  }
}
