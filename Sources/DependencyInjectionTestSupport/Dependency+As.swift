public import DependencyInjection

extension Dependency {
  /// Reads a dependency as the concrete type with which the test overrides it.
  ///
  /// ```swift
  /// @Suite(.dependency(\.continuousClock, TestClock())) struct TimerTests {
  ///   @Dependency(\.continuousClock, as: TestClock<Duration>.self) var clock
  /// ```
  ///
  /// If the value has another type, the program stops with a message that names the type.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the dependency.
  ///   - type: The concrete type.
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

  /// Reads the dependency of a key as the concrete type with which the test overrides it.
  ///
  /// If the value has another type, the program stops with a message that names the type.
  ///
  /// - Parameters:
  ///   - key: The key of the dependency.
  ///   - type: The concrete type.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    as type: Value.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    // The compiler creates the key path from the type, which is all that the closure needs.
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
      The dependency '\(name)' is read as '\(Value.self)', but is of type '\(type(of: value as Any))'. Override it with a value of \
      the type that is read, with '.dependency(…)' at the test or its suite, or with 'withDependencies'.
      """,
      file: file,
      line: line
    )
  }
  return value
}
