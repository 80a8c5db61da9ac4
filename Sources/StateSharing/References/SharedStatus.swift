/// The state of loading and saving.
struct SharedStatus: Sendable {
  var loadsInFlight = 0
  var isLoadingForSubscriber = false
  /// The number of errors that the subscription delivered.
  var failuresOfSubscription = 0
  var loadError: (any Error)?
  var saveError: (any Error)?

  /// The changes whose saving has not ended, with the stored state that each builds on.
  var pendingSaves: [UInt64: SaveBasis] = [:]
  /// The last change that has been saved.
  var lastStored: UInt64 = 0
  /// The first change that was lost to a conflict, until a `save()` throws it.
  var loss: (any Error)?
  /// The continuations to resume when no change up to their number is being saved.
  var waiting: [(number: UInt64, resume: @Sendable () -> Void)] = []
  /// The callers of `save()`, by number.
  var requests: [UInt64: Promise<Void>] = [:]
  var lastRequest: UInt64 = 0
  var subscription: SharedSubscription?

  var isLoading: Bool { loadsInFlight > 0 || isLoadingForSubscriber }

  /// Records that a change is no longer being saved.
  ///
  /// - Returns: The continuations that can be resumed.
  mutating func finishSave(_ number: UInt64) -> [@Sendable () -> Void] {
    pendingSaves[number] = nil
    // Skipped when no caller waits, because finding the oldest for each of n changes costs O(n²).
    guard !waiting.isEmpty else { return [] }
    let oldest = pendingSaves.keys.min() ?? .max
    let ready = waiting.filter { $0.number < oldest }
    waiting.removeAll { $0.number < oldest }
    return ready.map(\.resume)
  }
}
