import MacrosUnderTest
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Expands the macros of the package in `source`, and records an issue at the caller's line for every difference
/// from `expected`.
///
/// - Parameters:
///   - source: The source of a user.
///   - expected: The whole source after the expansion.
///   - diagnostics: The expected errors and warnings, with their positions in `source`. Others are reported as
///     issues.
///   - fixIts: The messages of the fix-its to apply.
///   - fixedSource: The expected source after applying the fix-its.
func expectExpansion(
  _ source: String,
  _ expected: String,
  diagnostics: [DiagnosticSpec] = [],
  applyFixIts fixIts: [String]? = nil,
  fixedSource: String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  assertMacroExpansion(
    source,
    expandedSource: expected,
    diagnostics: diagnostics,
    macroSpecs: [
      "CasePathable": MacroSpec(type: CasePathableMacro.self, conformances: ["CasePathable", "CasePathIterable"]),
      "DependencyClient": MacroSpec(type: DependencyClientMacro.self),
      "DependencyEndpoint": MacroSpec(type: DependencyEndpointMacro.self),
      "DependencyEndpointIgnored": MacroSpec(type: DependencyEndpointIgnoredMacro.self),
      "DependencyEntry": MacroSpec(type: DependencyEntryMacro.self),
      "ObservableState": MacroSpec(
        type: ObservableStateMacro.self,
        conformances: ["ObservableState", "Decodable", "Encodable"]
      ),
      "ObservationStateIgnored": MacroSpec(type: ObservationStateIgnoredMacro.self),
      "ObservationStateTracked": MacroSpec(type: ObservationStateTrackedMacro.self),
      "Presents": MacroSpec(type: PresentsMacro.self),
      "Reducer": MacroSpec(type: ReducerMacro.self, conformances: ["CaseReducer", "Reducer"]),
      "ViewAction": MacroSpec(type: ViewActionMacro.self, conformances: ["ViewActionSending"]),
    ],
    applyFixIts: fixIts,
    fixedSource: fixedSource,
    indentationWidth: .spaces(2),
    failureHandler: { failure in
      Issue.record(
        Comment(rawValue: failure.message),
        sourceLocation: SourceLocation(
          fileID: failure.location.fileID,
          filePath: failure.location.filePath,
          line: failure.location.line,
          column: failure.location.column
        )
      )
    },
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}
