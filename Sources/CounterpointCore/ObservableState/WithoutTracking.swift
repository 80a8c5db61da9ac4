import CounterpointThreadLocals

/// Runs a function that reads properties, whose changes are noted from then on: it may be unknown which fields are behind them.
func watchingReads(_ body: () -> Void) {
  let outer = (counterpoint_exchange_watching(true), counterpoint_exchange_untracked(false))
  defer { _ = (counterpoint_exchange_watching(outer.0), counterpoint_exchange_untracked(outer.1)) }
  body()
}

/// Runs a function whose reads of observable state are not tracked on this thread.
func withoutTracking<Result>(_ body: () throws -> Result) rethrows -> Result {
  let outer = counterpoint_exchange_untracked(true)
  defer { _ = counterpoint_exchange_untracked(outer) }
  return try body()
}
