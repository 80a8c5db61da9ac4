@_exported public import CaseKeyPaths
@_exported public import ControlledClocks
@_exported public import CounterpointCore
@_exported public import DependencyInjection
@_exported public import IdentifiedArrays
@_exported public import StateSharing
