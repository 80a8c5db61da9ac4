import Locks

/// The values of something shared, over time: the one that it has, then each that it gets, in order.
///
/// Equal values are not left out. An iteration begins with the value at that time and misses none after it. It follows the
/// wrapper when that is made to show another value, and ends only when its task is canceled.
public struct SharedValues<Value>: AsyncSequence, Sendable {
  /// What happens to values that nobody has taken yet.
  public enum Buffering: Sendable {
    /// All are kept.
    case unbounded
    /// The newest are kept, so many.
    case newest(Int)
  }

  let buffering: Buffering
  let subscribe: @Sendable (@escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription

  /// Begins an iteration, with the value as it is now.
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

  /// Goes over the values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var base: AsyncStream<Transfer<Value>>.AsyncIterator
    /// Ends with the iterator.
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
  /// The values over time, beginning with the one now.
  ///
  /// - Parameter buffering: What happens to values that nobody has taken yet; by default all are kept.
  public func values(buffering: SharedValues<Value>.Buffering = .unbounded) -> SharedValues<Value> {
    SharedValues(buffering: buffering) { [storage] in storage.subscribe($0) }
  }

  /// The values over time, beginning with the one now. All are kept until they are taken.
  public var values: SharedValues<Value> { values() }

  /// The values over time, for callbacks.
  public var publisher: SharedPublisher<Value> {
    SharedPublisher { [storage] receive in storage.subscribe { receive($0.value) } }
  }
}

extension SharedReader {
  /// The values over time, beginning with the one now.
  ///
  /// - Parameter buffering: What happens to values that nobody has taken yet; by default all are kept.
  public func values(buffering: SharedValues<Value>.Buffering = .unbounded) -> SharedValues<Value> {
    SharedValues(buffering: buffering) { [storage] in storage.subscribe($0) }
  }

  /// The values over time, beginning with the one now. All are kept until they are taken.
  public var values: SharedValues<Value> { values() }

  /// The values over time, for callbacks.
  public var publisher: SharedPublisher<Value> {
    SharedPublisher { [storage] receive in storage.subscribe { receive($0.value) } }
  }
}
