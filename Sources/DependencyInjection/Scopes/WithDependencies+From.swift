/// Runs an operation with the dependencies of an object, so that what the operation makes inherits them.
///
/// ```swift
/// func editTapped() {
///   editor = withDependencies(from: self) { EditorModel() }
/// }
/// ```
///
/// The object's values are those of its first stored ``Dependency`` property; without one, those that it was made with as
/// the result of another `withDependencies`. What is overridden now goes on top of them. If neither is known an issue is
/// reported, and the operation runs all the same.
///
/// - Parameters:
///   - model: The object.
///   - operation: What runs with its dependencies.
///   - fileID: The place of this call, for issues.
///   - filePath: The place of this call, for issues.
///   - line: The place of this call, for issues.
///   - column: The place of this call, for issues.
/// - Returns: What `operation` returns.
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
///   - update: Sets the dependencies that are to differ from the object's.
///   - operation: What runs with them.
///   - fileID: The place of this call, for issues.
///   - filePath: The place of this call, for issues.
///   - line: The place of this call, for issues.
///   - column: The place of this call, for issues.
/// - Returns: What `operation` returns.
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
///   - isolation: The caller's actor; leave it out.
///   - operation: What runs with its dependencies.
///   - fileID: The place of this call, for issues.
///   - filePath: The place of this call, for issues.
///   - line: The place of this call, for issues.
///   - column: The place of this call, for issues.
/// - Returns: What `operation` returns.
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

/// Runs an asynchronous operation with the dependencies of an object, some of them overridden, on the caller's actor.
///
/// - Parameters:
///   - model: The object.
///   - isolation: The caller's actor; leave it out.
///   - update: Sets the dependencies that are to differ from the object's.
///   - operation: What runs with them.
///   - fileID: The place of this call, for issues.
///   - filePath: The place of this call, for issues.
///   - line: The place of this call, for issues.
///   - column: The place of this call, for issues.
/// - Returns: What `operation` returns.
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
  /// The values of an object, with what is overridden now on top.
  fileprivate init(from model: AnyObject, at location: SourceLocation) {
    let current = DependencyValues._current
    guard let own = Self.remembered(inPropertiesOf: model) ?? RememberedValues.values(of: model) else {
      reportIssue(
        """
        'withDependencies(from:)' was given an object that has no dependencies: '\(type(of: model))'.

        Give it a stored '@Dependency' property, or make it inside 'withDependencies { … } operation: { … }' and return it \
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
