import IssueReporting

extension CasePathable {
  /// Mutates the payload of a case in place.
  ///
  /// ```swift
  /// destination.modify(\.list) { $0.rows.append(row) }
  /// ```
  ///
  /// If the value is in another case, it is unchanged, `edit` is not called, and an issue is reported at the call
  /// site. If another case is not an error, write `value[case: \.name]` instead.
  ///
  /// The storage of the payload is not copied, because the enum is moved out while `edit` runs.
  ///
  /// - Parameters:
  ///   - keyPath: The case.
  ///   - edit: Mutates the payload. Its changes remain if it throws.
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
  /// Mutates the payload of `root` in place, without copying its storage.
  ///
  /// - Returns: The result of `edit`, or `nil` if `root` is in another case and `edit` was not called.
  package func modify<Result>(_ root: inout Root, _ edit: (inout Value) throws -> Result) rethrows -> Result? {
    // If both the enum and `value` referred to the storage of the payload, a mutation would copy it. `consume` ends
    // the lifetime of the enum first, in debug builds too. The compiler verifies that every exit initializes `root`
    // again.
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
    Can't modify '\(root)' through the case key path '\(keyPath.caseDescription())': the value is in another case and \
    is unchanged.

    Check the case first, as in 'if value.is(\\.name)', write through 'value[case: \\.name]' where another case is not an \
    error, or assign a whole case to change to it.
    """,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}

extension KeyPath {
  /// The key path as in the source if its names are known at run time, otherwise its type.
  fileprivate func caseDescription<Enum, Payload>() -> String where Root == Case<Enum>, Value == Case<Payload> {
    // The names of computed properties come from the symbol table, which programs on Linux don't contain.
    let description = debugDescription
    guard description.contains("<computed") else { return description }
    return "CaseKeyPath<\(unqualifiedName(of: Enum.self)), \(unqualifiedName(of: Payload.self))>"
  }
}
