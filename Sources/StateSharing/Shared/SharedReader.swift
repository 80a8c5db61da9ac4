import CounterpointSupport

/// A read-only shared value.
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

  /// Derives a shared value with a function, which runs at each read.
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
  /// Loads the value with its key. If nothing is stored, the value stays.
  ///
  /// - Throws: The error of the key, which is also in ``loadError`` afterwards.
  public func load() async throws {
    try await reference.root.load()
  }

  /// Replaces the key of the wrapper, and loads the new key's value. The value stays until then.
  ///
  /// - Parameter key: The key.
  /// - Throws: The error of the key. The wrapper has the new key nevertheless.
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

  /// Replaces the key of the wrapper, and loads the new key's value. The value stays until then.
  ///
  /// - Parameter key: The key.
  /// - Throws: The error of the key. The wrapper has the new key nevertheless.
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

  /// The error of the last load, if it failed.
  public var loadError: (any Error)? { reference.root.loadError }
}
