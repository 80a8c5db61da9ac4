@_spi(Internals) import CounterpointSupport

/// A property wrapper that reads a dependency.
///
/// ```swift
/// struct Forecast: Reducer {
///   @Dependency(\.weather) var weather
///   @Dependency(\.date.now) var now
/// ```
///
/// Each read returns the value that is current at that time. The wrapper also captures the overrides that are in
/// effect where it is created, so an object created inside of `withDependencies` keeps them. Overrides in effect at
/// the time of the read take precedence over the captured ones.
///
/// Don't use it on a `static` property, because it would capture the overrides of its first use.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  @usableFromInline
  enum Source: @unchecked Sendable {
    // @unchecked because the compiler doesn't treat metatypes of keys as Sendable, although they are.
    case keyPath(any KeyPath<DependencyValues, Value> & Sendable)
    case key(any TestDependencyKey.Type)
    case function(@Sendable (DependencyValues) -> Value)
  }

  @usableFromInline let source: Source
  @usableFromInline let captured: DependencyValues
  let location: SourceLocation

  /// Reads a dependency by its property, or a member of one: `@Dependency(\.date.now)`.
  ///
  /// - Parameter keyPath: A property of ``DependencyValues``, or a path into its value.
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

  /// Reads a dependency by its key, for a key without a property: `@Dependency(WeatherClient.self) var weather`.
  ///
  /// - Parameter key: The key.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    self.init(.key(key), SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Reads no dependency. Because of this declaration the compiler reports an unknown name with one error.
  ///
  /// Without it, the compiler takes the key path for a key, and also reports that it is none.
  ///
  /// - Parameter keyPath: A path into another type.
  @available(*, unavailable, message: "Name a property of 'DependencyValues', or a path into its value")
  public init<Root>(_ keyPath: any KeyPath<Root, Value> & Sendable) {
    fatalError("unavailable")
  }

  /// Reads the result of a function of the current values.
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
    self.captured = DependencyValues._current
    self.location = location
  }

  /// The value: from the current overrides, otherwise from the captured overrides, otherwise the default of the key.
  ///
  /// Each read performs a lookup; the subscript of ``DependencyValues`` states its cost. Store the value in a local
  /// variable if a loop reads it.
  @inlinable
  public var wrappedValue: Value {
    let current = DependencyValues._current
    #if !DEBUG
    // The common case, fully visible to the compiler. Debug builds have to record the declaration.
    if captured.storage === current.storage || captured.storage.isUnmodified, case .keyPath(let keyPath) = source {
      return current[keyPath: keyPath]
    }
    #endif
    return value(with: current)
  }

  @usableFromInline
  func value(with current: DependencyValues) -> Value {
    let values = captured.merged(with: current)
    // Code that the read calls, such as getters and defaults that read other dependencies, sees the same values.
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
      preconditionFailure("\(key).Value is not \(Value.self), although the initializer requires it.")
    }
    return value
  }
}

/// A wrapper that captures the values that are current at its creation, whatever it reads.
protocol CapturesDependencies {
  var captured: DependencyValues { get }
}

extension Dependency: CapturesDependencies {}
