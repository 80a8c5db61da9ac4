import SwiftSyntax

extension ReducerMacro {
  /// The attributes that a member of a reducer gets, without those that it has.
  static func attributes(for member: DeclSyntax, in declaration: some DeclGroupSyntax) -> [String] {
    if let member = member.as(EnumDeclSyntax.self) {
      attributes(forDomain: member)
    } else if let member = member.as(VariableDeclSyntax.self) {
      builder(for: member)
    } else if let member = member.as(EnumCaseDeclSyntax.self), declaration.is(EnumDeclSyntax.self) {
      mark(for: member)
    } else {
      []
    }
  }

  /// Case paths for the actions, and for a state that is an enum.
  private static func attributes(forDomain member: EnumDeclSyntax) -> [String] {
    let attributes: KeyValuePairs =
      switch member.name.text {
      case "Action": ["CasePathable": "Counterpoint.CasePathable"]
      case "State": ["CasePathable": "Counterpoint.CasePathable", "dynamicMemberLookup": "dynamicMemberLookup"]
      default: [:]
      }
    return attributes.filter { !member.attributes.contains([$0.key]) }.map(\.value)
  }

  /// The builder for a `body`.
  ///
  /// The protocol's requirement has it too, but Swift takes it over only where the type itself states the conformance.
  private static func builder(for member: VariableDeclSyntax) -> [String] {
    guard
      let body = ReducerBody(member), let arguments = body.builderArguments,
      !member.attributes.contains(["ReducerBuilder"])
    else { return [] }
    return ["CounterpointCore.ReducerBuilder<\(arguments)>"]
  }

  /// What tells readers that a case is no feature, where this holds for all cases on the line.
  private static func mark(for member: EnumCaseDeclSyntax) -> [String] {
    let marks = Set(member.elements.map { ReducerCase(EnumCase($0, in: member)).mark })
    guard let mark = marks.first ?? nil, marks.count == 1, !member.attributes.contains([mark]) else { return [] }
    return ["Counterpoint.\(mark)"]
  }
}
