/// Runs an operation with some dependencies overridden.
///
/// ```swift
/// let model = withDependencies {
///   $0.date.now = Date(timeIntervalSince1970: 0)
/// } operation: {
///   Model()
/// }
/// ```
///
/// Scopes nest, and afterwards everything is as before. What is made inside and has ``Dependency`` properties keeps the
/// overrides; so does an object that the operation returns, for `withDependencies(from:operation:)`.
/// Tasks made inside inherit them, `Task.detached` and dispatch queues do not.
///
/// - Parameters:
///   - update: Sets the dependencies. A partial change of one that is not implemented is not reported as its use.
///   - operation: What runs with them.
/// - Returns: What `operation` returns.
@discardableResult
public func withDependencies<Result>(
  _ update: (_ values: inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues._current
  try values.update(update)
  return try values.runAndRemember(operation)
}

/// Runs an asynchronous operation with some dependencies overridden, on the caller's actor.
///
/// - Parameters:
///   - isolation: The caller's actor; leave it out.
///   - update: Sets the dependencies.
///   - operation: What runs with them.
/// - Returns: What `operation` returns.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (_ values: inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues._current
  try await values.update(update)
  return try await values.runAndRemember(operation)
}

extension DependencyValues {
  /// Has a closure set some of the values, without reporting that it reads what it sets a part of.
  package mutating func update(_ update: (inout DependencyValues) throws -> Void) rethrows {
    try DependencyValues.$isSetting.withValue(true) { try update(&self) }
    self = forReading
  }

  /// Has a closure set some of the values, without reporting that it reads what it sets a part of.
  package mutating func update(
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout DependencyValues) async throws -> Void
  ) async rethrows {
    var values = self
    try await DependencyValues.$isSetting.withValue(
      true,
      operation: { try await update(&values) },
      isolation: isolation
    )
    self = values.forReading
  }

  /// Runs an operation with these values, and remembers them for the object that it returns, if it returns one.
  func runAndRemember<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try run {
      let result = try operation()
      RememberedValues.remember(self, for: result)
      return result
    }
  }

  /// Runs an operation with these values, and remembers them for the object that it returns, if it returns one.
  func runAndRemember<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await run {
      let result = try await operation()
      RememberedValues.remember(self, for: result)
      return result
    }
  }
}
