import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The one compiler plug-in of the package: a program that the compiler starts, and that expands every macro.
@main
struct CounterpointPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    CasePathableMacro.self,
    DependencyClientMacro.self,
    DependencyEndpointIgnoredMacro.self,
    DependencyEndpointMacro.self,
    DependencyEntryMacro.self,
    ObservableStateMacro.self,
    ObservationStateIgnoredMacro.self,
    ObservationStateTrackedMacro.self,
    PresentsMacro.self,
    ReducerCaseEphemeralMacro.self,
    ReducerCaseIgnoredMacro.self,
    ReducerMacro.self,
    ViewActionMacro.self,
  ]
}
