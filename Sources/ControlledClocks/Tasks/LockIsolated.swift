import Locks

/// A value that one thread at a time may use, as an object that many closures may hold: for what the closures of a test note.
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
/// Where one owner has the value, use Swift's `Mutex`. This one is a reference, and the thread sanitizer sees its lock on
/// Linux, which it does not of `Mutex` (Swift 6.3).
@dynamicMemberLookup
public final class LockIsolated<Value: Sendable>: Sendable {
  private let contents: Locked<Value>
  /// The thread that is inside ``withValue(_:)``.
  private let user = Locked<ThreadID?>(nil)

  /// Keeps a value.
  ///
  /// - Parameter value: What it is at first.
  public init(_ value: Value) {
    contents = Locked(value)
  }

  /// The value as it is now. To change it depending on what it is, use ``withValue(_:)``: somebody may come between.
  public var value: Value {
    withValue { $0 }
  }

  /// A part of the value as it is now.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    withValue { $0[keyPath: keyPath] }
  }

  /// Uses the value while nobody else does. What has been changed when `operation` throws stays changed.
  ///
  /// Don't wait in it for another thread, and don't use the same object in it: that stops the program and says why, as it
  /// would wait for itself for ever.
  ///
  /// - Parameter operation: Reads or changes the value, in place.
  /// - Returns: What `operation` returns.
  public func withValue<Result, Failure: Error>(
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let thread = ThreadID.current
    if user.withLock({ $0 == thread }) {
      fatalError(
        """
        'withValue' of a LockIsolated<\(Value.self)> was called inside itself. Use the value that the outer call hands to its \
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
  /// - Parameter value: Is computed before the lock is taken.
  public func setValue(_ value: Value) {
    // What was there ends after the lock: its end is anybody's code.
    _ = withValue { current in
      defer { current = value }
      return current
    }
  }
}
