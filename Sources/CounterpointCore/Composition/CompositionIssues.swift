import CounterpointSupport

/// The issue for an action of an absent child.
struct MissingChild {
  /// The operator's name, as in `ifLet`.
  let name: String
  /// The location of the operator.
  let location: SourceLocation

  /// Reports an action for which there was no child.
  ///
  /// - Parameters:
  ///   - received: What was received, and what was missing.
  ///   - action: The action.
  ///   - present: What was there instead, where that is of interest.
  ///   - child: What to call the child.
  func report(_ received: String, action: some Any, insteadOf present: String = "", child: String = "child") {
    let article = "aeiou".contains(child.prefix(1)) ? "an" : "a"
    reportIssue(
      """
      '\(name)' at \(location.fileID):\(location.line) received \(received):

      \(indentedDump(of: action))
      \(present)
      The \(child) was not run; the parent was. It is one of these:

      • A reducer that runs before the '\(name)' has removed the \(child)'s state, for this action or an earlier one. Remove \
      it in the reducer that the '\(name)' is attached to: that runs after the \(child).
      • An effect has outlived the \(child)'s state and has sent this. Effects that \(article) \(child) returns through '\(name)' \
      are canceled when its state is removed, but not those that were returned together with the removal, nor those of \
      other features.
      • The action was sent to the store although the state was not there. Ask for the state first, or get rid of what \
      sends the action, such as a screen that is still shown.
      """,
      at: location
    )
  }
}
