import SwiftSyntax

/// The members that `@ObservableState` adds to an enum: its identity, which consists of the case and the identity of
/// its payload.
struct ObservableEnum {
  let declaration: EnumDeclSyntax
  /// The cases that have values. A case is numbered by its position here, counted across all branches of each `#if`.
  private let cases: [Conditional<EnumCase>]

  init(_ declaration: EnumDeclSyntax) {
    self.declaration = declaration
    self.cases = [Conditional<EnumCase>](in: declaration.memberBlock.members).filter { !$0.isUnavailable }
  }

  /// The members to add, in order, without those that the enum already declares.
  var members: [Lines] {
    let existing = declaration.memberBlock.members.declaredNames
    return [("_$id", identity), ("_$willModify", edit)].filter { !existing.contains($0.0) }.map(\.1)
  }

  private var identity: Lines {
    var count = 0
    let branches = render(cases) { enumCase in
      defer { count += 1 }
      return enumCase.parameters.count == 1
        ? ["case .\(enumCase.name.text)(let payload): .init(of: payload).tagged(\(count))"]
        : ["case .\(enumCase.name.text): .init()"]
    }
    return ["public nonisolated var _$id: CounterpointCore.ObservableStateID {"] + switchOverSelf(branches) + ["}"]
  }

  private var edit: Lines {
    let branches = render(cases) { enumCase in
      enumCase.parameters.count == 1 && enumCase.availability.isEmpty
        ? [
          "case .\(enumCase.name.text)(var payload):",
          "  CounterpointCore.ObservableStateID.willModify(&payload)",
          "  self = .\(enumCase.name.text)(\(enumCase.parameters[0].labelled("payload")))",
        ]
        : ["case .\(enumCase.name.text): break"]
    }
    return ["public nonisolated mutating func _$willModify() {"] + switchOverSelf(branches) + ["}"]
  }

  private func switchOverSelf(_ branches: [Lines]) -> Lines {
    (["switch self {"] + branches.flatMap { $0 } + ["}"]).indented
  }
}
