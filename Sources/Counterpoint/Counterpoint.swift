@_exported public import CaseKeyPaths
@_exported public import CounterpointCore
