import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The errors of `@Reducer`, each with its message, source location and fix-it. Nothing is generated then.
@Suite struct ReducerDiagnosticTests {
  @Test(arguments: ["class", "actor", "protocol"])
  func neitherStructNorEnum(keyword: String) {
    expectExpansion(
      """
      @Reducer
      public \(keyword) Feature {
        enum Action {
        }
      }
      """,
      """
      public \(keyword) Feature {
        enum Action {
        }
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Reducer' cannot be applied to \(keyword) type 'Feature'",
          line: 2,
          column: 8,
          highlights: [keyword]
        )
      ]
    )
  }

  @Test(arguments: ["struct", "enum"])
  func arguments(keyword: String) {
    expectExpansion(
      """
      @Reducer(state: .equatable, action: .sendable)
      \(keyword) Feature {
        enum Action {
        }
      }
      """,
      """
      \(keyword) Feature {
        enum Action {
        }
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@Reducer' takes no arguments: declare conformances on 'State' and 'Action', or in extensions of them
            """,
          line: 1,
          column: 10,
          highlights: ["state: .equatable, action: .sendable"],
          fixIts: [FixItSpec(message: "Remove the arguments")]
        )
      ],
      applyFixIts: ["Remove the arguments"],
      fixedSource: """
        @Reducer
        \(keyword) Feature {
          enum Action {
          }
        }
        """
    )
  }

  @Test func emptyParentheses() {
    expectExpansion(
      """
      @Reducer()
      struct Feature {
        let body = Empty()
      }
      """,
      """
      struct Feature {
        let body = Empty()
      }

      extension Feature: CounterpointCore.Reducer {}
      """
    )
  }

  @Test func overloadedCases() {
    expectExpansion(
      """
      @Reducer
      enum Destination {
        case edit(Edit)
        #if A
        case edit(Edit, Edit), `none`
        #endif
        case none
      }
      """,
      """
      enum Destination {
        case edit(Edit)
        #if A
        case edit(Edit, Edit), `none`
        #endif
        case none
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Reducer' cannot be applied to overloaded case name 'edit'",
          line: 5,
          column: 8,
          highlights: ["edit"]
        ),
        DiagnosticSpec(
          message: "'@Reducer' cannot be applied to overloaded case name 'none'",
          line: 7,
          column: 8,
          highlights: ["none"]
        ),
      ]
    )
  }

  @Test func reducersInOnChange() {
    let source = """
      struct Feature {
        struct State {}
        @Counterpoint.CasePathable
        enum Action: CasePathable, CasePathIterable {}
        @CounterpointCore.ReducerBuilder<Self.State, Self.Action>
        var body: some ReducerOf<Self> {
          Reduce { state, action in .none }
            .onChange(of: \\.a) { _, _ in Reduce { state, action in .none } }
            .onChange(of: \\.b) { _, _ in
              print("b")
              return CombineReducers { Other() }.ifLet(\\.c, action: \\.c) { C() }
            }
            .onChange(of: \\.d) { _, state in .none }
        }
      }
      """
    func message(_ name: String) -> String {
      """
      'onChange' takes a closure instead of '\(name)': write '{ oldValue, state in … }', change 'state' and return an \
      effect
      """
    }
    expectExpansion(
      "@Reducer\n" + source,
      source + "\n\nextension Feature: CounterpointCore.Reducer {}",
      diagnostics: [
        DiagnosticSpec(message: message("Reduce"), line: 9, column: 36),
        DiagnosticSpec(message: message("CombineReducers"), line: 12, column: 16),
      ]
    )
  }
}
