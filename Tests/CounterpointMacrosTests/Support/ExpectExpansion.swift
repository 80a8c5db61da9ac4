import CounterpointMacros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Expands the package's macros in `source` and records an issue, at the caller's line, for every difference to `expected`.
///
/// - Parameters:
///   - source: What a user writes.
///   - expected: The whole source after the expansion.
///   - diagnostics: The errors and warnings that the macros give, with their places in `source`; no others may be given.
///   - fixIts: What an editor offers and the user accepts.
///   - fixedSource: `source` after that.
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
