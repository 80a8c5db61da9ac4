@_spi(Internals) import CounterpointSupport
import IssueReporting

/// The state of loading and saving that observers see.
struct CellStatus: Sendable {
  var loadsInFlight = 0
  var isLoadingForSubscriber = false
  /// The number of errors that the subscription delivered.
  var failuresOfSubscription = 0
  /// The number of errors of saves.
  var failuresOfSaves = 0
  var loadError: (any Error)?
  var saveError: (any Error)?

  var isLoading: Bool { loadsInFlight > 0 || isLoadingForSubscriber }
}

extension SharedCell {
  var isLoading: Bool {
    observation.access(.isLoading)
    return status.withLock(\.isLoading)
  }

  var loadError: (any Error)? {
    observation.access(.loadError)
    return status.withLock(\.loadError)
  }

  var saveError: (any Error)? {
    observation.access(.saveError)
    return status.withLock(\.saveError)
  }

  func update(_ property: SharedObservation.Property, _ body: (inout CellStatus) -> Void) {
    let wasLoading = status.withLock(\.isLoading)
    status.withLock { body(&$0) }
    if property != .isLoading || wasLoading != status.withLock(\.isLoading) { notify(property) }
  }

  private func notify(_ property: SharedObservation.Property) {
    ThreadChanges.afterOutermost { [observation] in observation.change(property) }
  }

  /// Sets or clears an error. A new error is reported in debug builds, except in tests, which check for themselves.
  ///
  /// - Parameter isWanted: Decides, under the lock of the status, whether to set it.
  func setError(
    _ property: SharedObservation.Property,
    _ error: (any Error)?,
    isReported: Bool = true,
    if isWanted: (CellStatus) -> Bool = { _ in true }
  ) {
    let path: WritableKeyPath<CellStatus, (any Error)?> = property == .loadError ? \.loadError : \.saveError
    // Returned, because releasing an error may run arbitrary code and must happen without the lock.
    let replaced = status.withLock { status -> (any Error)?? in
      guard isWanted(status) else { return nil }
      if property == .saveError, error != nil { status.failuresOfSaves += 1 }
      defer { status[keyPath: path] = error }
      return .some(status[keyPath: path])
    }
    guard let replaced else { return }
    if replaced != nil || error != nil { notify(property) }
    if let error, isReported, property == .saveError { SaveErrorObservation.notify(of: error, in: description) }
    #if DEBUG
    if let error, isReported, !isTesting {
      let attempt = property == .loadError ? "loaded" : "saved"
      reportIssue("The shared value \(description) could not be \(attempt): \(error)", at: declaration)
    }
    #endif
  }
}

extension SharedCell {
  /// Reports an issue of the value's storage at the declaration, outside of tests.
  func report(_ issue: any Error) {
    if !isTesting { reportIssue("The shared value \(description): \(issue)", at: declaration) }
  }
}

/// An observation of the errors with which shared values of this process fail to be saved. It ends with its last
/// reference.
///
/// Observers are called on the thread on which the error was recorded, outside of all locks of the value, after
/// `saveError` has changed. An attempt that fails again for the same reason in a series of retries is not reported
/// again.
@_spi(Internals) public final class SaveErrorObservation: Sendable {
  private typealias Observers = [ObjectIdentifier: @Sendable (_ error: any Error, _ value: String) -> Void]

  private static let observers = Locked(Observers())

  /// Starts an observation.
  ///
  /// - Parameter onError: Called with the error and a description of the shared value: its type and its key.
  public init(onError: @escaping @Sendable (_ error: any Error, _ value: String) -> Void) {
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
