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
  return try values.runAndRecord(operation)
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
  return try await values.runAndRecord(operation)
}

extension DependencyValues {
  /// Lets a closure set values. Reading a dependency to set one of its members is not reported as a use.
  package mutating func update(_ update: (inout DependencyValues) throws -> Void) rethrows {
    try DependencyUpdate.run { try update(&self) }
    self = forReading
  }

  /// Lets a closure set values. Reading a dependency to set one of its members is not reported as a use.
  package mutating func update(
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout DependencyValues) async throws -> Void
  ) async rethrows {
    var values = self
    try await DependencyUpdate.run(isolation: isolation) { try await update(&values) }
    self = values.forReading
  }

  /// Runs an operation with these values, and records them for the result if it is an object.
  func runAndRecord<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try run {
      let result = try operation()
      ObjectValues.record(self, for: result)
      return result
    }
  }

  /// Runs an operation with these values, and records them for the result if it is an object.
  func runAndRecord<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await run {
      let result = try await operation()
      ObjectValues.record(self, for: result)
      return result
    }
  }
}

/// Sets the default values of dependencies at the start of a program or a test.
///
/// ```swift
/// @main struct Program {
///   static func main() async {
///     prepareDependencies { $0.weather = .live(apiKey: …) }
/// ```
///
/// A prepared value replaces the default of its key; `withDependencies` still overrides it. Prepare a dependency
/// once, before its first use: a later value is ignored and reported as an issue. A single call may set a dependency
/// several times. In a test the values apply to that test only.
///
/// A preview runs the same code repeatedly. There a dependency may be prepared after its use, and a second value is
/// ignored without an issue.
///
/// - Parameter update: A closure that sets the dependencies.
/// - Returns: The result of `update`.
@discardableResult
public func prepareDependencies<Result>(
  _ update: (_ values: inout DependencyValues) throws -> Result
) rethrows -> Result {
  var values = DependencyValues._current
  values.change { $0.mode = .preparing(Preparation()) }
  return try DependencyUpdate.run { try update(&values) }
}

extension DependencyValues {
  /// A capture of the current values, which other code can make current any number of times.
  public struct Continuation: Sendable {
    private let values: DependencyValues

    fileprivate init() {
      self.values = DependencyValues._current.boundToTest
    }

    /// Runs an operation with the captured values, on the calling thread.
    ///
    /// - Parameter operation: The operation, which may override more dependencies.
    /// - Returns: The result of `operation`.
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      try values.run(operation)
    }

    /// Runs an asynchronous operation with the captured values, on the caller's actor.
    ///
    /// - Parameters:
    ///   - isolation: The actor on which the operation runs. Use the default, which is the caller's actor.
    ///   - operation: The operation, which may override more dependencies.
    /// - Returns: The result of `operation`.
    public func yield<Result>(
      isolation: isolated (any Actor)? = #isolation,
      _ operation: () async throws -> Result
    ) async rethrows -> Result {
      try await values.run(operation)
    }
  }
}

/// Captures the current dependencies for code that doesn't inherit them: detached tasks, dispatch queues, timers,
/// callbacks.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   DispatchQueue.global().async {
///     dependencies.yield { model.refresh() }
///   }
/// }
/// ```
///
/// In a test, code that runs with the captured dependencies also uses the defaults of that test.
///
/// - Parameter operation: Receives the captured dependencies.
/// - Returns: The result of `operation`.
public func withEscapedDependencies<Result>(
  _ operation: (_ dependencies: DependencyValues.Continuation) throws -> Result
) rethrows -> Result {
  try operation(DependencyValues.Continuation())
}

/// Captures the current dependencies in an asynchronous operation on the caller's actor.
///
/// - Parameters:
///   - isolation: The actor on which the operation runs. Use the default, which is the caller's actor.
///   - operation: Receives the captured dependencies.
/// - Returns: The result of `operation`.
public func withEscapedDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (_ dependencies: DependencyValues.Continuation) async throws -> Result
) async rethrows -> Result {
  try await operation(DependencyValues.Continuation())
}
