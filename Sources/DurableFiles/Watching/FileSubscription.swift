@_spi(Internals) import CounterpointSupport

/// Ends a watch on request, or when its last reference is released.
@_spi(Internals) public final class FileSubscription: Sendable {
  private struct End: Sendable {
    let call: @Sendable () -> Void
  }

  private let end: Locked<End?>

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = Locked(End(call: end))
  }

  /// Ends the watch. Idempotent.
  public func cancel() {
    // Called outside the lock, because it may release the object that has this subscription.
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?.call()
  }

  deinit { cancel() }
}
