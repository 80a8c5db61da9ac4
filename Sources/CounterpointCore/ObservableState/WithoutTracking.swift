import CounterpointThreadLocals

/// The fields that a function has read.
final class WatchedReads {
  var places: [StatePlace] = []

  /// The list for the reads of this thread, `nil` when none is kept.
  static var current: WatchedReads? {
    // `watchingReads(_:)` keeps the object while it is current.
    Unretained<WatchedReads>(word: counterpoint_get_current_reads())?.object
  }
}

/// Runs a function that reads properties, and has changes of the fields behind them noted from then on.
///
/// - Returns: The fields.
@discardableResult
func watchingReads(_ body: () -> Void) -> [StatePlace] {
  let reads = WatchedReads()
  let outer = (
    counterpoint_exchange_current_reads(Unretained(reads).word), counterpoint_exchange_untracked(false)
  )
  defer { _ = (counterpoint_exchange_current_reads(outer.0), counterpoint_exchange_untracked(outer.1)) }
  return withExtendedLifetime(reads) {
    body()
    return reads.places
  }
}

/// Runs a function whose reads of observable state are not tracked on this thread.
func withoutTracking<Result>(_ body: () throws -> Result) rethrows -> Result {
  let outer = counterpoint_exchange_untracked(true)
  defer { _ = counterpoint_exchange_untracked(outer) }
  return try body()
}
