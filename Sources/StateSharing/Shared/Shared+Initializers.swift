@_spi(Internals) import CounterpointSupport

extension Shared {
  /// Creates a value that is shared only by copies of this wrapper and by wrappers derived from it.
  ///
  /// - Parameter value: The value.
  public init(value: sending Value) {
    self.init(reference: RootReference(value))
  }

  /// Creates a value that is shared only by copies of this wrapper and by wrappers derived from it: `Shared(Stats())`.
  ///
  /// - Parameter value: The value.
  @_disfavoredOverload
  public init(_ value: sending Value) {
    self.init(reference: RootReference(value))
  }

  /// Creates a copy of another wrapper.
  ///
  /// - Parameter projectedValue: The wrapper.
  public init(projectedValue: Self) {
    self = projectedValue
  }

  /// Unwraps an optional value. Fails if it is nil.
  ///
  /// If it becomes nil later, this wrapper keeps showing the last value. Changes are discarded until there is a value
  /// again.
  ///
  /// - Parameter base: The optional value.
  public init?(_ base: Shared<Value?>) {
    guard let reference = OptionalReference(base.reference) else { return nil }
    self.init(reference: reference)
  }

  /// Shares the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value to use if nothing is stored. Not evaluated if another wrapper holds the value.
  ///   - key: The key.
  public init(
    wrappedValue: @autoclosure () -> Value,
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: key.root(at: location, initialValue: wrappedValue))
  }

  /// Shares the optional value of a key, which is nil as long as nothing is stored.
  ///
  /// - Parameter key: The key.
  @_disfavoredOverload
  public init<Wrapped>(
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value == Wrapped? {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: key.root(at: location, initialValue: { nil }))
  }

  /// Shares the value of a key that has a default.
  ///
  /// - Parameter key: The key.
  public init<Key: SharedKey<Value>>(
    _ key: Key.Default,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: key.root(at: location, initialValue: { key.initialValue }))
  }

  /// Shares the value of a key that has a default, with another default.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value to use if nothing is stored. Not evaluated if another wrapper holds the value.
  ///   - key: The key.
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value,
    _ key: Key.Default,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: key.root(at: location, initialValue: wrappedValue))
  }

  /// Shares the stored value of a key. Fails if nothing is stored.
  ///
  /// - Parameter key: The key.
  /// - Throws: The error of the key; ``SharedStorageError/missing(key:)`` if nothing is stored.
  public init(
    require key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: try await key.requiredRoot(at: location))
  }

  /// Not available: a value that is not optional needs a default.
  @_disfavoredOverload
  @available(*, unavailable, message: "Give the value a default: '@Shared(…) var value = …', or a key that has one.")
  public init(_ key: some SharedKey<Value>) {
    fatalError("unavailable")
  }
}
