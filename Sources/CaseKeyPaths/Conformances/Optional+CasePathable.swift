extension Optional: CasePathable, CasePathIterable {
  /// The case paths of an optional.
  public struct AllCasePaths: Sendable {
    /// The case without a payload.
    public var none: AnyCasePath<Wrapped?, Void> {
      AnyCasePath(embed: { nil }, extract: { $0 == nil ? () : nil })
    }

    /// The case with the wrapped value.
    public var some: AnyCasePath<Wrapped?, Wrapped> {
      AnyCasePath(embed: { $0 }, extract: { $0 })
    }
  }

  /// The case paths of an optional.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Optional.AllCasePaths: CasePathReflectable {
  /// `\.none` or `\.some`.
  ///
  /// - Parameter root: The optional.
  public subscript(root: Wrapped?) -> PartialCaseKeyPath<Wrapped?> {
    root == nil ? \.none : \.some
  }
}

extension Optional.AllCasePaths: Sequence {
  /// Goes over `\.none` and `\.some`.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Wrapped?>]> {
    [\.none, \.some].makeIterator()
  }
}

extension Optional where Wrapped: CasePathable {
  /// Whether there is a value and it is in a case, as in `destination.is(\.list)`.
  ///
  /// Where the optional's own `\.none` and `\.some` are cases of the wrapped enum too, the optional's are meant.
  ///
  /// - Parameter keyPath: A case of the wrapped enum.
  @_disfavoredOverload
  public func `is`(_ keyPath: PartialCaseKeyPath<Wrapped>) -> Bool {
    self?.is(keyPath) ?? false
  }

  /// Edits the payload of a case of the wrapped enum in place; `nil` counts as another case.
  ///
  /// A value in another case stays as it is, `edit` is not called, and an issue is reported at the caller's line. The
  /// payload's storage is not copied.
  ///
  /// - Parameters:
  ///   - keyPath: A case of the wrapped enum.
  ///   - edit: Changes the payload. What it changed before it throws stays changed.
  ///   - fileID: The caller's file, for the issue.
  ///   - filePath: The caller's file, for the issue.
  ///   - line: The caller's line, for the issue.
  ///   - column: The caller's column, for the issue.
  @_disfavoredOverload
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Wrapped, Value>,
    _ edit: (inout Value) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows {
    if try Self.allCasePaths.some.appending(AnyCasePath(keyPath)).modify(&self, edit) == nil {
      reportWrongCase(of: self, keyPath, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
}
