import SwiftSyntax

/// Finds dependencies whose value in tests is the live one.
struct MissingTestValue: Rule {
  let name = "missing-test-value"
  let summary = "A 'DependencyKey' has no 'testValue'"

  func findings(in package: SourcePackage) -> [Finding] {
    let files = package.sources.filter { $0.contains("DependencyKey", "testValue") }
    let withValue = Set(files.flatMap { groups(in: $0.tree).filter { hasTestValue($0) }.map { $0.typeName } })
    return files.flatMap { file -> [Finding] in
      groups(in: file.tree)
        .filter { $0.inherits("DependencyKey") && !withValue.contains($0.typeName) }
        .map { key in
          finding(
            in: file,
            at: key,
            "'\(key.typeName)' has no 'testValue', so a test that forgets to override it uses the live value.",
            fix: "Declare 'static let testValue', for example an implementation that reports each call."
          )
        }
    }
  }

  private func hasTestValue(_ group: any DeclGroupSyntax) -> Bool {
    group.memberBlock.members.contains { member in
      let bindings = member.decl.as(VariableDeclSyntax.self)?.bindings
      return bindings?.contains { $0.pattern.trimmedDescription == "testValue" } ?? false
    }
  }
}
