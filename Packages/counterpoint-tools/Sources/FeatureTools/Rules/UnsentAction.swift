/// Finds actions that neither an effect nor a view sends.
struct UnsentAction: Rule {
  let name = "unsent-action"
  let summary = "No code of the package sends a case of an action, apart from tests"

  func findings(in package: SourcePackage) -> [Finding] {
    let actions = ActionCase.all(in: package)
    // A feature that no code uses yet, such as one that was just written, has no senders.
    let used = Set(actions.map(\.reducer)).filter { package.uses($0) }
    return actions.compactMap { action in
      // A package without views can't send the actions of its users.
      guard package.mentions.hasSenders, used.contains(action.reducer), !action.isExported,
        !generatedActions.contains(action.name), !package.mentions.sent.contains(action.name)
      else { return nil }
      return finding(
        in: action.file,
        at: action.node,
        "No view and no effect sends '\(action.description)'.",
        fix: "Send it, or remove the case and the code that handles it."
      )
    }
  }
}
