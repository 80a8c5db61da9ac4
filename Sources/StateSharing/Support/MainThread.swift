import Dispatch

/// The thread that runs the user interface.
enum MainThread {
  /// Whether this thread drains the main queue. On Linux it is not always the first thread, because the main actor
  /// moves to other threads while `main` is suspended.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }

  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()
}
