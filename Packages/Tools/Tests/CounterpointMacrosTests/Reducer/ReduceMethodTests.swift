import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// A method `reduce(into:action:)` works, with a warning and a fix-it that rewrites it.
@Suite struct ReduceMethodTests {
  private func warning(line: Int, column: Int, canBeBody: Bool = true) -> DiagnosticSpec {
    DiagnosticSpec(
      message: "A reducer with '@Reducer' should have a 'body' instead of 'reduce(into:action:)'",
      line: line,
      column: column,
      severity: .warning,
      highlights: ["reduce"],
      fixIts: canBeBody ? [FixItSpec(message: "Rewrite it as a 'body' with a 'Reduce'")] : []
    )
  }

  @Test func ownTypes() {
    let source = """
      struct Feature {
        struct State {
        }
        typealias Action = Int

        /// Counts.
        @inlinable
        public func reduce(into state: inout State, action: Self.Action) -> Effect<Action> {
          // Nothing else.
          state.count += action

          return .none
        }
      }
      """
    expectExpansion(
      "@Reducer\n" + source,
      source + "\n\nextension Feature: CounterpointCore.Reducer {}",
      diagnostics: [warning(line: 9, column: 15)],
      applyFixIts: ["Rewrite it as a 'body' with a 'Reduce'"],
      fixedSource: """
        @Reducer
        struct Feature {
          struct State {
          }
          typealias Action = Int

          /// Counts.
          @inlinable
          public var body: some ReducerOf<Self> {
            Reduce { state, action in
              // Nothing else.
              state.count += action

              return .none
            }
          }
        }
        """
    )
  }

  @Test func otherTypesAndNames() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        func reduce(into count: inout Int, action: Other.Action) -> Effect<Other.Action> { .none }
      }
      """,
      """
      struct Feature {
        func reduce(into count: inout Int, action: Other.Action) -> Effect<Other.Action> { .none }
      }

      extension Feature: CounterpointCore.Reducer {}
      """,
      diagnostics: [warning(line: 3, column: 8)],
      applyFixIts: ["Rewrite it as a 'body' with a 'Reduce'"],
      fixedSource: """
        @Reducer
        struct Feature {
          var body: some Reducer<Int, Other.Action> {
            Reduce { count, action in
              .none
            }
          }
        }
        """
    )
  }

  @Test func missingTypesThatItNames() {
    expectExpansion(
      """
      @Reducer
      struct Feature {
        func reduce(into state: inout State, action: Int) -> Effect<Int> {
          .none
        }
      }
      """,
      """
      struct Feature {
        func reduce(into state: inout State, action: Int) -> Effect<Int> {
          .none
        }

        @Counterpoint.ObservableState
        struct State: CounterpointCore.ObservableState, Swift.Codable, Swift.Equatable, Swift.Hashable, Swift.Sendable {
          init() {}
        }
      }

      extension Feature: CounterpointCore.Reducer {}
      """,
      diagnostics: [warning(line: 3, column: 8)]
    )
  }

  @Test func besideABody() {
    let source = """
      struct Feature {
        let body = Base()
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          .none
        }
      }
      """
    expectExpansion(
      "@Reducer\n" + source,
      source + "\n\nextension Feature: CounterpointCore.Reducer {}",
      diagnostics: [warning(line: 4, column: 8, canBeBody: false)]
    )
  }
}
