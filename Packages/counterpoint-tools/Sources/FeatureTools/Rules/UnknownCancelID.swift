import SwiftSyntax

/// Finds cancellations of an id that no effect has, such as a misspelled one.
struct UnknownCancelID: Rule {
  let name = "unknown-cancel-id"
  let summary = "No effect has the id that 'cancel(id:)' cancels"

  /// The operators that register an effect under an id.
  private static let operators: Set = ["cancellable", "debounce", "throttle", "withTaskCancellation"]

  func findings(in package: SourcePackage) -> [Finding] {
    let calls = package.files.flatMap { file -> [(file: SourceFile, call: FunctionCallExprSyntax)] in
      guard file.contains("id:") else { return [] }
      return nodes(of: FunctionCallExprSyntax.self, in: file.tree).map { (file, $0) }
    }
    let registered = calls.compactMap { _, call in
      call.calledName.flatMap { Self.operators.contains($0) ? call.argument("id") : nil }
    }
    let keys = registered.compactMap { keyOfID($0) }
    // A variable may have any value.
    guard keys.count == registered.count else { return [] }
    let known = Set(keys)
    return calls.compactMap { file, call in
      guard isLibraryCancellation(call), let id = call.argument("id"), let key = keyOfID(id),
        !known.contains(key)
      else { return nil }
      return finding(
        in: file,
        at: id,
        "No effect of the package has the id '\(id.trimmedDescription)', so this cancels nothing.",
        fix: "Use the id of the effect's 'cancellable(id:)', or remove the cancellation."
      )
    }
  }
}
