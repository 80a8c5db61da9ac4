@_spi(Internals) import CounterpointSupport

/// A reference to a value behind a lock, for closures of a test that record their calls.
///
/// ```swift
/// let searches = LockIsolated<[String]>([])
/// client.search = { query in
///   searches.withValue { $0.append(query) }
///   return []
/// }
/// …
/// #expect(searches.value == ["swift"])
/// ```
///
/// If the value has a single owner, use `Mutex` instead. This type is a reference, and ThreadSanitizer understands
/// its lock on Linux, which is not true of `Mutex` in Swift 6.3.
@dynamicMemberLookup
public final class LockIsolated<Value: Sendable>: Sendable {
  private let contents: Locked<Value>
  /// The thread that is inside of ``withValue(_:)``.
  private let user = Locked<ThreadID?>(nil)

  /// Creates an object with an initial value.
  ///
  /// - Parameter value: The initial value.
  public init(_ value: Value) {
    contents = Locked(value)
  }

  /// A copy of the current value. To change the value depending on itself, use ``withValue(_:)``, which is atomic.
  public var value: Value {
    withValue { $0 }
  }

  /// A copy of a member of the current value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    withValue { $0[keyPath: keyPath] }
  }

  /// Calls a closure with exclusive access to the value. Changes remain if the closure throws.
  ///
  /// Not reentrant: calling a member of the same object inside of `operation` stops the program with a message,
  /// because it would deadlock. Don't wait for another thread in `operation`.
  ///
  /// - Parameter operation: A closure that reads or changes the value in place.
  /// - Returns: The result of `operation`.
  public func withValue<Result, Failure: Error>(
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let thread = ThreadID.current
    if user.withLock({ $0 == thread }) {
      fatalError(
        """
        'withValue' of a LockIsolated<\(Value.self)> was called inside itself. Use the value that the outer call passes to its \
        closure, or compute what the closure needs before the call.
        """
      )
    }
    let result: Swift.Result<Result, Failure> = contents.withLock { value in
      user.withLock { $0 = thread }
      defer { user.withLock { $0 = nil } }
      do throws(Failure) {
        return .success(try operation(&value))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Replaces the value.
  ///
  /// - Parameter value: The new value, which is evaluated before the lock is taken.
  public func setValue(_ value: Value) {
    // The old value is released after the lock, because its deinitializer can run arbitrary code.
    _ = withValue { current in
      defer { current = value }
      return current
    }
  }
}
