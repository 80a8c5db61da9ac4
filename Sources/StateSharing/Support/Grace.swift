import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The time for which a file that has vanished counts as being replaced. Editors and `git checkout` remove a file and
/// create it again some milliseconds later.
struct Grace: Sendable {
  let duration: Duration
  var clock: any Clock<Duration> = ContinuousClock()

  static let none = Grace(duration: .zero)
  static let usual = Grace(duration: .milliseconds(100))

  /// Waits until a file exists, or the time is over. Blocks the thread.
  func wait(until exists: () -> Bool) {
    let end = ContinuousClock.now + duration
    while !exists(), ContinuousClock.now < end { usleep(2_000) }
  }
}
