@_spi(Internals) import CounterpointSupport
import IssueReporting

/// A value that another module stores, shown by wrappers: `SharedReader(reference: custom)`.
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

  /// The link between the object and its wrappers. Create it with the object, and store it.
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

/// A value that another module stores, shown and changed by wrappers: `Shared(reference: custom)`.
///
/// A system programming interface: it may change with any version.
@_spi(SharedReferences)
public protocol CustomMutableSharedReference<Value>: CustomSharedReference {
  /// Changes the value with exclusive access.
  ///
  /// Wrappers call this on one thread at a time. If the operation reads a wrapper of the value, it receives the value
  /// before the change. If it changes a wrapper of the value, the program stops.
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
  /// Shows a value that another module stores.
  ///
  /// - Parameter reference: The object that stores the value. Wrappers retain it.
  @_spi(SharedReferences)
  public init(reference: some CustomMutableSharedReference<Value>) {
    self.init(reference: reference.link.reference(to: reference, reference))
  }
}

extension SharedReader where Value: Sendable {
  /// Shows a value that another module stores.
  ///
  /// - Parameter reference: The object that stores the value. Wrappers retain it.
  @_spi(SharedReferences)
  public init(reference: some CustomSharedReference<Value>) {
    let mutable = reference as? any CustomMutableSharedReference<Value>
    self.init(reference: reference.link.reference(to: reference, mutable))
  }
}

/// Links a ``CustomSharedReference`` with its wrappers, observers and followers.
///
/// Safe to use from any thread.
@_spi(SharedReferences)
public final class SharedReferenceLink<Value: Sendable>: Sendable {
  private struct LinkedReference: Sendable {
    // Weak, because the reference retains the object that has the link.
    weak var reference: CustomReference<Value>?
  }

  private let linked = Locked(LinkedReference())

  /// Creates a link, for one object.
  public init() {}

  /// Notifies observers that the value was changed, other than by a wrapper.
  ///
  /// Call it after the change, without a lock: it reads the value and runs observers.
  public func touch() {
    linked.withLock { $0.reference }?.touch()
  }

  /// Notifies observers that the state of loading or saving has changed. Call it after the change, without a lock.
  public func touchStatus() {
    guard let observation = linked.withLock({ $0.reference })?.observation else { return }
    ThreadChanges.afterOutermost {
      for property in [SharedObservation.Property.isLoading, .loadError, .saveError] { observation.change(property) }
    }
  }

  /// Returns the single reference to the object.
  func reference(
    to custom: any CustomSharedReference<Value>,
    _ mutable: (any CustomMutableSharedReference<Value>)?
  ) -> CustomReference<Value> {
    linked.withLock { linked in
      if let reference = linked.reference { return reference }
      let reference = CustomReference(custom, mutable)
      linked.reference = reference
      return reference
    }
  }
}

/// A reference to a value that another module stores.
@safe final class CustomReference<Value: Sendable>: MutableReference<Value>, Root, @unchecked Sendable {
  // @unchecked, and without checks of exclusive access, because `changes` is accessed only under `transactionLock`.
  private let custom: any CustomSharedReference<Value>
  private let mutable: (any CustomMutableSharedReference<Value>)?
  private let deliveryQueue = DeliveryQueue<Value>()
  /// Held while the value is changed by a wrapper.
  private let transactionLock = ExclusiveLock()
  @safe @exclusivity(unchecked) private var changes: UInt64 = 0

  init(_ custom: any CustomSharedReference<Value>, _ mutable: (any CustomMutableSharedReference<Value>)?) {
    self.custom = custom
    self.mutable = mutable
    super.init(observation: SharedObservation())
  }

  #if DEBUG
  deinit {
    LockOrder.shared.forget(ObjectIdentifier(self))
  }
  #endif

  override var root: any Root { self }
  override var description: String { custom.description }
  var name: String { "'\(wrapperDescription)'" }
  var source: SharedSource { SharedSource(self, value(.live), key: nil, isConstant: false) }

  override func value(_ view: SharedView) -> Value {
    ThreadChanges.checkRead(of: self)
    return switch view {
    case .live, .past: current
    case .expected(let assertion): assertion.expected(of: self, as: Value.self) ?? current
    case .actual(let assertion): assertion.actual(of: self, as: Value.self) ?? current
    }
  }

  /// The value, or the value before the change of it that this thread is making. The object may hold a lock meanwhile.
  private var current: Value {
    ThreadChanges.before(changeOf: self, as: Value.self)?.value ?? custom.value
  }

  override func subscribe(_ receive: @escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription {
    ThreadChanges.checkRead(of: self)
    let (follower, position) = transactionLock.whileHeld {
      let follower = DeliveryQueue<Value>.Follower(start: changes, receive: receive)
      return (follower, deliveryQueue.add(follower, Transfer(value: current)))
    }
    ThreadChanges.afterOutermost { [self] in deliver() }
    return SharedSubscription { [self] in deliveryQueue.remove(follower, at: position) }
  }

  override func withLock<Result, Failure: Error>(
    _ assertion: SharedAssertion?,
    _ mode: ChangeMode,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let mutable else { preconditionFailure("\(name) is read-only, and can't be changed.") }
    ThreadChanges.checkChange(of: self, at: location)
    if let assertion {
      var expected = value(.expected(assertion))
      defer { assertion.expect(expected, of: self, root: self, at: location) }
      return try ThreadChanges.onCopy(of: self, mode, at: location) { () throws(Failure) in try operation(&expected) }
    }
    return try change(mutable, mode, at: location, operation)
  }

  private func change<Result, Failure: Error>(
    _ mutable: any CustomMutableSharedReference<Value>,
    _ mode: ChangeMode,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let isTracked = SharedTracking.isUsed && SharedTracking.isTracking(self, at: location)
    #if DEBUG
    LockOrder.shared.noteInner(self, at: location)
    #endif
    transactionLock.lock()
    if isTracked {
      let before = custom.value
      for tracker in SharedTracking.trackers {
        tracker.record(self, before: before, type: Value.self, root: self, at: location)
      }
    }
    let result: Result
    do throws(Failure) {
      result = try run(mutable, mode, at: location, operation)
    } catch {
      transactionLock.unlock()
      ThreadChanges.notifyAfterOutermost()
      throw error
    }
    note()
    transactionLock.unlock()
    ThreadChanges.notifyAfterOutermost()
    // Afterwards, because observers must not be notified of a change that failed.
    notify()
    return result
  }

  /// Makes a change under the transaction lock.
  private func run<Result, Failure: Error>(
    _ mutable: any CustomMutableSharedReference<Value>,
    _ mode: ChangeMode,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try ThreadChanges.during(.transaction, of: self, at: location) { () throws(Failure) in
      try mutable.change { value throws(Failure) in
        // On a copy, so that the value is unchanged if the closure throws.
        var copy = value
        let before = mode == .inPlace ? nil : ValueBeforeChange(value)
        let result = try ThreadChanges.onCopy(of: self, mode, at: location, before: before) { () throws(Failure) in
          try operation(&copy)
        }
        value = copy
        return result
      }
    }
  }

  private func notify() {
    ThreadChanges.afterOutermost { [self] in
      deliver()
      observation.change(.value)
    }
  }

  /// Records a change for the followers. Must be called under the transaction lock.
  private func note() {
    changes += 1
    if deliveryQueue.isFollowed { deliveryQueue.append(Transfer(value: custom.value), number: changes) }
  }

  /// Notifies observers of a change by the owning module. A change by a wrapper notifies when it ends.
  func touch() {
    if transactionLock.isHeldByThisThread { return }
    transactionLock.whileHeld { note() }
    notify()
  }

  private func deliver() {
    deliveryQueue.deliver(whenLooping: { reportLoop(name, at: nil) })
  }

  override func transactWithKey<Result>(
    _ request: RemoteRequest,
    isolation: isolated (any Actor)?,
    _ operation: (inout Value) throws -> Result
  ) async throws -> Result? {
    nil
  }
}

extension CustomReference {
  var isLoading: Bool {
    observation.access(.isLoading)
    return custom.isLoading
  }

  var loadError: (any Error)? {
    observation.access(.loadError)
    return custom.loadError
  }

  var saveError: (any Error)? {
    observation.access(.saveError)
    return mutable?.saveError
  }

  func load() async throws { try await custom.load() }

  func save() async throws { try await mutable?.save() }
}
