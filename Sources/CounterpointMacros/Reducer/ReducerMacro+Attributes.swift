import SwiftSyntax

extension ReducerMacro {
  /// Returns the attributes to add to a member of a reducer, without those that it already has.
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

  /// Returns the attributes for the enum `Action`, and for an enum `State`: both get case paths.
  private static func attributes(forDomain member: EnumDeclSyntax) -> [String] {
    let attributes: KeyValuePairs =
      switch member.name.text {
      case "Action": ["CasePathable": "Counterpoint.CasePathable"]
      case "State": ["CasePathable": "Counterpoint.CasePathable", "dynamicMemberLookup": "dynamicMemberLookup"]
      default: [:]
      }
    return attributes.filter { !member.attributes.contains([$0.key]) }.map(\.value)
  }

  /// Returns the result builder for a `body`.
  ///
  /// The requirement of the protocol has it too, but Swift infers it only if the declaration itself states the
  /// conformance.
  private static func builder(for member: VariableDeclSyntax) -> [String] {
    guard
      let body = ReducerBody(member), let arguments = body.builderArguments,
      !member.attributes.contains(["ReducerBuilder"])
    else { return [] }
    return ["CounterpointCore.ReducerBuilder<\(arguments)>"]
  }

  /// Returns the marker for cases without a feature, if all cases of the declaration have the same kind.
  private static func mark(for member: EnumCaseDeclSyntax) -> [String] {
    let marks = Set(member.elements.map { ReducerCase(EnumCase($0, in: member)).mark })
    guard let mark = marks.first ?? nil, marks.count == 1, !member.attributes.contains([mark]) else { return [] }
    return ["Counterpoint.\(mark)"]
  }
}
