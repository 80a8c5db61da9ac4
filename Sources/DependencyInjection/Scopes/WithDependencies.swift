/// Runs an operation with overridden dependencies.
///
/// ```swift
/// let model = withDependencies {
///   $0.date.now = Date(timeIntervalSince1970: 0)
/// } operation: {
///   Model()
/// }
/// ```
///
/// Scopes nest; the overrides end with the operation. An object with ``Dependency`` properties that is created
/// inside of the operation keeps the overrides. So does an object that the operation returns, for
/// `withDependencies(from:operation:)`. Tasks created inside inherit them, but `Task.detached` and dispatch queues
/// don't.
///
/// - Parameters:
///   - update: Sets the dependencies. Setting a member of an unimplemented dependency does not count as its use.
///   - operation: The operation.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Result>(
  _ update: (_ values: inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues._current
  try values.update(update)
  return try values.runAndRemember(operation)
}

/// Runs an asynchronous operation with overridden dependencies, on the caller's actor.
///
/// - Parameters:
///   - isolation: The actor on which the operation runs. Use the default, which is the caller's actor.
///   - update: Sets the dependencies.
///   - operation: The operation.
/// - Returns: The result of `operation`.
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
  /// Lets a closure set values. Reading a dependency to set one of its members is not reported as a use.
  package mutating func update(_ update: (inout DependencyValues) throws -> Void) rethrows {
    try DependencyValues.$isSetting.withValue(true) { try update(&self) }
    self = forReading
  }

  /// Lets a closure set values. Reading a dependency to set one of its members is not reported as a use.
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

  /// Runs an operation with these values, and records them for the result if it is an object.
  func runAndRemember<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try run {
      let result = try operation()
      RememberedValues.remember(self, for: result)
      return result
    }
  }

  /// Runs an operation with these values, and records them for the result if it is an object.
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
