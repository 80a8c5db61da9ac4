import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The one compiler plug-in of the package: a program that the compiler starts, and that expands every macro.
@main
struct CounterpointPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    CasePathableMacro.self,
    ObservableStateMacro.self,
    ObservationStateIgnoredMacro.self,
    ObservationStateTrackedMacro.self,
    PresentsMacro.self,
    ViewActionMacro.self,
  ]
}
