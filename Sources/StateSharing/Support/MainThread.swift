import Dispatch
import Foundation

/// The thread that a user interface waits for.
enum MainThread {
  /// Whether this is the main thread, or a thread that works off the main queue: on Linux, the main actor is on others as well,
  /// once `main` waits for ever.
  static var isCurrent: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: key) != nil
  }

  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()
}
