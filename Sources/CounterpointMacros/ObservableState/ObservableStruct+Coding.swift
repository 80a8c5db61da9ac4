import SwiftDiagnostics
import SwiftSyntax

extension ObservableStruct {
  // A `Codable` struct is coded under the names of its properties and without the registrar.
  //
  // A struct without coding keys gets some, from which the compiler synthesizes the coding. If the user wrote the
  // keys or one half of the coding, the keys name the properties. These are computed, so the compiler can't code
  // them, and the macro generates the rest of the coding.

  /// The coding keys, as a member, if the struct needs them.
  var codingKeys: Lines {
    guard needsDecoding || needsEncoding, userDefinedKeys == nil,
      !declaration.memberBlock.members.declaredNames.contains("CodingKeys")
    else { return [] }
    return keys(ofStorage: !hasCustomCoding)
  }

  /// The coding functions. They are in an extension, because an initializer in the struct would replace the
  /// memberwise one.
  var coding: [Lines] {
    let coded: [Conditional<StateProperty>]
    if let userDefinedKeys {
      let names = Set(
        [Conditional<EnumCase>](in: userDefinedKeys.memberBlock.members).flatMap(\.elements).map(\.identifier)
      )
      coded = properties.filter { names.contains($0.identifier) }
    } else {
      coded = hasCustomCoding && !codingKeys.isEmpty ? codable : []
    }
    guard coded.flatMap(\.elements).contains(where: \.isObserved) else { return [] }
    return (needsDecoding ? [decoding(coded)] : []) + (needsEncoding ? [encoding(coded)] : [])
  }

  /// The errors about properties that the generated initializer can't initialize.
  var codingDiagnostics: [Diagnostic] {
    withoutKeys.map { property in
      let message = ObservableStateMessage.withoutKey(name: property.identifier, type: declaration.name.text)
      return Diagnostic(node: property.binding.pattern, message: message)
    }
  }

  /// The properties that need a value, and for which the user's own keys have no case.
  private var withoutKeys: [StateProperty] {
    guard needsDecoding, let userDefinedKeys else { return [] }
    let keys = Set(
      [Conditional<EnumCase>](in: userDefinedKeys.memberBlock.members).flatMap(\.elements).map(\.identifier)
    )
    return properties.flatMap(\.elements).filter { !$0.isInitialized && !keys.contains($0.identifier) }
  }

  private var needsDecoding: Bool { conforms("Decodable") && !hasCustomDecoding }
  private var needsEncoding: Bool { conforms("Encodable") && !hasCustomEncoding }
  private var hasCustomCoding: Bool { hasCustomDecoding || hasCustomEncoding }

  private var hasCustomDecoding: Bool { declaration.memberBlock.members.declaresInitializer(label: "from") }
  private var hasCustomEncoding: Bool { declaration.memberBlock.members.declaresFunction("encode", label: "to") }

  /// The coding keys that the user wrote.
  private var userDefinedKeys: EnumDeclSyntax? {
    declaration.memberBlock.members.lazy.compactMap { $0.decl.as(EnumDeclSyntax.self) }
      .first { $0.name.text == "CodingKeys" }
  }

  /// The properties for which the compiler synthesizes keys: all but lazy ones.
  private var codable: [Conditional<StateProperty>] {
    properties.filter { !$0.declaration.hasModifier(.lazy) }
  }

  /// Returns whether the struct conforms to one half of `Codable`. The compiler does not list a conformance from an
  /// extension as missing. Tools without type information list all of them.
  private func conforms(_ name: String) -> Bool {
    let isMissing = missingConformances.contains { $0.unqualifiedNames == [name] }
    return !declaration.inheritedNames.isDisjoint(with: ["Codable", name]) || !isMissing
  }

  /// - Parameter ofStorage: Whether the compiler synthesizes the coding, which is that of the stored properties.
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
      let coded = property.codedName
      return ["self.\(coded) = try values._$decode(\\Self.\(coded), forKey: .\(property.name.text))"]
    }
    // If a property can't be initialized, that is the only error.
    let end = withoutKeys.isEmpty ? [] : ["Swift.fatalError()"]
    return ["\(isolation)\(access)init(from decoder: any Swift.Decoder) throws {"]
      + (["let values = try decoder.container(keyedBy: CodingKeys.self)"] + values.flatMap { $0 } + end).indented + [
        "}"
      ]
  }

  private func encoding(_ properties: [Conditional<StateProperty>]) -> Lines {
    let values = render(properties) { property in
      ["try values._$encode(self.\(property.codedName), forKey: .\(property.name.text))"]
    }
    return ["\(isolation)\(access)func encode(to encoder: any Swift.Encoder) throws {"]
      + (["var values = encoder.container(keyedBy: CodingKeys.self)"] + values.flatMap { $0 }).indented + ["}"]
  }
}

extension StateProperty {
  /// Whether the property has a value that no initializer sets. A wrapper may have one, as far as the macro can see.
  fileprivate var isInitialized: Bool {
    if binding.initializer != nil || declaration.hasModifier(.lazy) || kind == .presented { return true }
    if let wrapper = declaration.attributes.propertyWrapper {
      return wrapper.arguments != nil || !["Shared", "SharedReader"].contains(wrapper.unqualifiedName)
    }
    return !declaration.isConstant && binding.typeAnnotation?.type.isOptional == true
  }

  /// The name under which the coding functions read and write the value.
  ///
  /// A property wrapper is coded itself, as by the compiler: its value may be stored elsewhere.
  fileprivate var codedName: String {
    declaration.attributes.propertyWrapper == nil ? name.text : ("_" + identifier).quotedIfNeeded
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
  /// Returns whether there is exactly one parameter, with this label.
  fileprivate func hasOnly(_ label: String) -> Bool {
    parameters.count == 1 && parameters.first?.firstName.text == label
  }
}
