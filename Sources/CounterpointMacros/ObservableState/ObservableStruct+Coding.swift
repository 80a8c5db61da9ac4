import SwiftSyntax

extension ObservableStruct {
  // What makes a struct that says `Codable` be coded under the names of its properties, without the registrar.
  //
  // Without keys of its own the struct gets some, with which the compiler writes the coding. Where somebody wrote the keys, or one
  // half of the coding, the keys name the properties, which to the compiler are computed and can't be coded; there the macro
  // writes the rest of the coding.

  /// The keys, where the struct needs some; a member.
  var codingKeys: Lines {
    guard needsDecoding || needsEncoding, ownKeys == nil,
      !declaration.memberBlock.members.declaredNames.contains("CodingKeys")
    else { return [] }
    return keys(ofStorage: !isCodedByHand)
  }

  /// The functions that code. They stand in an extension, because an initialiser in the struct would take the place of the
  /// memberwise one.
  var coding: [Lines] {
    let coded: [Conditional<StateProperty>]
    if let ownKeys {
      let names = Set([Conditional<EnumCase>](in: ownKeys.memberBlock.members).flatMap(\.elements).map(\.identifier))
      coded = properties.filter { names.contains($0.identifier) }
    } else {
      coded = isCodedByHand && !codingKeys.isEmpty ? codable : []
    }
    guard coded.flatMap(\.elements).contains(where: \.isObserved) else { return [] }
    return (needsDecoding ? [decoding(coded)] : []) + (needsEncoding ? [encoding(coded)] : [])
  }

  private var needsDecoding: Bool { conforms("Decodable") && !decodesByHand }
  private var needsEncoding: Bool { conforms("Encodable") && !encodesByHand }
  private var isCodedByHand: Bool { decodesByHand || encodesByHand }

  private var decodesByHand: Bool { declaration.memberBlock.members.declaresInitializer(label: "from") }
  private var encodesByHand: Bool { declaration.memberBlock.members.declaresFunction("encode", label: "to") }

  /// The keys that somebody wrote.
  private var ownKeys: EnumDeclSyntax? {
    declaration.memberBlock.members.lazy.compactMap { $0.decl.as(EnumDeclSyntax.self) }
      .first { $0.name.text == "CodingKeys" }
  }

  /// What the compiler has keys for: not for what is lazy.
  private var codable: [Conditional<StateProperty>] {
    properties.filter { !$0.declaration.hasModifier(.lazy) }
  }

  /// Whether the struct conforms to one half of `Codable`: the compiler leaves out of what is missing what an extension adds;
  /// tools that don't know types leave out nothing.
  private func conforms(_ name: String) -> Bool {
    let isMissing = missingConformances.contains { $0.unqualifiedNames == [name] }
    return !declaration.inheritedNames.isDisjoint(with: ["Codable", name]) || !isMissing
  }

  /// - Parameter ofStorage: Whether the compiler codes by them, which codes what is stored.
  private func keys(ofStorage: Bool) -> Lines {
    let cases = render(codable) { property in
      property.isObserved && ofStorage
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
}

extension MemberBlockItemListSyntax {
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
