import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The errors of `@Presents`, each with its message, source location and fix-it.
@Suite struct PresentsDiagnosticTests {
  @Test func outsideObservableState() {
    expectExpansion(
      """
      struct State {
        @Presents var editor: Editor.State?
      }
      """,
      """
      struct State {
        var editor: Editor.State?
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Presents' needs '@ObservableState' on the struct around it; use '@PresentationState' elsewhere",
          line: 2,
          column: 3,
          highlights: ["@Presents"],
          fixIts: [FixItSpec(message: "Replace '@Presents' with '@PresentationState'")]
        )
      ],
      fixedSource: """
        struct State {
          @PresentationState var editor: Editor.State?
        }
        """
    )
  }

  @Test func properties() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        @Presents let a: Int?
        @Presents var b = Editor.State()
        @Presents var c: Editor.State
        @Presents static var d: Int?
        @Presents var e: Int? { nil }
        @Presents var f: Int? { didSet {} }
        @Presents lazy var g: Int? = 1
      }
      """,
      """

      struct State {
        let a: Int?
        var b = Editor.State()
        var c: Editor.State
        static var d: Int?
        var e: Int? { nil }
        var f: Int? { didSet {} }
        lazy var g: Int? = 1
        nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Presents' needs a 'var', because the presented state changes",
          line: 3,
          column: 13,
          highlights: ["let"],
          fixIts: [FixItSpec(message: "Replace 'let' with 'var'")]
        ),
        DiagnosticSpec(
          message: "'@Presents' needs a type annotation",
          line: 4,
          column: 17,
          highlights: ["b"]
        ),
        DiagnosticSpec(
          message: "'@Presents' needs an optional type: 'nil' while nothing is presented",
          line: 5,
          column: 20,
          highlights: ["Editor.State"],
          fixIts: [FixItSpec(message: "Make the type optional")]
        ),
        DiagnosticSpec(
          message: "'@Presents' needs a single stored instance 'var' without observers",
          line: 6,
          column: 3,
          highlights: ["@Presents"]
        ),
        DiagnosticSpec(
          message: "'@Presents' needs a single stored instance 'var' without observers",
          line: 7,
          column: 3,
          highlights: ["@Presents"]
        ),
        DiagnosticSpec(
          message: "'@Presents' needs a single stored instance 'var' without observers",
          line: 8,
          column: 3,
          highlights: ["@Presents"]
        ),
        DiagnosticSpec(
          message: "'@Presents' needs a single stored instance 'var' without observers",
          line: 9,
          column: 3,
          highlights: ["@Presents"]
        ),
      ],
      fixedSource: """
        @ObservableState
        struct State {
          @Presents var a: Int?
          @Presents var b = Editor.State()
          @Presents var c: Editor.State?
          @Presents static var d: Int?
          @Presents var e: Int? { nil }
          @Presents var f: Int? { didSet {} }
          @Presents lazy var g: Int? = 1
        }
        """
    )
  }
}
