import SwiftSyntax

/// What `@CasePathable` writes into an enum: the type `AllCasePaths` and its value.
///
/// The types are written with their modules, so that a program may have a type `Sequence` of its own. Nothing is isolated, so
/// that an enum of the main actor, or of a module where that is the default, has case paths for everyone.
struct AllCasePaths {
  private let cases: [Conditional<EnumCase>]
  private let types: PayloadTypeRewriter
  /// What the enum has already.
  private let existing: Set<String>
  /// Whether the enum has a type `AllCasePaths` of its own, with which the macro has nothing to do.
  let isWrittenByHand: Bool
  /// Whether that one says that it is a sequence.
  let isSequence: Bool

  /// Reads an enum.
  ///
  /// - Throws: What is wrong with the declaration.
  init(of declaration: some DeclGroupSyntax) throws(CasePathableError) {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else { throw .notAnEnum(declaration) }
    let cases = [Conditional<EnumCase>](in: declaration.memberBlock.members)
    let members = declaration.memberBlock.members.declarations
    let types = Set(members.compactMap(\.declaredTypeName))
    let paths = members.first { $0.declaredTypeName == "AllCasePaths" }
    self.isWrittenByHand = paths != nil
    self.isSequence = paths?.asProtocol((any DeclGroupSyntax).self)?.inheritedNames.contains("Sequence") ?? true
    self.existing = types.union(declaration.memberBlock.members.declaredNames)
    self.cases = cases
    self.types = PayloadTypeRewriter(enumName: declaration.name.text, isHidden: types.contains(declaration.name.text))

    guard !isWrittenByHand else { return }
    let overloaded = cases.overloaded
    guard overloaded.isEmpty else { throw .overloaded(overloaded) }
    let reserved = cases.flatMap(\.elements).filter { ["allCasePaths", "makeIterator"].contains($0.identifier) }
    guard reserved.isEmpty else { throw .reserved(reserved) }
  }

  /// The members that the enum gets, in order, without those that it declares itself.
  var members: [Lines] {
    let value = ["public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }"]
    return (isWrittenByHand ? [] : typeMembers) + (existing.contains("allCasePaths") ? [] : [value])
  }

  private var typeMembers: [Lines] {
    let properties = render(cases, join: { $0.joinedWithEmptyLines() }, property)
    let body = (properties + deprecated + [reflection, iteration]).joinedWithEmptyLines()
    let paths =
      ["public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {"]
      + body.indented + ["}"]
    return types.aliases + [paths]
  }

  /// The case path of a case.
  private func property(for enumCase: EnumCase) -> Lines {
    let header =
      "public var \(enumCase.name.text): CaseKeyPaths.AnyCasePath<\(types.enumName), \(enumCase.payload(types))>"
    // It is there for what the compiler says to who names it.
    guard !enumCase.isUnavailable else { return enumCase.availability + ["\(header) { Swift.fatalError() }"] }
    return enumCase.availability + [
      "\(header) {",
      "  .init(",
      "    \(enumCase.embeddingArgument(types.enumName)),",
      "    extract: { if case \(enumCase.pattern) = $0 { \(enumCase.extraction) } else { nil } }",
      "  )",
      "}",
    ]
  }

  private var keyPathType: String { "CaseKeyPaths.PartialCaseKeyPath<\(types.enumName)>" }

  /// Where the key paths of deprecated cases come from: the compiler does not warn of what a deprecated member names, nor of the
  /// use of one through a protocol.
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

  /// The cases that values can be in.
  private var available: [Conditional<EnumCase>] { cases.filter { !$0.isUnavailable } }

  /// The expression that is the key path of a case.
  private func keyPath(_ enumCase: EnumCase) -> String {
    enumCase.isDeprecated ? "\(deprecatedName(enumCase)).currentKeyPath" : "\\.\(enumCase.name.text)"
  }

  /// The subscript that tells the case of a value.
  private var reflection: Lines {
    let certain = available.filter { !$0.isConditional }.flatMap(\.elements)
    let body: Lines
    if available.isEmpty {
      // An empty `switch` is unreachable code, of which the compiler warns.
      body = ["get {}"]
    } else if certain.allSatisfy(\.mayHaveNoValues), available.flatMap(\.elements).contains(where: \.mayHaveNoValues) {
      // Swift 6.3.1 takes no `switch` over an enum without any value for exhaustive.
      body =
        render(available) { ["if case .\($0.name.text) = root { return \(keyPath($0)) }"] }.flatMap { $0 }
        + ["Swift.fatalError()"]
    } else {
      body =
        ["switch root {"] + render(available) { ["case .\($0.name.text): \(keyPath($0))"] }.flatMap { $0 } + ["}"]
    }
    return ["public subscript(root: \(types.enumName)) -> \(keyPathType) {"] + body.indented + ["}"]
  }

  /// The sequence of the cases' key paths.
  private var iteration: Lines {
    let names = available.map { item in item.isConditional ? nil : item.elements.first }
    let body =
      if names.contains(where: { $0 == nil }) {
        // Reserving is a change: where no case is compiled, the compiler would rather have a constant.
        ["var cases: [\(keyPathType)] = []", "cases.reserveCapacity(\(available.flatMap(\.elements).count))"]
          + render(available) { ["cases.append(\(keyPath($0)))"] }.flatMap { $0 }
          + ["return cases.makeIterator()"]
      } else {
        list(names.compactMap { $0.map(keyPath) })
      }
    return ["public func makeIterator() -> Swift.IndexingIterator<[\(keyPathType)]> {"] + body.indented + ["}"]
  }

  /// The iterator over a list: on one line where it fits.
  private func list(_ elements: [String]) -> Lines {
    let line = "[\(elements.joined(separator: ", "))].makeIterator()"
    return line.count <= 100 ? [line] : ["["] + elements.map { "  \($0)," } + ["].makeIterator()"]
  }
}
