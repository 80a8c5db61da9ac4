import CounterpointThreadLocals

/// Runs a function whose reads of observable state are not tracked on this thread.
func withoutTracking<Result>(_ body: () throws -> Result) rethrows -> Result {
  let outer = counterpoint_exchange_untracked(true)
  defer { _ = counterpoint_exchange_untracked(outer) }
  return try body()
}
