import IssueReporting

extension CasePathable {
  /// Edits the payload of a case in place.
  ///
  /// ```swift
  /// destination.modify(\.list) { $0.rows.append(row) }
  /// ```
  ///
  /// A value in another case stays as it is, `edit` is not called, and an issue is reported at the caller's line; where
  /// that is no mistake, write through `value[case: \.name]`.
  ///
  /// The payload's storage is not copied: the enum is emptied while `edit` runs.
  ///
  /// - Parameters:
  ///   - keyPath: The case.
  ///   - edit: Changes the payload. What it changed before it throws stays changed.
  ///   - fileID: The caller's file, for the issue.
  ///   - filePath: The caller's file, for the issue.
  ///   - line: The caller's line, for the issue.
  ///   - column: The caller's column, for the issue.
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value>,
    _ edit: (inout Value) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows {
    if try AnyCasePath(keyPath).modify(&self, edit) == nil {
      reportWrongCase(of: self, keyPath, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
}

extension AnyCasePath {
  /// Edits the payload of `root` in place, without a copy of its storage.
  ///
  /// - Returns: What `edit` returned, or `nil` when `root` is in another case; then `edit` was not called.
  package func modify<Result>(_ root: inout Root, _ edit: (inout Value) throws -> Result) rethrows -> Result? {
    // While both the enum and `value` refer to the payload's storage, a change to it would copy it. `consume` ends the
    // enum's life first, in debug builds too; the compiler checks that every way out gives `root` a value again.
    let old = consume root
    guard var value = extract(from: old) else {
      root = old
      return nil
    }
    _ = consume old
    do {
      let result = try edit(&value)
      root = embed(value)
      return result
    } catch {
      root = embed(value)
      throw error
    }
  }
}

func reportWrongCase<Root, Enum, Value>(
  of root: Root,
  _ keyPath: CaseKeyPath<Enum, Value>,
  fileID: StaticString,
  filePath: StaticString,
  line: UInt,
  column: UInt
) {
  reportIssue(
    """
    Can't modify '\(root)' through the case key path '\(keyPath.caseDescription())': the value is in another case, and \
    stays as it was.

    Ask for the case first, as in 'if value.is(\\.name)', write through 'value[case: \\.name]' where another case is no \
    mistake, or assign a whole case to go over to it.
    """,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}

extension KeyPath {
  /// The key path as people wrote it, where the runtime knows the names, and its type where it doesn't.
  fileprivate func caseDescription<Enum, Payload>() -> String where Root == Case<Enum>, Value == Case<Payload> {
    // The names of computed properties come from the symbol table, which programs on Linux don't carry.
    let description = debugDescription
    guard description.contains("<computed") else { return description }
    return "CaseKeyPath<\(unqualifiedName(of: Enum.self)), \(unqualifiedName(of: Payload.self))>"
  }
}
