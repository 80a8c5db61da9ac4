import SwiftSyntax

/// Finds effects whose id has no use, because no code cancels it.
struct UncanceledID: Rule {
  let name = "uncanceled-id"
  let summary = "No code cancels the id of 'cancellable(id:)'"

  func findings(in package: SourcePackage) -> [Finding] {
    let calls = package.files.flatMap { file -> [FunctionCallExprSyntax] in
      guard file.contains("cancel(id:") else { return [] }
      return nodes(of: FunctionCallExprSyntax.self, in: file.tree).filter { $0.calledName == "cancel" }
    }
    let keys = calls.map { $0.argument("id").flatMap { keyOfID($0) } }
    // A variable may have any value.
    guard !zip(calls, keys).contains(where: { isLibraryCancellation($0) && $1 == nil }) else { return [] }
    let canceled = Set(keys.compactMap(\.self))
    return package.files.flatMap { file -> [Finding] in
      guard file.contains("cancellable(") else { return [] }
      return nodes(of: FunctionCallExprSyntax.self, in: file.tree).compactMap { call in
        guard call.calledName == "cancellable", let id = call.argument("id"), let key = keyOfID(id),
          call.argument("cancelInFlight").map({ $0.trimmedDescription == "false" }) ?? true,
          !canceled.contains(key)
        else { return nil }
        return finding(
          in: file,
          at: id,
          "No code cancels '\(id.trimmedDescription)'.",
          fix: "Return '.cancel(id: \(id.trimmedDescription))' where the effect must end, add 'cancelInFlight: true', "
            + "or remove 'cancellable'."
        )
      }
    }
  }
}
