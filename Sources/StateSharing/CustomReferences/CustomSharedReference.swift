/// A value that another module holds in its own way, and that wrappers show: `SharedReader(reference: held)`.
///
/// For what a key can't do: a value that is made of something else, or checked, or noted, at each change. The
/// wrappers of one such object have one identity; what derives from them, follows them, observes them and asserts
/// them works as with any other. A part of another shared value needs no reference of its own: give its type a
/// property, and write `$shared.property`.
///
/// A system programming interface: it may change with any version.
@_spi(SharedReferences)
public protocol CustomSharedReference<Value>: AnyObject, Sendable, CustomStringConvertible {
  /// The value's type.
  associatedtype Value: Sendable

  /// What ties the object to its wrappers. Make one with the object, and keep it.
  var link: SharedReferenceLink<Value> { get }

  /// The value as it is now. Read on any thread, at any time.
  var value: Value { get }

  /// Whether it is being loaded; by default it never is.
  var isLoading: Bool { get }

  /// Why it could not be loaded, if it could not; by default there is nothing.
  var loadError: (any Error)? { get }

  /// Loads it; by default there is nothing to do.
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

/// A value that another module holds in its own way, and that wrappers show and change: `Shared(reference: held)`.
///
/// A system programming interface: it may change with any version.
@_spi(SharedReferences)
public protocol CustomMutableSharedReference<Value>: CustomSharedReference {
  /// Changes the value, with nobody else reading or changing it meanwhile.
  ///
  /// One thread at a time calls this for wrappers. The operation has exclusive access: if it reads or changes a
  /// wrapper of the value, the program stops.
  ///
  /// - Parameter operation: Changes a value: the one that is there. If it throws, it has left it as it was.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  func change<Result, Failure: Error>(
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// Why it could not be saved, if it could not; by default there is nothing.
  var saveError: (any Error)? { get }

  /// Saves it; by default there is nothing to do.
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
