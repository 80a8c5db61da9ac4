import Locks

/// Who is told of the changes that others make to what a key describes.
///
/// May be called on any thread, any number of times. What it is told after the reference is gone, it ignores.
public struct SharedSubscriber<Value>: Sendable {
  private let receive: @Sendable (Result<LoadAnswer<Value>, any Error>) -> Void
  private let onLoading: @Sendable (Bool) -> Void
  /// Is told that the connection is there, besides.
  private let onConnected: (@Sendable () -> Void)?

  /// Makes a subscriber.
  ///
  /// - Parameters:
  ///   - callback: Receives the value, `nil` if nothing is stored any more, or an error.
  ///   - onLoading: Is told that a value is being loaded, and that it no longer is.
  public init(
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onLoading: (@Sendable (Bool) -> Void)? = nil
  ) {
    self.init(versioned: { callback($0.map(\.value)) }, onLoading: onLoading ?? { _ in })
  }

  init(
    versioned receive: @escaping @Sendable (Result<LoadAnswer<Value>, any Error>) -> Void,
    onLoading: @escaping @Sendable (Bool) -> Void,
    onConnected: (@Sendable () -> Void)? = nil
  ) {
    self.receive = receive
    self.onLoading = onLoading
    self.onConnected = onConnected
  }

  /// There is a new value.
  public func yield(_ value: Value) {
    receive(.success(LoadAnswer(value: value)))
  }

  /// A value is being loaded, or no longer is.
  public func yieldLoading(_ isLoading: Bool = true) {
    onLoading(isLoading)
  }

  /// The connection to what is stored is there, is being taken up again, or is not what it should be. The value stays.
  ///
  /// While it is taken up again, the value is loading. An error is in `loadError` until there is a value again. With an
  /// ``AsyncTransactionalSharedKey``, changes that wait to be stored are tried again as soon as the connection is there.
  public func yieldConnection(_ state: SharedConnectionState) {
    switch state {
    case .connected:
      onLoading(false)
      onConnected?()
    case .resyncing: onLoading(true)
    case .degraded(let error): receive(.failure(error))
    }
  }

  /// Nothing is stored any more: the reference goes back to the value that it began with.
  public func yieldReturningInitialValue() {
    receive(.success(LoadAnswer(value: nil)))
  }

  /// What is stored can't be read.
  public func yield(throwing error: any Error) {
    receive(.failure(error))
  }

  /// There is a new value, nothing any more (`nil`), or an error.
  public func yield(with result: Result<Value?, any Error>) {
    receive(result.map { LoadAnswer(value: $0) })
  }

  /// There is a new value, in a version. A reference that has this version or a later one ignores it.
  public func yield(_ value: Value, version: SharedVersion) {
    receive(.success(LoadAnswer(value: value, version: version)))
  }

  /// This is stored now, or nothing any more, in a version.
  public func yield(stored: SharedStored<Value>) {
    receive(.success(LoadAnswer(value: stored.value, version: stored.version)))
  }

  /// Delivers the state of a ``RevisionedKey``: a value, or `nil` if nothing is stored.
  func yield(_ answer: LoadAnswer<Value>) {
    receive(.success(answer))
  }

  /// Nothing is stored any more since a version.
  public func yieldReturningInitialValue(version: SharedVersion) {
    receive(.success(LoadAnswer(value: nil, version: version)))
  }
}

/// How the connection stands between a key and what is stored, where that is not on this machine.
public enum SharedConnectionState: Sendable {
  /// Changes are seen as they are made.
  case connected

  /// Changes may not be seen, for this reason.
  case degraded(any Error)

  /// The connection is there again, and what has changed meanwhile is being loaded.
  case resyncing
}

/// Ends a subscription: when asked to, or when its last copy is gone.
public struct SharedSubscription: Sendable {
  /// In a struct: a closure that is a generic value is wrapped once more each time that it is read.
  private struct End: Sendable {
    let call: @Sendable () -> Void
  }

  private final class Storage: Sendable {
    private let end: Locked<End?>

    init(_ end: End) {
      self.end = Locked(end)
    }

    func cancel() {
      // Outside the lock: the closure may cancel this very subscription.
      let end = end.withLock { end in
        defer { end = nil }
        return end
      }
      end?.call()
    }

    deinit { cancel() }
  }

  private let storage: Storage

  /// Makes a subscription.
  ///
  /// - Parameter cancel: Ends it; called once, without a lock.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    storage = Storage(End(call: cancel))
  }

  /// Ends the subscription, for all its copies. Does nothing the second time.
  public func cancel() {
    storage.cancel()
  }
}
