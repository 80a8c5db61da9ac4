import StateSharing

extension EditWriter {
  /// Writes the edits of a shared value, as an assertion makes them: `$0.$stats.withLock { $0.count = 3 }`.
  ///
  /// Afterwards the running assertion expects the new value, so there are no edits left for other wrappers of the
  /// same value.
  mutating func writeShared(_ old: any SharedHandle, _ new: any SharedHandle, at target: Target) {
    let (expected, actual) = old.comparison(with: new)
    guard old.isSame(as: new) else {
      guard areEqual(expected, actual) == false else { return }
      // The wrapper refers to another shared value now, which can be expected only of this wrapper.
      return append(
        path: target.expression,
        old: expected,
        new: actual,
        statement: Literal.text(of: actual).map { "\(target.expression) = Shared(value: \($0))" }
      )
    }
    var inner = EditWriter(limit: max(1, limit - edits.count), looksBehindEqual: true, isRepeatable: isRepeatable)
    inner.write(expected, actual, at: Target(root: "$0"))
    guard !inner.edits.isEmpty else { return }
    append(
      path: target.expression,
      old: expected,
      new: actual,
      statement: target.call("withLock \(Self.closure(inner))"),
      parts: inner.edits.map { edit in
        Edit(
          path: target.expression + edit.path.dropFirst(2),
          old: edit.old,
          new: edit.new,
          statement: edit.statement,
          parts: edit.parts
        )
      }
    )
    old.expectActual()
  }

  private static func closure(_ writer: EditWriter) -> String {
    let lines = writer.edits.flatMap { $0.statement.split(separator: "\n") }
    // A comment would hide the closing brace.
    if let line = lines.first, lines.count == 1, writer.rest == 0, !line.hasPrefix("//") { return "{ \(line) }" }
    let more = writer.rest > 0 ? ["  // … and \(writer.rest) more"] : []
    return (["{"] + lines.map { "  \($0)" } + more + ["}"]).joined(separator: "\n")
  }
}
