import SwiftSyntax

/// Finds tasks that a reducer starts itself.
struct UnstructuredTask: Rule {
  let name = "unstructured-task"
  let summary = "A reducer starts a task of its own"

  func findings(in package: SourcePackage) -> [Finding] {
    package.files.flatMap { file -> [Finding] in
      let known = package.reducers(of: file)
      guard !known.isEmpty, file.contains("Task") else { return [] }
      return nodes(of: FunctionCallExprSyntax.self, in: file.tree).compactMap { call in
        let name = call.calledExpression.trimmedDescription
        guard ["Task", "Task.detached", "Task.init", "Task.immediate"].contains(name) || name.hasPrefix("Task<"),
          call.trailingClosure != nil || call.argument("operation") != nil,
          enclosingReducer(of: call, known: known) != nil
        else { return nil }
        return finding(
          in: file,
          at: call,
          "The store can't cancel this task, and a test doesn't wait for it.",
          fix: "Return an effect, '.run { send in … }', or use 'async let' or a task group inside of one."
        )
      }
    }
  }
}
