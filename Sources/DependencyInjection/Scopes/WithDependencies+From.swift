import CounterpointSupport

/// Runs an operation with the dependencies of an object, so that objects created by the operation inherit them.
///
/// ```swift
/// func editTapped() {
///   editor = withDependencies(from: self) { EditorModel() }
/// }
/// ```
///
/// The dependencies of the object are those of its first stored ``Dependency`` property. An object without such a
/// property has the dependencies of the `withDependencies` call that returned it. The current overrides take
/// precedence. If neither is known, an issue is reported and the operation runs with the caller's dependencies.
///
/// - Parameters:
///   - model: The object.
///   - operation: The operation.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  operation: () throws -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> Result {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try DependencyValues(from: model, at: location).runAndRemember(operation)
}

/// Runs an operation with the dependencies of an object, some of them overridden.
///
/// - Parameters:
///   - model: The object.
///   - update: Sets the dependencies that differ from those of the object.
///   - operation: The operation.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  _ update: (_ values: inout DependencyValues) throws -> Void,
  operation: () throws -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> Result {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  var values = DependencyValues(from: model, at: location)
  try values.update(update)
  return try values.runAndRemember(operation)
}

/// Runs an asynchronous operation with the dependencies of an object, on the caller's actor.
///
/// - Parameters:
///   - model: The object.
///   - isolation: The actor on which the operation runs. Use the default, which is the caller's actor.
///   - operation: The operation.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> Result {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await DependencyValues(from: model, at: location).runAndRemember(operation)
}

/// Runs an asynchronous operation with the dependencies of an object, some of them overridden, on the caller's
/// actor.
///
/// - Parameters:
///   - model: The object.
///   - isolation: The actor on which the operation runs. Use the default, which is the caller's actor.
///   - update: Sets the dependencies that differ from those of the object.
///   - operation: The operation.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  _ update: (_ values: inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> Result {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  var values = DependencyValues(from: model, at: location)
  try await values.update(update)
  return try await values.runAndRemember(operation)
}

extension DependencyValues {
  /// Creates the values of an object, with the current overrides on top.
  fileprivate init(from model: AnyObject, at location: SourceLocation) {
    let current = DependencyValues._current
    guard let own = Self.remembered(inPropertiesOf: model) ?? RememberedValues.values(of: model) else {
      reportIssue(
        """
        'withDependencies(from:)' was given an object that has no dependencies: '\(type(of: model))'.

        Give it a stored '@Dependency' property, or create it in 'withDependencies { … } operation: { … }' and return it \
        from there. The operation ran with the dependencies of the caller.
        """,
        at: location
      )
      self = current
      return
    }
    self = own.merged(with: current)
  }

  private static func remembered(inPropertiesOf object: AnyObject) -> DependencyValues? {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      for child in current.children {
        if let dependency = child.value as? any RemembersDependencies { return dependency.initial }
      }
      mirror = current.superclassMirror
    }
    return nil
  }
}
