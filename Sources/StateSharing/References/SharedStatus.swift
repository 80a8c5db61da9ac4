/// How loading and saving stand.
struct SharedStatus: Sendable {
  var loadsInFlight = 0
  var isLoadingForSubscriber = false
  /// How often the subscription has said that something is wrong.
  var failuresOfSubscription = 0
  var loadError: (any Error)?
  var saveError: (any Error)?

  /// The changes whose saving has not ended, with the stored state that each builds on.
  var pendingSaves: [UInt64: SaveBasis] = [:]
  /// The last change that has been saved.
  var lastStored: UInt64 = 0
  /// The first change that gave way to another process's, unless a `save()` has thrown it since.
  var loss: (any Error)?
  /// Who waits until no change up to a number is being saved.
  var waiting: [(number: UInt64, resume: @Sendable () -> Void)] = []
  /// Those who asked to save, by number.
  var requests: [UInt64: Promise<Void>] = [:]
  var lastRequest: UInt64 = 0
  var subscription: SharedSubscription?

  var isLoading: Bool { loadsInFlight > 0 || isLoadingForSubscriber }

  /// Notes that a change is no longer being saved, and gives those who waited for that.
  mutating func finishSave(_ number: UInt64) -> [@Sendable () -> Void] {
    pendingSaves[number] = nil
    // Looking for the oldest among all that threads have left to one another would cost their square.
    guard !waiting.isEmpty else { return [] }
    let oldest = pendingSaves.keys.min() ?? .max
    let ready = waiting.filter { $0.number < oldest }
    waiting.removeAll { $0.number < oldest }
    return ready.map(\.resume)
  }
}
