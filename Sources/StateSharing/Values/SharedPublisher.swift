import CounterpointSupport

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

  /// Ends after the first values.
  ///
  /// - Parameter count: The number of values.
  public func prefix(_ count: Int) -> Self {
    filtering { $0 < count }
  }

  /// The values whose index in the subscription satisfies a condition.
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
