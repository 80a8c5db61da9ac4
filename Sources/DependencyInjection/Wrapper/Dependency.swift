/// Reads a dependency.
///
/// ```swift
/// struct Forecast: Reducer {
///   @Dependency(\.weather) var weather
///   @Dependency(\.date.now) var now
/// ```
///
/// Each read gives the value that is then in force. It remembers the overrides that were in force where it was made: an
/// object made inside `withDependencies` keeps them for later. What is overridden at the time of
/// the read wins.
///
/// Don't make it `static`: it would remember the overrides of whoever happens to use it first.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private enum Source: @unchecked Sendable {
    // @unchecked because metatypes of keys are Sendable in all but name.
    case keyPath(any KeyPath<DependencyValues, Value> & Sendable)
    case key(any TestDependencyKey.Type)
    case function(@Sendable (DependencyValues) -> Value)
  }

  private let source: Source
  let initial: DependencyValues
  let location: SourceLocation

  /// Reads a dependency by its property, or a part of one: `@Dependency(\.date.now)`.
  ///
  /// - Parameters:
  ///   - keyPath: The property of ``DependencyValues``, or a path into its value.
  ///   - fileID: The place of the declaration, for issues.
  ///   - filePath: The place of the declaration, for issues.
  ///   - line: The place of the declaration, for issues.
  ///   - column: The place of the declaration, for issues.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      .keyPath(keyPath),
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Reads a dependency by its key, for keys without a property: `@Dependency(WeatherClient.self) var weather`.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The place of the declaration, for issues.
  ///   - filePath: The place of the declaration, for issues.
  ///   - line: The place of the declaration, for issues.
  ///   - column: The place of the declaration, for issues.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    self.init(.key(key), SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Reads what a function makes of the values.
  package init(
    reading function: @escaping @Sendable (DependencyValues) -> Value,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    self.init(.function(function), SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private init(_ source: Source, _ location: SourceLocation) {
    self.source = source
    self.initial = DependencyValues._current
    self.location = location
  }

  /// The value: with what is overridden now, else with what was overridden where this was made, else the default.
  ///
  /// It is looked up at each read, which costs what the subscript of ``DependencyValues``
  /// says; keep it in a local variable where it is read in a loop.
  public var wrappedValue: Value {
    let current = DependencyValues._current
    let values = initial.merged(with: current)
    // What the read runs into sees the same values: getters that read other dependencies, and defaults.
    if values.storage === current.storage { return read(values) }
    return DependencyValues.$_current.withValue(values) { read(values) }
  }

  private func read(_ values: DependencyValues) -> Value {
    var values = values
    #if DEBUG
    values.change { $0.declaration = location }
    #endif
    switch source {
    case .keyPath(let keyPath): return values[keyPath: keyPath]
    case .key(let key): return read(key, values)
    case .function(let function): return function(values)
    }
  }

  private func read<Key: TestDependencyKey>(_ key: Key.Type, _ values: DependencyValues) -> Value {
    guard let value = values.value(of: key, name: "\(key).self", at: location) as? Value else {
      preconditionFailure("\(key).Value is no \(Value.self), although the initialiser asked for it.")
    }
    return value
  }
}

/// A wrapper that remembers the values that were current where it was made, whatever it reads.
protocol RemembersDependencies {
  var initial: DependencyValues { get }
}

extension Dependency: RemembersDependencies {}
