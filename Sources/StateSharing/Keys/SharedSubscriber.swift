@_spi(Internals) import CounterpointSupport

/// Receives the foreign changes of a key's value.
///
/// May be called on any thread, any number of times. Calls after the release of the reference are ignored.
public struct SharedSubscriber<Value>: Sendable {
  private let receive: @Sendable (Result<LoadAnswer<Value>, any Error>) -> Void
  private let onLoading: @Sendable (Bool) -> Void
  /// Called additionally when the connection is established.
  private let onConnected: (@Sendable () -> Void)?
  /// Called when changes whose save had failed are stored.
  private let onStored: (@Sendable () -> Void)?
  /// Called with an issue that is no error of the value.
  private let onIssue: (@Sendable (any Error) -> Void)?

  /// Creates a subscriber.
  ///
  /// - Parameters:
  ///   - callback: Receives the value, `nil` if nothing is stored any more, or an error.
  ///   - onLoading: Receives whether the value is being loaded.
  public init(
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onLoading: (@Sendable (Bool) -> Void)? = nil
  ) {
    self.init(versioned: { callback($0.map(\.value)) }, onLoading: onLoading ?? { _ in })
  }

  init(
    versioned receive: @escaping @Sendable (Result<LoadAnswer<Value>, any Error>) -> Void,
    onLoading: @escaping @Sendable (Bool) -> Void,
    onConnected: (@Sendable () -> Void)? = nil,
    onStored: (@Sendable () -> Void)? = nil,
    onIssue: (@Sendable (any Error) -> Void)? = nil
  ) {
    self.receive = receive
    self.onLoading = onLoading
    self.onConnected = onConnected
    self.onStored = onStored
    self.onIssue = onIssue
  }

  /// Delivers a new value.
  public func yield(_ value: Value) {
    receive(.success(LoadAnswer(value: value)))
  }

  /// Reports that a value is being loaded, or no longer is.
  public func yieldLoading(_ isLoading: Bool = true) {
    onLoading(isLoading)
  }

  /// Reports the state of the connection to the storage. The value stays.
  ///
  /// While the connection is being restored, the value is loading. `loadError` holds an error until the next value
  /// arrives. With an ``AsyncTransactionalSharedKey``, waiting changes are retried as soon as the connection is
  /// established.
  public func yieldConnection(_ state: SharedConnectionState) {
    switch state {
    case .connected:
      onLoading(false)
      onConnected?()
    case .resyncing: onLoading(true)
    case .degraded(let error): receive(.failure(error))
    }
  }

  /// Reports that nothing is stored any more. The reference returns to its initial value.
  public func yieldReturningInitialValue() {
    receive(.success(LoadAnswer(value: nil)))
  }

  /// Reports that the stored value can't be read.
  public func yield(throwing error: any Error) {
    receive(.failure(error))
  }

  /// Delivers a new value, `nil` if nothing is stored any more, or an error.
  public func yield(with result: Result<Value?, any Error>) {
    receive(result.map { LoadAnswer(value: $0) })
  }

  /// Delivers a new value and its version. A reference with this version or a later one ignores it.
  public func yield(_ value: Value, version: SharedVersion) {
    receive(.success(LoadAnswer(value: value, version: version)))
  }

  /// Delivers the stored value, or its absence, with the version.
  public func yield(stored: SharedStored<Value>) {
    receive(.success(LoadAnswer(value: stored.value, version: stored.version)))
  }

  /// Delivers the state of a ``RevisionedKey``: a value, or `nil` if nothing is stored.
  func yield(_ answer: LoadAnswer<Value>) {
    receive(.success(answer))
  }

  /// Reports that all changes are stored, after the save of one had failed.
  func yieldStored() {
    onStored?()
  }

  /// Reports an issue at the declaration of the value, outside of tests. The value and its errors stay.
  func report(_ issue: any Error) {
    onIssue?(issue)
  }

  /// Reports that nothing is stored since a version.
  public func yieldReturningInitialValue(version: SharedVersion) {
    receive(.success(LoadAnswer(value: nil, version: version)))
  }
}

/// The state of the connection between a key and remote storage.
public enum SharedConnectionState: Sendable {
  /// Changes arrive as they are made.
  case connected

  /// Changes may be missed, because of this error.
  case degraded(any Error)

  /// The connection is restored, and the changes made meanwhile are being loaded.
  case resyncing
}

/// Ends a subscription on request, or when its last copy is released.
public struct SharedSubscription: Sendable {
  /// A struct, because reading a stored closure of a generic type directly wraps it again each time.
  private struct End: Sendable {
    let call: @Sendable () -> Void
  }

  private final class Storage: Sendable {
    private let end: Locked<End?>

    init(_ end: End) {
      self.end = Locked(end)
    }

    func cancel() {
      // Called outside the lock, because the closure may cancel this subscription.
      let end = end.withLock { end in
        defer { end = nil }
        return end
      }
      end?.call()
    }

    deinit { cancel() }
  }

  private let storage: Storage

  /// Creates a subscription.
  ///
  /// - Parameter cancel: Ends it; called once, without a lock.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    storage = Storage(End(call: cancel))
  }

  /// Ends the subscription for all its copies. Idempotent.
  public func cancel() {
    storage.cancel()
  }
}
