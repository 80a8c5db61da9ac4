import SwiftSyntax

/// What `@CasePathable` writes into an enum: the type `AllCasePaths` and its value.
///
/// The types are written with their modules, so that a program may have a type `Sequence` of its own. Nothing is isolated, so
/// that an enum of the main actor, or of a module where that is the default, has case paths for everyone.
struct AllCasePaths {
  private let cases: [Conditional<EnumCase>]
  private let types: PayloadTypeRewriter

  /// Reads an enum.
  ///
  /// - Throws: What is wrong with the declaration.
  init(of declaration: some DeclGroupSyntax) throws(CasePathableError) {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else { throw .notAnEnum(declaration) }
    let cases = [Conditional<EnumCase>](in: declaration.memberBlock.members)
    let overloaded = cases.overloaded
    guard overloaded.isEmpty else { throw .overloaded(overloaded) }
    self.cases = cases
    self.types = PayloadTypeRewriter(enumName: declaration.name.text)
  }

  /// The members that the enum gets, in order.
  var members: [Lines] {
    let properties = render(cases, join: { $0.joinedWithEmptyLines() }, property)
    let body = (properties + [reflection, iteration]).joinedWithEmptyLines()
    let paths =
      ["public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {"]
      + body.indented + ["}"]
    return types.aliases + [paths, ["public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }"]]
  }

  /// The case path of a case.
  private func property(for enumCase: EnumCase) -> Lines {
    [
      "public var \(enumCase.name.text): CaseKeyPaths.AnyCasePath<\(types.enumName), \(enumCase.payload(types))> {",
      "  .init(",
      "    \(enumCase.embeddingArgument(types.enumName)),",
      "    extract: { if case \(enumCase.pattern) = $0 { \(enumCase.extraction) } else { nil } }",
      "  )",
      "}",
    ]
  }

  private var keyPathType: String { "CaseKeyPaths.PartialCaseKeyPath<\(types.enumName)>" }

  /// The subscript that tells the case of a value.
  private var reflection: Lines {
    let branches = render(cases) { ["case .\($0.name.text): \\.\($0.name.text)"] }.flatMap { $0 }
    // An empty `switch` is unreachable code, of which the compiler warns.
    let body = branches.isEmpty ? ["get {}"] : ["switch root {"] + branches + ["}"]
    return ["public subscript(root: \(types.enumName)) -> \(keyPathType) {"] + body.indented + ["}"]
  }

  /// The sequence of the cases' key paths.
  private var iteration: Lines {
    let names = cases.map { item in item.isConditional ? nil : item.elements.first }
    let body =
      if names.contains(where: { $0 == nil }) {
        ["var cases: [\(keyPathType)] = []"]
          + render(cases) { ["cases.append(\\.\($0.name.text))"] }.flatMap { $0 }
          + ["return cases.makeIterator()"]
      } else {
        list(names.compactMap { $0.map { "\\.\($0.name.text)" } })
      }
    return ["public func makeIterator() -> Swift.IndexingIterator<[\(keyPathType)]> {"] + body.indented + ["}"]
  }

  /// The iterator over a list: on one line where it fits.
  private func list(_ elements: [String]) -> Lines {
    let line = "[\(elements.joined(separator: ", "))].makeIterator()"
    return line.count <= 100 ? [line] : ["["] + elements.map { "  \($0)," } + ["].makeIterator()"]
  }
}
