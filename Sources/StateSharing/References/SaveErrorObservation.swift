import CounterpointSupport

/// An observation of the errors with which shared values of this process fail to be saved. It ends with its last
/// reference.
///
/// Observers are called on the thread on which the error was recorded, outside of all locks of the value, after
/// `saveError` has changed. An attempt that fails again for the same reason in a series of retries is not reported
/// again.
package final class SaveErrorObservation: Sendable {
  private typealias Observers = [ObjectIdentifier: @Sendable (_ error: any Error, _ value: String) -> Void]

  private static let observers = Locked(Observers())

  /// Starts an observation.
  ///
  /// - Parameter onError: Called with the error and a description of the shared value: its type and its key.
  package init(onError: @escaping @Sendable (_ error: any Error, _ value: String) -> Void) {
    Self.observers.withLock { $0[ObjectIdentifier(self)] = onError }
  }

  deinit {
    // Released after the lock, because the closure may own the last reference to something.
    _ = Self.observers.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
  }

  static func notify(of error: any Error, in value: @autoclosure () -> String) {
    let observers = observers.withLock { Array($0.values) }
    guard !observers.isEmpty else { return }
    let value = value()
    for observer in observers { observer(error, value) }
  }
}
