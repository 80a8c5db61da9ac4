import SwiftSyntax

/// Finds errors that stop the program.
struct ForcedTry: Rule {
  let name = "forced-try"
  let summary = "A reducer stops the program at an error, with 'try!'"

  func findings(in package: SourcePackage) -> [Finding] {
    package.files.flatMap { file -> [Finding] in
      let known = package.reducers(of: file)
      guard !known.isEmpty, file.contains("try!") else { return [] }
      return nodes(of: TryExprSyntax.self, in: file.tree).compactMap { expression in
        guard expression.questionOrExclamationMark?.text == "!", enclosingReducer(of: expression, known: known) != nil
        else { return nil }
        return finding(
          in: file,
          at: expression,
          "An error here stops the program.",
          fix: "Use 'try' in an effect with 'catch:', or 'do' and 'catch', and keep the failure in the state."
        )
      }
    }
  }
}
