/// A value that another module holds, shown by wrappers: `SharedReader(reference: held)`.
///
/// For values that a key can't provide: computed, validated, or observed at each change. All wrappers of one object
/// have one identity, and support derivation, subscriptions, observation and assertions. A part of another shared
/// value needs no custom reference: give its type a property, and write `$shared.property`.
///
/// A system programming interface: it may change with any version.
@_spi(SharedReferences)
public protocol CustomSharedReference<Value>: AnyObject, Sendable, CustomStringConvertible {
  /// The value's type.
  associatedtype Value: Sendable

  /// The link between the object and its wrappers. Create it with the object, and keep it.
  var link: SharedReferenceLink<Value> { get }

  /// The current value. Read on any thread, at any time.
  var value: Value { get }

  /// Whether the value is being loaded; `false` by default.
  var isLoading: Bool { get }

  /// The error of the last load; `nil` by default.
  var loadError: (any Error)? { get }

  /// Loads the value. Does nothing by default.
  func load() async throws
}

@_spi(SharedReferences)
extension CustomSharedReference {
  /// False.
  public var isLoading: Bool { false }

  /// None.
  public var loadError: (any Error)? { nil }

  /// Does nothing.
  public func load() async throws {}
}

/// A value that another module holds, shown and changed by wrappers: `Shared(reference: held)`.
///
/// A system programming interface: it may change with any version.
@_spi(SharedReferences)
public protocol CustomMutableSharedReference<Value>: CustomSharedReference {
  /// Changes the value with exclusive access.
  ///
  /// Wrappers call this on one thread at a time. If the operation reads or changes a wrapper of the value, the
  /// program stops.
  ///
  /// - Parameter operation: Changes the current value. If it throws, the value must be unchanged.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation.
  func change<Result, Failure: Error>(
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// The error of the last save; `nil` by default.
  var saveError: (any Error)? { get }

  /// Saves the value. Does nothing by default.
  func save() async throws
}

@_spi(SharedReferences)
extension CustomMutableSharedReference {
  /// None.
  public var saveError: (any Error)? { nil }

  /// Does nothing.
  public func save() async throws {}
}

extension Shared where Value: Sendable {
  /// Shows a value that another module holds.
  ///
  /// - Parameter reference: What holds it, as long as a wrapper shows it.
  @_spi(SharedReferences)
  public init(reference: some CustomMutableSharedReference<Value>) {
    self.init(reference: reference.link.reference(to: reference, reference))
  }
}

extension SharedReader where Value: Sendable {
  /// Shows a value that another module holds.
  ///
  /// - Parameter reference: What holds it, as long as a wrapper shows it.
  @_spi(SharedReferences)
  public init(reference: some CustomSharedReference<Value>) {
    let mutable = reference as? any CustomMutableSharedReference<Value>
    self.init(reference: reference.link.reference(to: reference, mutable))
  }
}
