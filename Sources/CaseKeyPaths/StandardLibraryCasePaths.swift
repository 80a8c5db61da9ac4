extension Optional: CasePathable, CasePathIterable {
  /// The case paths of an optional, and those of the enum that it wraps.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The case without a payload.
    public var none: AnyCasePath<Wrapped?, Void> {
      AnyCasePath(embed: { nil }, extract: { $0 == nil ? () : nil })
    }

    /// The case with the wrapped value.
    public var some: AnyCasePath<Wrapped?, Wrapped> {
      AnyCasePath(embed: { $0 }, extract: { $0 })
    }

    /// The path to a case of the wrapped enum. It doesn't match `nil`.
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Wrapped.AllCasePaths, AnyCasePath<Wrapped, Member>>
    ) -> AnyCasePath<Wrapped?, Member> where Wrapped: CasePathable {
      some.appending(Wrapped.allCasePaths[keyPath: keyPath])
    }
  }

  /// The case paths of an optional.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Optional.AllCasePaths: CasePathReflectable {
  /// The case of an optional: `\.none` or `\.some`.
  ///
  /// - Parameter root: The optional.
  public subscript(root: Wrapped?) -> PartialCaseKeyPath<Wrapped?> {
    root == nil ? \.none : \.some
  }
}

extension Optional.AllCasePaths: Sequence {
  /// Returns an iterator over `\.none` and `\.some`.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Wrapped?>]> {
    [\.none, \.some].makeIterator()
  }
}

extension Optional where Wrapped: CasePathable {
  /// Returns whether there is a value and it is in a case, as in `destination.is(\.list)`.
  ///
  /// If the wrapped enum has a case `none` or `some`, `\.none` and `\.some` still are the cases of the optional.
  ///
  /// - Parameter keyPath: A case of the wrapped enum.
  @_disfavoredOverload
  public func `is`(_ keyPath: PartialCaseKeyPath<Wrapped>) -> Bool {
    self?.is(keyPath) ?? false
  }

  /// Mutates the payload of a case of the wrapped enum in place; `nil` counts as another case.
  ///
  /// If the value is in another case, it is unchanged, `edit` is not called, and an issue is reported at the call
  /// site. The storage of the payload is not copied.
  ///
  /// - Parameters:
  ///   - keyPath: A case of the wrapped enum.
  ///   - edit: Mutates the payload. Its changes remain if it throws.
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

extension Result: CasePathable, CasePathIterable {
  /// The case paths of a result.
  public struct AllCasePaths: Sendable {
    /// The case with the value.
    public var success: AnyCasePath<Result, Success> {
      AnyCasePath(embed: { .success($0) }, extract: { if case .success(let value) = $0 { value } else { nil } })
    }

    /// The case with the error.
    public var failure: AnyCasePath<Result, Failure> {
      AnyCasePath(embed: { .failure($0) }, extract: { if case .failure(let error) = $0 { error } else { nil } })
    }
  }

  /// The case paths of a result.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Result.AllCasePaths: CasePathReflectable {
  /// The case of a result: `\.success` or `\.failure`.
  ///
  /// - Parameter root: The result.
  public subscript(root: Result<Success, Failure>) -> PartialCaseKeyPath<Result<Success, Failure>> {
    switch root {
    case .success: \.success
    case .failure: \.failure
    }
  }
}

extension Result.AllCasePaths: Sequence {
  /// Returns an iterator over `\.success` and `\.failure`.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Result<Success, Failure>>]> {
    [\.success, \.failure].makeIterator()
  }
}

extension Never: CasePathable, CasePathIterable {
  /// The case paths of `Never`, which has no cases.
  public struct AllCasePaths: Sendable {}

  /// The case paths of `Never`, which has no cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Never.AllCasePaths: CasePathReflectable {
  /// The case of a value. It is never called, because `Never` has no values.
  ///
  /// - Parameter root: A value of `Never`.
  public subscript(root: Never) -> PartialCaseKeyPath<Never> {
    get {}
  }
}

extension Never.AllCasePaths: Sequence {
  /// Returns an empty iterator.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Never>]> {
    [].makeIterator()
  }
}
