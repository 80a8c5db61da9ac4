@_spi(Internals) import CounterpointSupport

/// A read-only shared value.
///
/// The read-only counterpart of ``Shared``. It always shows the live value, even in assertions of tests.
@propertyWrapper @dynamicMemberLookup
public struct SharedReader<Value>: Sendable {
  let storage: WrapperStorage<Value, Reference<Value>>

  init(reference: Reference<Value>) {
    storage = WrapperStorage(reference)
  }

  var reference: Reference<Value> { storage.reference }

  /// The value.
  public var wrappedValue: Value {
    storage.read(SharedTracking.viewOfReaders)
  }

  /// The wrapper itself. Assigning another wrapper makes this one, and all its copies, show the other's value.
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

  /// Derives a shared field of the value.
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
}

// In this file, because it is found at run time: a static archive's objects are linked if their symbols are used.
extension SharedReader: ValueWrapper {
  package var valueForText: Any { wrappedValue }
}

extension SharedReader: SharedWrapper {
  package var source: SharedSource { reference.root.source }
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
    try await storage.load(key.rootForLoading(at: location, value: wrappedValue), at: location)
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
    try await storage.load(key.rootForLoading(at: location, value: wrappedValue), at: location)
  }

  /// Whether the value is being loaded.
  public var isLoading: Bool { reference.root.isLoading }

  /// The error of the last load, if it failed.
  public var loadError: (any Error)? { reference.root.loadError }
}

extension SharedReader {
  /// Creates a value that is shared only by copies of this wrapper and by wrappers derived from it.
  ///
  /// - Parameter value: The value.
  public init(value: sending Value) {
    self.init(reference: RootReference(value, isConstant: true))
  }

  /// Creates a copy of another wrapper.
  ///
  /// - Parameter projectedValue: The wrapper.
  public init(projectedValue: Self) {
    self = projectedValue
  }

  /// Creates a read-only view of another wrapper.
  ///
  /// - Parameter base: The other wrapper.
  public init(_ base: Shared<Value>) {
    self.init(reference: base.reference)
  }

  /// Unwraps an optional value. Fails if it is nil. If it becomes nil later, this wrapper keeps showing the last value.
  ///
  /// - Parameter base: The optional value.
  public init?(_ base: Shared<Value?>) {
    guard let reference = OptionalReader(base.reference) else { return nil }
    self.init(reference: reference)
  }

  /// Unwraps an optional value. Fails if it is nil. If it becomes nil later, this wrapper keeps showing the last value.
  ///
  /// - Parameter base: The optional value.
  public init?(_ base: SharedReader<Value?>) {
    guard let reference = OptionalReader(base.reference) else { return nil }
    self.init(reference: reference)
  }
}

// MARK: - Keys

extension SharedReader {
  /// Reads the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value to use if nothing is stored. Not evaluated if another wrapper holds the value.
  ///   - key: The key.
  public init(
    wrappedValue: @autoclosure () -> Value,
    _ key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: key.root(at: location, initialValue: wrappedValue))
  }

  /// Reads the optional value of a key, which is nil as long as nothing is stored.
  ///
  /// - Parameter key: The key.
  @_disfavoredOverload
  public init<Wrapped>(
    _ key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value == Wrapped? {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: key.root(at: location, initialValue: { nil }))
  }

  /// Reads the value of a key that has a default.
  ///
  /// - Parameter key: The key.
  public init<Key: SharedReaderKey<Value>>(
    _ key: Key.Default,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: key.root(at: location, initialValue: { key.initialValue }))
  }

  /// Reads the value of a key that has a default, with another default.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value to use if nothing is stored. Not evaluated if another wrapper holds the value.
  ///   - key: The key.
  public init<Key: SharedReaderKey<Value>>(
    wrappedValue: @autoclosure () -> Value,
    _ key: Key.Default,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: key.root(at: location, initialValue: wrappedValue))
  }

  /// Reads the stored value of a key. Fails if nothing is stored.
  ///
  /// - Parameter key: The key.
  /// - Throws: The error of the key; ``SharedStorageError/missing(key:)`` if nothing is stored.
  public init(
    require key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: try await key.requiredRoot(at: location))
  }
}

extension SharedReader {
  /// Not available: a value that is not optional needs a default.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: "Give the value a default: '@SharedReader(…) var value = …', or a key that has one."
  )
  public init(_ key: some SharedReaderKey<Value>) {
    fatalError("unavailable")
  }
}
