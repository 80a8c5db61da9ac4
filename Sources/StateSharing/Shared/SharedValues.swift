@_spi(Internals) import CounterpointSupport

/// The current and all later values, in order.
///
/// Equal values are not removed. An iteration begins with the current value and receives each later one. It continues
/// after the wrapper gets another key, and ends only when its task is canceled.
public struct SharedValues<Value>: AsyncSequence, Sendable {
  /// The buffering of values that have not been consumed.
  public enum Buffering: Sendable {
    /// Keeps all values.
    case unbounded
    /// Keeps the newest values, up to a number.
    case newest(Int)
  }

  let buffering: Buffering
  let subscribe: @Sendable (@escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription

  /// Begins an iteration with the current value.
  public func makeAsyncIterator() -> AsyncIterator {
    let policy: AsyncStream<Transfer<Value>>.Continuation.BufferingPolicy =
      switch buffering {
      case .unbounded: .unbounded
      case .newest(let count): .bufferingNewest(count)
      }
    let (stream, continuation) = AsyncStream.makeStream(of: Transfer<Value>.self, bufferingPolicy: policy)
    let subscription = subscribe { continuation.yield($0) }
    return AsyncIterator(base: stream.makeAsyncIterator(), subscription: subscription)
  }

  /// The iterator.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var base: AsyncStream<Transfer<Value>>.AsyncIterator
    /// Ends when the iterator is released.
    let subscription: SharedSubscription

    /// The next value, or nil if the task was canceled.
    public mutating func next() async -> Value? {
      await next(isolation: nil)
    }

    /// The next value, or nil if the task was canceled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      await base.next(isolation: actor)?.value
    }
  }
}

extension SharedValues.AsyncIterator {
  /// Never fails.
  public typealias Failure = Never
}

extension Shared {
  /// The current and all later values.
  ///
  /// - Parameter buffering: The buffering of values that have not been consumed; unbounded by default.
  public func values(buffering: SharedValues<Value>.Buffering = .unbounded) -> SharedValues<Value> {
    SharedValues(buffering: buffering) { [storage] in storage.subscribe($0) }
  }

  /// The current and all later values. All are buffered until they are consumed.
  public var values: SharedValues<Value> { values() }

  /// The current and all later values, for callbacks.
  public var publisher: SharedPublisher<Value> {
    SharedPublisher { [storage] receive in storage.subscribe { receive($0.value) } }
  }
}

extension SharedReader {
  /// The current and all later values.
  ///
  /// - Parameter buffering: The buffering of values that have not been consumed; unbounded by default.
  public func values(buffering: SharedValues<Value>.Buffering = .unbounded) -> SharedValues<Value> {
    SharedValues(buffering: buffering) { [storage] in storage.subscribe($0) }
  }

  /// The current and all later values. All are buffered until they are consumed.
  public var values: SharedValues<Value> { values() }

  /// The current and all later values, for callbacks.
  public var publisher: SharedPublisher<Value> {
    SharedPublisher { [storage] receive in storage.subscribe { receive($0.value) } }
  }
}

/// Delivers the current and all later values to callbacks, in order.
///
/// A callback runs on the thread that changes the value, after the change and without a lock. It may change the value
/// itself.
public struct SharedPublisher<Output>: Sendable {
  private let subscribe: @Sendable (@escaping @Sendable (Output) -> Void) -> SharedSubscription

  init(subscribe: @escaping @Sendable (@escaping @Sendable (Output) -> Void) -> SharedSubscription) {
    self.subscribe = subscribe
  }

  /// Calls a function with each value, until the returned subscription ends.
  ///
  /// - Parameter receive: The function.
  /// - Returns: The subscription. It ends on request, or when its last copy is released.
  public func sink(_ receive: @escaping @Sendable (Output) -> Void) -> SharedSubscription {
    subscribe(receive)
  }

  /// The values, for `for await`.
  public var values: SharedValues<Output> {
    SharedValues(buffering: .unbounded) { [subscribe] receive in
      subscribe { receive(Transfer(value: $0)) }
    }
  }

  /// Transforms each value.
  ///
  /// - Parameter transform: The function.
  public func map<Mapped>(_ transform: @escaping @Sendable (Output) -> Mapped) -> SharedPublisher<Mapped> {
    SharedPublisher<Mapped> { [subscribe] receive in
      subscribe { receive(transform($0)) }
    }
  }

  /// Skips the first values.
  ///
  /// - Parameter count: The number of values to skip.
  public func dropFirst(_ count: Int = 1) -> Self {
    filtering { $0 >= count }
  }

  /// Passes on the first values only. It does not complete after them, as no publisher of a shared value does.
  ///
  /// - Parameter count: The number of values.
  public func prefix(_ count: Int) -> Self {
    filtering { $0 < count }
  }

  /// Returns a publisher of the values whose index in the subscription satisfies a condition.
  private func filtering(_ isWanted: @escaping @Sendable (Int) -> Bool) -> Self {
    Self { [subscribe] receive in
      let count = Locked(0)
      return subscribe { value in
        let number = count.withLock { count in
          defer { count += 1 }
          return count
        }
        if isWanted(number) { receive(value) }
      }
    }
  }
}
