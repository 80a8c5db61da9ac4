// FeatureTools: The linter and the templates of features.

/// Finds mistakes in features that the compiler can't find.
///
/// The rules read only the syntax. They compare names without types, and in doubt they report nothing.
package struct Linter: Sendable {
  private let rules: [any Rule] = allRules

  /// The name of the findings about comments that ignore others.
  static let ignoreRule = "ignore"

  /// Creates a linter with all rules.
  package init() {}

  /// The names of the rules with their descriptions.
  package var ruleDescriptions: [(name: String, summary: String)] {
    rules.map { ($0.name, $0.summary) }
      + [(Self.ignoreRule, "A comment '\(ignoreMarker)' has no reason, or ignores nothing")]
  }

  /// Returns the findings in a package, ordered by file and line.
  ///
  /// - Parameters:
  ///   - inventory: The targets of the package. All are read, because actions are sent between targets.
  ///   - targets: The names of the targets whose findings are returned; by default all.
  ///   - exceptions: The names of targets whose findings are not returned.
  /// - Throws: The error of reading a file.
  package func findings(
    in inventory: PackageInventory,
    targets: [String] = [],
    exceptions: [String] = []
  ) throws -> [Finding] {
    let package = try SourcePackage(inventory)
    let selected = package.files.map { (name: $0.target.name, path: $0.path) }.filter { file in
      (targets.isEmpty || targets.contains(file.name)) && !exceptions.contains(file.name)
    }
    let paths = Set(selected.map { $0.path })
    return findings(in: package).filter { paths.contains($0.file) }
  }

  func findings(in package: SourcePackage) -> [Finding] {
    var found = rules.flatMap { $0.findings(in: package) }
    for file in package.files {
      for comment in IgnoreComment.all(in: file) {
        let isIgnored = { (finding: Finding) in
          finding.file == file.path && finding.line == comment.target && finding.rule == comment.rule
        }
        if let problem = problem(with: comment, ignoresNothing: !found.contains(where: isIgnored)) {
          found.append(
            Finding(
              file: file.path,
              line: comment.line,
              column: comment.column,
              rule: Self.ignoreRule,
              message: problem.message,
              fix: problem.fix
            )
          )
        } else {
          found.removeAll(where: isIgnored)
        }
      }
    }
    return found.sorted { ($0.file, $0.line, $0.column, $0.rule) < ($1.file, $1.line, $1.column, $1.rule) }
  }

  private func problem(with comment: IgnoreComment, ignoresNothing: Bool) -> (message: String, fix: String)? {
    if !rules.contains(where: { $0.name == comment.rule }) {
      return ("There is no rule '\(comment.rule)'.", "Use one of: \(rules.map(\.name).joined(separator: ", ")).")
    }
    if ignoresNothing {
      return ("The comment ignores nothing: there is no finding of '\(comment.rule)' here.", "Remove the comment.")
    }
    if comment.reason.isEmpty {
      return (
        "The comment ignores a finding without a reason.",
        "Write the reason: '// \(ignoreMarker) \(comment.rule): reason'."
      )
    }
    return nil
  }
}
