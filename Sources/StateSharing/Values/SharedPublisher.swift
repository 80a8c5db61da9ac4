import Locks

/// The values of something shared, over time, handed to callbacks: the one that it has, then each that it gets, in order.
///
/// A callback runs on the thread that changes the value, after the change and without a lock; it may change the value itself.
public struct SharedPublisher<Output>: Sendable {
  private let subscribe: @Sendable (@escaping @Sendable (Output) -> Void) -> SharedSubscription

  init(subscribe: @escaping @Sendable (@escaping @Sendable (Output) -> Void) -> SharedSubscription) {
    self.subscribe = subscribe
  }

  /// Calls a function with each value, as long as what it returns is held.
  ///
  /// - Parameter receive: The function.
  /// - Returns: What ends the calls, when asked to or when its last copy is gone.
  public func sink(_ receive: @escaping @Sendable (Output) -> Void) -> SharedSubscription {
    subscribe(receive)
  }

  /// The values, for `for await`.
  public var values: SharedValues<Output> {
    SharedValues(buffering: .unbounded) { [subscribe] receive in
      subscribe { receive(Transfer(value: $0)) }
    }
  }

  /// What a function makes of each value.
  ///
  /// - Parameter transform: The function.
  public func map<Mapped>(_ transform: @escaping @Sendable (Output) -> Mapped) -> SharedPublisher<Mapped> {
    SharedPublisher<Mapped> { [subscribe] receive in
      subscribe { receive(transform($0)) }
    }
  }

  /// All but the first values.
  ///
  /// - Parameter count: How many to leave out.
  public func dropFirst(_ count: Int = 1) -> Self {
    filtering { $0 >= count }
  }

  /// The first values only.
  ///
  /// - Parameter count: How many.
  public func prefix(_ count: Int) -> Self {
    filtering { $0 < count }
  }

  /// Those values whose number, counted from zero in each subscription, is wanted.
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
