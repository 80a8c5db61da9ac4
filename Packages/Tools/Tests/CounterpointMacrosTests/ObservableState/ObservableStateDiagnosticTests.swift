import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The errors of `@ObservableState`, each with its message, source location and fix-it.
@Suite struct ObservableStateDiagnosticTests {
  @Test func aClass() {
    expectExpansion(
      """
      @ObservableState
      public final class Model {
        var count = 0
      }
      """,
      """

      public final class Model {
        var count = 0
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' cannot be applied to class type 'Model': state is a struct or an enum",
          line: 2,
          column: 14,
          highlights: ["class"],
          fixIts: [FixItSpec(message: "Replace '@ObservableState' with '@Observable'")]
        )
      ],
      fixedSource: """
        @Observable
        public final class Model {
          var count = 0
        }
        """
    )
  }

  @Test func anActor() {
    expectExpansion(
      """
      @ObservableState
      actor Model {
        var count = 0
      }
      """,
      """

      actor Model {
        var count = 0
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' cannot be applied to actor type 'Model': state is a struct or an enum",
          line: 2,
          column: 1,
          highlights: ["actor"]
        )
      ]
    )
  }

  @Test func attributesOfOtherMacros() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        @ObservationIgnored var a = 0
        @ObservationTracked var b = 0
        #if DEBUG
        @PresentationState var c: Int?
        #endif
      }
      """,
      """

      struct State {
        @ObservationIgnored var a = 0
        @ObservationTracked var b = 0
        #if DEBUG
        @PresentationState var c: Int?
        #endif
        nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservationIgnored' cannot be used inside '@ObservableState'; use '@ObservationStateIgnored'",
          line: 3,
          column: 3,
          highlights: ["@ObservationIgnored"],
          fixIts: [FixItSpec(message: "Replace '@ObservationIgnored' with '@ObservationStateIgnored'")]
        ),
        DiagnosticSpec(
          message: "'@ObservationTracked' cannot be used inside '@ObservableState'; use '@ObservationStateTracked'",
          line: 4,
          column: 3,
          highlights: ["@ObservationTracked"],
          fixIts: [FixItSpec(message: "Replace '@ObservationTracked' with '@ObservationStateTracked'")]
        ),
        DiagnosticSpec(
          message: "'@PresentationState' cannot be used inside '@ObservableState'; use '@Presents'",
          line: 6,
          column: 3,
          highlights: ["@PresentationState"],
          fixIts: [FixItSpec(message: "Replace '@PresentationState' with '@Presents'")]
        ),
      ],
      fixedSource: """
        @ObservableState
        struct State {
          @ObservationStateIgnored var a = 0
          @ObservationStateTracked var b = 0
          #if DEBUG
          @Presents var c: Int?
          #endif
        }
        """
    )
  }

  @Test func shapes() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        /// Two.
        public var a, b: Int, c = 1
        var (d, e) = (1, 2)
        weak var f: AnyObject?
        var g: [some Equatable] = [1]
        let h = 1, i = 2
        @ObservationStateIgnored var (j, k) = (1, 2)
        static var l = 1, m = 2
      }
      """,
      """

      struct State {
        /// Two.
        public var a, b: Int, c = 1
        var (d, e) = (1, 2)
        weak var f: AnyObject?
        var g: [some Equatable] = [1]
        let h = 1, i = 2
        var (j, k) = (1, 2)
        static var l = 1, m = 2
        nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' needs a separate declaration for each property",
          line: 4,
          column: 17,
          highlights: ["b"],
          fixIts: [FixItSpec(message: "Declare each property separately")]
        ),
        DiagnosticSpec(
          message: "'@ObservableState' cannot observe properties that are declared as a tuple",
          line: 5,
          column: 7,
          highlights: ["(d, e)"],
          fixIts: [FixItSpec(message: "Add '@ObservationStateIgnored'")]
        ),
        DiagnosticSpec(
          message: "'@ObservableState' cannot observe the weak property 'f': its deallocation notifies no observers",
          line: 6,
          column: 3,
          highlights: ["weak"],
          fixIts: [FixItSpec(message: "Add '@ObservationStateIgnored'")]
        ),
        DiagnosticSpec(
          message: "'@ObservableState' cannot observe 'g', whose type is opaque",
          line: 7,
          column: 11,
          highlights: ["some Equatable"],
          fixIts: [FixItSpec(message: "Add '@ObservationStateIgnored'")]
        ),
      ],
      fixedSource: """
        @ObservableState
        struct State {
          /// Two.
          public var a: Int
          public var b: Int
          public var c = 1
          @ObservationStateIgnored var (d, e) = (1, 2)
          @ObservationStateIgnored weak var f: AnyObject?
          @ObservationStateIgnored var g: [some Equatable] = [1]
          let h = 1, i = 2
          @ObservationStateIgnored var (j, k) = (1, 2)
          static var l = 1, m = 2
        }
        """
    )
  }

  @Test func attributeOnADeclarationThatIsNotStored() {
    expectExpansion(
      """
      struct State {
        @ObservationStateTracked let a = 1
        @ObservationStateTracked var b: Int { 1 }
        @ObservationStateTracked func c() {}
      }
      """,
      """
      struct State {
        let a = 1
        var b: Int { 1 }
        func c() {}
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservationStateTracked' needs a stored instance 'var'",
          line: 2,
          column: 3,
          highlights: ["@ObservationStateTracked"]
        ),
        DiagnosticSpec(
          message: "'@ObservationStateTracked' needs a stored instance 'var'",
          line: 3,
          column: 3,
          highlights: ["@ObservationStateTracked"]
        ),
        DiagnosticSpec(
          message: "'@ObservationStateTracked' needs a stored instance 'var'",
          line: 4,
          column: 3,
          highlights: ["@ObservationStateTracked"]
        ),
      ]
    )
  }
}
