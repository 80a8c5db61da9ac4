import Dispatch

/// The thread that a user interface waits for.
enum MainThread {
  /// Whether this thread works off the main queue. Not every time the first one: on Linux, the main actor is on others as well, once
  /// `main` waits for ever.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }

  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()
}
