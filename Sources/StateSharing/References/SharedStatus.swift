/// How loading and saving stand.
struct SharedStatus: Sendable {
  var loadsInFlight = 0
  var isLoadingForSubscriber = false
  /// How often the subscription has said that something is wrong.
  var failuresOfSubscription = 0
  var loadError: (any Error)?
  var saveError: (any Error)?

  /// The changes whose saving has not ended.
  var pendingSaves: Set<UInt64> = []
  /// Who waits until no change up to a number is being saved.
  var waiting: [(number: UInt64, resume: @Sendable () -> Void)] = []
  /// Those who asked to save, by number.
  var requests: [UInt64: Promise<Void>] = [:]
  var lastRequest: UInt64 = 0
  var subscription: SharedSubscription?

  var isLoading: Bool { loadsInFlight > 0 || isLoadingForSubscriber }

  /// Notes that a change is no longer being saved, and gives those who waited for that.
  mutating func finishSave(_ number: UInt64) -> [@Sendable () -> Void] {
    pendingSaves.remove(number)
    // Looking for the oldest among all that threads have left to one another would cost their square.
    guard !waiting.isEmpty else { return [] }
    let oldest = pendingSaves.min() ?? .max
    let ready = waiting.filter { $0.number < oldest }
    waiting.removeAll { $0.number < oldest }
    return ready.map(\.resume)
  }
}
