import SwiftSyntax

extension ObservableStruct {
  /// What makes a struct that says `Codable` be coded under the names of its properties, without the registrar.
  ///
  /// Without keys of its own the struct gets some, with which the compiler writes the coding. Keys that somebody wrote name
  /// the properties, which to the compiler are computed and can't be coded; there the macro writes the coding.
  var coding: [Lines] {
    let isDecoded = conforms("Decodable")
    let isEncoded = conforms("Encodable")
    let members = declaration.memberBlock.members
    let needsDecoding = isDecoded && !members.declaresInitializer(label: "from")
    let needsEncoding = isEncoded && !members.declaresFunction("encode", label: "to")
    guard needsDecoding || needsEncoding else { return [] }

    guard let keys = members.codingKeys else {
      return members.declaredNames.contains("CodingKeys") ? [] : [generatedKeys]
    }
    let names = Set([Conditional<EnumCase>](in: keys.memberBlock.members).flatMap(\.elements).map(\.identifier))
    guard properties.flatMap(\.elements).contains(where: { $0.isObserved && names.contains($0.identifier) }) else {
      return []
    }
    let coded = properties.filter { names.contains($0.identifier) }
    return (needsDecoding ? [decoding(coded)] : []) + (needsEncoding ? [encoding(coded)] : [])
  }

  /// Whether the struct conforms to one half of `Codable`: the compiler leaves out of what is missing what an extension adds;
  /// tools that don't know types leave out nothing.
  private func conforms(_ name: String) -> Bool {
    let isMissing = missingConformances.contains { $0.unqualifiedNames == [name] }
    return !declaration.inheritedNames.isDisjoint(with: ["Codable", name]) || !isMissing
  }

  private var generatedKeys: Lines {
    // The compiler has no key for what is lazy.
    let cases = render(properties.filter { !$0.declaration.hasModifier(.lazy) }) { property in
      property.isObserved
        ? ["case \(property.storage) = \"\(property.identifier)\""] : ["case \(property.name.text)"]
    }
    let rawType = cases.isEmpty ? "" : "Swift.String, "
    return ["private nonisolated enum CodingKeys: \(rawType)Swift.CodingKey {"] + cases.flatMap { $0 }.indented + ["}"]
  }

  private func decoding(_ properties: [Conditional<StateProperty>]) -> Lines {
    let decoded = properties.filter { !($0.declaration.isConstant && $0.binding.initializer != nil) }
    let values = render(decoded) { property in
      ["self.\(property.name.text) = try values._$decode(\\Self.\(property.name.text), forKey: .\(property.name.text))"]
    }
    return ["\(access)init(from decoder: any Swift.Decoder) throws {"]
      + (["let values = try decoder.container(keyedBy: CodingKeys.self)"] + values.flatMap { $0 }).indented + ["}"]
  }

  private func encoding(_ properties: [Conditional<StateProperty>]) -> Lines {
    let values = render(properties) { property in
      ["try values._$encode(\(property.name.text), forKey: .\(property.name.text))"]
    }
    return ["\(access)func encode(to encoder: any Swift.Encoder) throws {"]
      + (["var values = encoder.container(keyedBy: CodingKeys.self)"] + values.flatMap { $0 }).indented + ["}"]
  }

  /// The access that an implementation of `Codable` needs: that of the struct, as far as it goes beyond the module's.
  private var access: String {
    let levels: [TokenKind] = [.keyword(.public), .keyword(.package)]
    return declaration.modifiers.first { levels.contains($0.name.tokenKind) }.map { $0.name.text + " " } ?? ""
  }
}

extension MemberBlockItemListSyntax {
  /// The keys that somebody wrote.
  fileprivate var codingKeys: EnumDeclSyntax? {
    lazy.compactMap { $0.decl.as(EnumDeclSyntax.self) }.first { $0.name.text == "CodingKeys" }
  }

  fileprivate func declaresInitializer(label: String) -> Bool {
    contains { $0.decl.as(InitializerDeclSyntax.self)?.signature.parameterClause.hasOnly(label) ?? false }
  }

  fileprivate func declaresFunction(_ name: String, label: String) -> Bool {
    contains { member in
      guard let function = member.decl.as(FunctionDeclSyntax.self) else { return false }
      return function.name.text == name && function.signature.parameterClause.hasOnly(label)
    }
  }
}

extension FunctionParameterClauseSyntax {
  /// Whether there is one parameter, with this label.
  fileprivate func hasOnly(_ label: String) -> Bool {
    parameters.count == 1 && parameters.first?.firstName.text == label
  }
}
