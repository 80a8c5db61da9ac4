import SwiftSyntax

/// A comment that ignores a finding: `// lint-features:ignore RULE: reason`.
struct IgnoreComment {
  let line: Int
  let column: Int
  /// The line whose findings it ignores.
  let target: Int
  let rule: String
  let reason: String

  /// Returns the comments of a file.
  static func all(in file: SourceFile) -> [IgnoreComment] {
    guard file.contains(ignoreMarker) else { return [] }
    return file.tree.tokens(viewMode: .sourceAccurate).flatMap { token -> [IgnoreComment] in
      token.commentsBefore.compactMap { comment -> IgnoreComment? in
        guard let (rule, reason) = parse(comment.text) else { return nil }
        let position = file.position(at: comment.position)
        let target = comment.isAtEndOfLine ? position.line : file.position(of: token).line
        return IgnoreComment(line: position.line, column: position.column, target: target, rule: rule, reason: reason)
      }
    }
  }

  private static func parse(_ comment: String) -> (rule: String, reason: String)? {
    let text = comment.drop { $0 == "/" || $0 == " " }
    guard text.hasPrefix(ignoreMarker) else { return nil }
    let parts = text.dropFirst(ignoreMarker.count).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let trimmed = parts.map { part in String(part.drop { $0 == " " }) }
    return (trimmed[0].split(separator: " ").first.map(String.init) ?? "", trimmed.count > 1 ? trimmed[1] : "")
  }
}
