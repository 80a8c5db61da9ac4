/// A value that many places share and this one only reads.
///
/// Like ``Shared``, without its setters. It always shows the live value, in assertions of tests too.
@propertyWrapper @dynamicMemberLookup
public struct SharedReader<Value>: Sendable {
  let storage: WrapperStorage<Value, Reference<Value>>

  init(reference: Reference<Value>) {
    storage = WrapperStorage(reference)
  }

  var reference: Reference<Value> { storage.reference }

  /// The value.
  public var wrappedValue: Value {
    storage.read(.live)
  }

  /// The wrapper itself. Assigning another makes this one, and all its copies, show the other's value.
  public var projectedValue: Self {
    get {
      reference.access()
      return self
    }
    nonmutating set {
      if SharedTracking.assertion != nil { return }
      storage.point(
        to: newValue.reference,
        at: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
      )
    }
  }

  /// A field of the value, shared.
  ///
  /// - Parameter keyPath: The field.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(reference: KeyPathReader(reference, keyPath))
  }

  /// What a function makes of the value, shared. The function runs at each read.
  ///
  /// - Parameter body: The function.
  public func read<Member>(_ body: @escaping @Sendable (Value) -> Member) -> SharedReader<Member> {
    SharedReader<Member>(reference: MapReference(reference, body))
  }

  /// A field of the value, shared.
  ///
  /// - Parameter keyPath: The field.
  @available(*, deprecated, message: "Write '$shared.field'.")
  public func read<Member>(_ keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    self[dynamicMember: keyPath]
  }
}

// MARK: - Loading

extension SharedReader {
  /// Loads the value from where its key says. If nothing is stored it stays as it is.
  ///
  /// - Throws: What the key throws, which is also in ``loadError`` afterwards.
  public func load() async throws {
    try await reference.root.load()
  }

  /// Creates the wrapper show the value of another key, and loads that. Until it is loaded the value stays as it is.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The location of the call, for issues.
  ///   - filePath: The location of the call, for issues.
  ///   - line: The location of the call, for issues.
  ///   - column: The location of the call, for issues.
  /// - Throws: What the key throws; the wrapper then has the new key all the same.
  public func load(
    _ key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    try await storage.load(rootForLoading(key, at: location, value: wrappedValue), at: location)
  }

  /// Creates the wrapper show the value of another key, and loads that. Until it is loaded the value stays as it is.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The location of the call, for issues.
  ///   - filePath: The location of the call, for issues.
  ///   - line: The location of the call, for issues.
  ///   - column: The location of the call, for issues.
  /// - Throws: What the key throws; the wrapper then has the new key all the same.
  @_disfavoredOverload
  public func load(
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    try await storage.load(rootForLoading(key, at: location, value: wrappedValue), at: location)
  }

  /// Whether the value is being loaded.
  public var isLoading: Bool { reference.root.isLoading }

  /// Why the value could not be loaded the last time that it was tried, if it could not.
  public var loadError: (any Error)? { reference.root.loadError }
}
