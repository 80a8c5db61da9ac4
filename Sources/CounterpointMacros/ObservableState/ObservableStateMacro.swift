package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `@ObservableState`: adds attributes to the observed properties, members, and the conformance in an
/// extension.
package enum ObservableStateMacro {
  /// Disabled, because the macro formats its own output.
  package static var formatMode: FormatMode { .disabled }
}

extension ObservableStateMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    // Only this role reports errors; otherwise each error would be reported three times.
    declaration.observableStateDiagnostics(of: node).forEach(context.diagnose)
    let structure = declaration.as(StructDeclSyntax.self)
      .map { ObservableStruct($0, missingConformances: protocols, lexicalContext: context.lexicalContext) }
    structure?.codingDiagnostics.forEach(context.diagnose)
    let members =
      if let structure {
        structure.members
      } else if let declaration = declaration.as(EnumDeclSyntax.self) {
        ObservableEnum(declaration).members
      } else {
        [Lines]()
      }
    return members.map { "\(raw: $0.joined(separator: "\n"))" }
  }
}

extension ObservableStateMacro: MemberAttributeMacro {
  package static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AttributeSyntax] {
    guard
      let declaration = declaration.as(StructDeclSyntax.self),
      let variable = member.as(VariableDeclSyntax.self),
      let property = variable.stateProperties.first,
      property.kind == .tracked,
      !variable.attributes.contains(["ObservationStateTracked"])
    else { return [] }

    let makesRegistrar = ObservableStruct.makesRegistrar(property, in: declaration.memberBlock.members)
    return [makesRegistrar ? "@ObservationStateTracked(makesRegistrar: true)" : "@ObservationStateTracked"]
  }
}

extension ObservableStateMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else { return [] }
    let isMissing = protocols.contains { $0.unqualifiedNames == ["ObservableState"] }
    let conforms = isMissing && !declaration.inheritedNames.contains("ObservableState")
    let structure = declaration.as(StructDeclSyntax.self)
      .map { ObservableStruct($0, missingConformances: protocols, lexicalContext: context.lexicalContext) }
    let coding = structure?.coding ?? []
    guard conforms || !coding.isEmpty, context.canExtend(declaration, attribute: node) else { return [] }

    let name = type.trimmedDescription
    // An extension has the default isolation of the module, but the conformance must be nonisolated.
    let members = coding.joinedWithEmptyLines()
    return
      (conforms
      ? context.extending(declaration, "extension \(name): nonisolated CounterpointCore.ObservableState") : [])
      + (members.isEmpty ? [] : context.extending(declaration, "extension \(name)", members: members))
  }
}

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
          "  self = .\(enumCase.name.text)(\(enumCase.parameters[0].labeled("payload")))",
        ]
        : ["case .\(enumCase.name.text): break"]
    }
    return ["public nonisolated mutating func _$willModify() {"] + switchOverSelf(branches) + ["}"]
  }

  private func switchOverSelf(_ branches: [Lines]) -> Lines {
    (["switch self {"] + branches.flatMap { $0 } + ["}"]).indented
  }
}
