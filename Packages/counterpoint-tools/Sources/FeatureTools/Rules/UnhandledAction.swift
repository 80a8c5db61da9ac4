/// Finds actions that no reducer handles.
struct UnhandledAction: Rule {
  let name = "unhandled-action"
  let summary = "No reducer of the package handles a case of an action"

  func findings(in package: SourcePackage) -> [Finding] {
    ActionCase.all(in: package).compactMap { action in
      guard !action.isExported, !generatedActions.contains(action.name), !package.mentions.handled.contains(action.name)
      else { return nil }
      return finding(
        in: action.file,
        at: action.node,
        "No reducer handles '\(action.description)'.",
        fix: "Handle it in a 'switch', also if that returns '.none' only, or remove the case."
      )
    }
  }
}

/// The names of cases that macros and operators send and handle.
let generatedActions: Set<String> = ["binding", "view"]
