import SwiftSyntax

/// The members that `@CasePathable` adds to an enum: the type `AllCasePaths` and its value.
///
/// Names of types are qualified by their modules, so that a program may declare a type `Sequence`. All members are
/// `nonisolated`, so that the case paths of an enum on the main actor are usable from any context.
struct AllCasePaths {
  private let cases: [Conditional<EnumCase>]
  private let types: PayloadTypeRewriter
  /// The names that the enum already declares.
  private let existing: Set<String>
  /// Whether the enum declares its own `AllCasePaths`, which the macro leaves unchanged.
  let isUserDefined: Bool
  /// Whether `AllCasePaths` conforms to `Sequence`.
  let isSequence: Bool
  /// Whether the enum may be generic, as a member of a generic type is.
  private let mayBeGeneric: Bool

  /// Reads an enum.
  ///
  /// - Parameters:
  ///   - declaration: The enum.
  ///   - lexicalContext: The enclosing declarations, innermost first.
  /// - Throws: The errors in the declaration.
  init(of declaration: some DeclGroupSyntax, lexicalContext: [Syntax]) throws(CasePathableError) {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else { throw .notAnEnum(declaration) }
    let cases = [Conditional<EnumCase>](in: declaration.memberBlock.members)
    let members = declaration.memberBlock.members.declarations
    let types = Set(members.compactMap(\.declaredTypeName))
    let paths = members.first { $0.declaredTypeName == "AllCasePaths" }
    self.isUserDefined = paths != nil
    self.isSequence = paths?.asProtocol((any DeclGroupSyntax).self)?.inheritedNames.contains("Sequence") ?? true
    self.mayBeGeneric = ([Syntax(declaration)] + lexicalContext).contains(where: \.mayBeGeneric)
    self.existing = types.union(declaration.memberBlock.members.declaredNames)
    self.cases = cases
    self.types = PayloadTypeRewriter(enumName: declaration.name.text, isHidden: types.contains(declaration.name.text))

    guard !isUserDefined else { return }
    let overloaded = cases.overloaded
    guard overloaded.isEmpty else { throw .overloaded(overloaded) }
    let reserved = cases.flatMap(\.elements).filter { ["allCasePaths", "makeIterator"].contains($0.identifier) }
    guard reserved.isEmpty else { throw .reserved(reserved) }
    let autoclosures = cases.flatMap(\.elements).filter { $0.parameters.contains(where: \.isAutoclosure) }
    guard autoclosures.isEmpty else { throw .autoclosures(autoclosures) }
  }

  /// The members to add, in order, without those that the enum already declares.
  var members: [Lines] {
    let value = ["public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }"]
    return (isUserDefined ? [] : typeMembers) + (existing.contains("allCasePaths") ? [] : [value])
  }

  private var typeMembers: [Lines] {
    let properties = render(cases, join: { $0.joinedWithEmptyLines() }, property)
    let body = (properties + deprecated + [reflection, iteration]).joinedWithEmptyLines()
    let paths =
      ["public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {"]
      + body.indented + ["}"]
    return types.aliases + [paths]
  }

  /// Returns the case path of a case.
  private func property(for enumCase: EnumCase) -> Lines {
    let header =
      "public var \(enumCase.name.text): CaseKeyPaths.AnyCasePath<\(types.enumName), \(enumCase.payload(types))>"
    // Declared only for the compiler's message about a use of the unavailable case.
    guard !enumCase.isUnavailable else { return enumCase.availability + ["\(header) { Swift.fatalError() }"] }
    return enumCase.availability + [
      "\(header) {",
      "  .init(",
      "    \(mayBeGeneric ? "_" : "")\(enumCase.embeddingArgument(types.enumName)),",
      "    extract: { if case \(enumCase.pattern) = $0 { \(enumCase.extraction) } else { nil } }",
      "  )",
      "}",
    ]
  }

  private var keyPathType: String { "CaseKeyPaths.PartialCaseKeyPath<\(types.enumName)>" }

  /// The enums that provide the key paths of deprecated cases. The compiler doesn't warn about deprecated names in a
  /// deprecated member, nor about the use of such a member through a protocol.
  private var deprecated: [Lines] {
    render(available.filter(\.isDeprecated), join: { $0.joinedWithEmptyLines() }) { enumCase in
      [
        "private nonisolated enum \(deprecatedName(enumCase)): CaseKeyPaths.DeprecatedCasePath {",
        "  @available(*, deprecated)",
        "  static var keyPath: \(keyPathType) { \\.\(enumCase.name.text) }",
        "}",
      ]
    }
  }

  private func deprecatedName(_ enumCase: EnumCase) -> String { ("_" + enumCase.identifier).quotedIfNeeded }

  /// The cases that have values.
  private var available: [Conditional<EnumCase>] { cases.filter { !$0.isUnavailable } }

  /// Returns the expression of a case's key path.
  private func keyPath(_ enumCase: EnumCase) -> String {
    enumCase.isDeprecated ? "\(deprecatedName(enumCase)).currentKeyPath" : "\\.\(enumCase.name.text)"
  }

  /// The subscript that returns the case of a value.
  private var reflection: Lines {
    let certain = available.filter { !$0.isConditional }.flatMap(\.elements)
    let body: Lines
    if available.isEmpty {
      // The compiler would warn about an empty `switch`, because it is unreachable.
      body = ["get {}"]
    } else if certain.allSatisfy(\.mayBeUninhabited), available.flatMap(\.elements).contains(where: \.mayBeUninhabited)
    {
      // Swift 6.3.1 does not accept a `switch` over an uninhabited enum as exhaustive.
      body =
        render(available) { ["if case .\($0.name.text) = root { return \(keyPath($0)) }"] }.flatMap { $0 }
        + ["Swift.fatalError()"]
    } else {
      body =
        ["switch root {"] + render(available) { ["case .\($0.name.text): \(keyPath($0))"] }.flatMap { $0 } + ["}"]
    }
    return ["public subscript(root: \(types.enumName)) -> \(keyPathType) {"] + body.indented + ["}"]
  }

  /// The sequence of the key paths of all cases.
  private var iteration: Lines {
    let names = available.map { item in item.isConditional ? nil : item.elements.first }
    let body =
      if names.contains(where: { $0 == nil }) {
        // `reserveCapacity` mutates the array. Without a mutation, the compiler suggests `let` if no case is
        // compiled.
        ["var cases: [\(keyPathType)] = []", "cases.reserveCapacity(\(available.flatMap(\.elements).count))"]
          + render(available) { ["cases.append(\(keyPath($0)))"] }.flatMap { $0 }
          + ["return cases.makeIterator()"]
      } else {
        list(names.compactMap { $0.map(keyPath) })
      }
    return ["public func makeIterator() -> Swift.IndexingIterator<[\(keyPathType)]> {"] + body.indented + ["}"]
  }

  /// Returns the iterator over a list, on one line if it fits.
  private func list(_ elements: [String]) -> Lines {
    let line = "[\(elements.joined(separator: ", "))].makeIterator()"
    return line.count <= 100 ? [line] : ["["] + elements.map { "  \($0)," } + ["].makeIterator()"]
  }
}

extension SyntaxProtocol {
  /// Whether it declares a generic type, or extends a type, of which a macro can't know whether it is generic.
  fileprivate var mayBeGeneric: Bool { self.is(ExtensionDeclSyntax.self) || isGeneric }

  /// Whether it declares a generic type or function.
  var isGeneric: Bool { asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil }
}
