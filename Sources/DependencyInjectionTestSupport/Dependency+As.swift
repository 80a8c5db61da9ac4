public import DependencyInjection

extension Dependency {
  /// Reads a dependency as the concrete type that the test has put there.
  ///
  /// ```swift
  /// @Suite(.dependency(\.continuousClock, TestClock())) struct TimerTests {
  ///   @Dependency(\.continuousClock, as: TestClock<Duration>.self) var clock
  /// ```
  ///
  /// A value of another type stops the test, and the text says which type it is.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - type: The concrete type.
  ///   - fileID: The place of the declaration, for issues.
  ///   - filePath: The place of the declaration, for issues.
  ///   - line: The place of the declaration, for issues.
  ///   - column: The place of the declaration, for issues.
  public init<Erased>(
    _ keyPath: any KeyPath<DependencyValues, Erased> & Sendable,
    as type: Value.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      reading: { cast($0[keyPath: keyPath], name: "\(keyPath)", file: filePath, line: line) },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Reads the dependency of a key as the concrete type that the test has put there.
  ///
  /// A value of another type stops the test, and the text says which type it is.
  ///
  /// - Parameters:
  ///   - key: The dependency's key.
  ///   - type: The concrete type.
  ///   - fileID: The place of the declaration, for issues.
  ///   - filePath: The place of the declaration, for issues.
  ///   - line: The place of the declaration, for issues.
  ///   - column: The place of the declaration, for issues.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    as type: Value.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    // The key path is made by the compiler from the type, which is all that the closure needs to know.
    self.init(
      \.[OfKey<Key>()],
      as: type,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

private struct OfKey<Key: TestDependencyKey>: Hashable, Sendable {}

extension DependencyValues {
  fileprivate subscript<Key: TestDependencyKey>(_: OfKey<Key>) -> Key.Value {
    self[Key.self]
  }
}

private func cast<Erased, Value>(_ value: Erased, name: String, file: StaticString, line: UInt) -> Value {
  guard let value = value as? Value else {
    fatalError(
      """
      The dependency '\(name)' is read as '\(Value.self)', but is of type '\(type(of: value as Any))'. Set it to a value of \
      the type that is read, with '.dependency(…)' at the test or its suite, or with 'withDependencies'.
      """,
      file: file,
      line: line
    )
  }
  return value
}
