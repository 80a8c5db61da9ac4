@_spi(Internals) import CounterpointSupport

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
  return try DependencyValues(from: model, at: location).runAndRecord(operation)
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
  return try values.runAndRecord(operation)
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
  return try await DependencyValues(from: model, at: location).runAndRecord(operation)
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
  return try await values.runAndRecord(operation)
}

extension DependencyValues {
  /// Creates the values of an object, with the current overrides on top.
  fileprivate init(from model: AnyObject, at location: SourceLocation) {
    let current = DependencyValues._current
    guard let own = Self.captured(inPropertiesOf: model) ?? ObjectValues.values(of: model) else {
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

  private static func captured(inPropertiesOf object: AnyObject) -> DependencyValues? {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      for child in current.children {
        if let dependency = child.value as? any CapturesDependencies { return dependency.captured }
      }
      mirror = current.superclassMirror
    }
    return nil
  }
}

/// A weak table of the values with which objects were created.
enum ObjectValues {
  private struct Entry: @unchecked Sendable {
    // @unchecked because the weak reference is immutable, and weak references may be read on any thread.
    private(set) weak var object: AnyObject?
    let values: DependencyValues
  }

  private struct Contents {
    var entries: [ObjectIdentifier: Entry] = [:]
    var limit = 64
  }

  private static let contents = Locked(Contents())

  /// Records the values for a result if it is an object.
  static func record<Result>(_ values: DependencyValues, for result: Result) {
    guard type(of: result as Any) is AnyObject.Type else { return }
    let object = result as AnyObject
    // Released outside of the lock, because dropping an entry can deallocate an object and so run arbitrary code.
    _ = contents.withLock { contents -> ([Entry], [AnyObject]) in
      var dropped: [Entry] = []
      // The last reference to an object may be the one by which it was found alive.
      var found: [AnyObject] = []
      // Removing dead entries only when the table has doubled makes an insertion amortized O(1).
      if contents.entries.count >= contents.limit {
        let all = contents.entries
        contents.entries = [:]
        for (id, entry) in all {
          if let object = entry.object {
            found.append(object)
            contents.entries[id] = entry
          } else {
            dropped.append(entry)
          }
        }
        contents.limit = max(64, 2 * contents.entries.count)
      }
      if let old = contents.entries.updateValue(Entry(object: object, values: values), forKey: ObjectIdentifier(object))
      {
        dropped.append(old)
      }
      return (dropped, found)
    }
  }

  /// Returns the values with which an object was created; `nil` if they are unknown.
  static func values(of object: AnyObject) -> DependencyValues? {
    let entry = contents.withLock { $0.entries[ObjectIdentifier(object)] }
    // An earlier object may have had the same address.
    return entry.flatMap { $0.object === object ? $0.values : nil }
  }
}
