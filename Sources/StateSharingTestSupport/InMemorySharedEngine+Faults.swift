@_spi(Internals) import CounterpointSupport
import StateSharing

// The faults that a test can inject.

extension InMemorySharedEngine {
  /// Makes the next writes fail with a conflict.
  ///
  /// - Parameters:
  ///   - count: The number of writes.
  ///   - value: Computes the foreign value from the stored one; by default the same value is stored again. Repeated
  ///     if another write comes first.
  public func beFaster(times count: Int = 1, storing value: @escaping @Sendable (Value?) -> Value? = { $0 }) {
    contents.withLock { $0.intrusions += Array(repeating: Intrusion(value: value), count: count) }
  }

  /// Loses the answers to the next writes: they are stored, but the writer gets an error.
  public func loseAnswers(_ count: Int = 1) {
    contents.withLock { $0.answersToLose += count }
  }

  /// Loses the next writes: they are not stored, and the writer gets an error.
  public func loseRequests(_ count: Int = 1) {
    contents.withLock { $0.requestsToLose += count }
  }

  /// Holds the next call at a moment, until it is released.
  ///
  /// - Parameter moment: The moment.
  /// - Returns: The held call, which can be awaited and released.
  public func hold(_ moment: SharedEngineMoment) -> SharedEngineHold {
    let hold = SharedEngineHold(moment)
    contents.withLock { $0.holds.append(hold) }
    return hold
  }

  func pass(_ moment: SharedEngineMoment) async {
    let hold = contents.withLock { contents -> SharedEngineHold? in
      guard let index = contents.holds.firstIndex(where: { $0.moment == moment }) else { return nil }
      return contents.holds.remove(at: index)
    }
    await hold?.pass()
  }

  /// Breaks the connection and notifies subscribers. Reads and writes fail, and events are lost.
  public func disconnect() {
    contents.withLock { $0.isConnected = false }
    for subscriber in subscribers() { subscriber.yieldConnection(.degraded(SharedEngineDisconnected())) }
  }

  /// Restores the connection. Subscribers receive the stored values, then the new state of the connection.
  public func connect() {
    contents.withLock { $0.isConnected = true }
    resynchronize()
  }

  /// Holds back the events for subscribers, as a slow connection does.
  public func holdEvents() {
    contents.withLock { $0.areEventsHeld = true }
  }

  /// Delivers the held events in order; after ``compact()``, only the stored values.
  public func deliverEvents() {
    let (events, hasGap) = contents.withLock { contents in
      contents.areEventsHeld = false
      defer {
        contents.heldEvents = []
        contents.hasGap = false
      }
      return (contents.heldEvents, contents.hasGap)
    }
    if hasGap { return resynchronize() }
    for event in events { notify(event.name, event.stored) }
  }

  /// Discards the history: held events, and the ids of writes.
  public func compact() {
    contents.withLock { contents in
      contents.hasGap = !contents.heldEvents.isEmpty
      contents.heldEvents = []
      for name in contents.records.keys { contents.records[name]?.stored.writeIDs = [] }
    }
  }

  private func subscribers(of name: String? = nil) -> [SharedSubscriber<Value>] {
    contents.withLock { contents in
      contents.followers.sorted { $0.key < $1.key }.map(\.value)
        .filter { name == nil || $0.name == name }.map(\.subscriber)
    }
  }

  /// Notifies subscribers of a change.
  func notify(_ name: String, _ stored: SharedStored<Value>) {
    let isHeld = contents.withLock { contents in
      guard contents.isConnected else { return true }
      if contents.areEventsHeld { contents.heldEvents.append((name, stored)) }
      return contents.areEventsHeld
    }
    if isHeld { return }
    for subscriber in subscribers(of: name) { subscriber.yield(stored: stored) }
  }

  /// Delivers the stored values to subscribers, if the connection exists. Otherwise that happens after the
  /// reconnection.
  private func resynchronize() {
    let followers = contents.withLock { contents -> [(SharedSubscriber<Value>, SharedStored<Value>)] in
      guard contents.isConnected else { return [] }
      return contents.followers.sorted { $0.key < $1.key }.map(\.value)
        .map { ($0.subscriber, contents.records[$0.name, default: Record()].stored) }
    }
    for (subscriber, stored) in followers {
      subscriber.yieldConnection(.resyncing)
      // Delivers absence, too.
      subscriber.yield(stored: stored)
      subscriber.yieldConnection(.connected)
    }
  }
}

/// The moments at which a call to an ``InMemorySharedEngine`` can be held.
public enum SharedEngineMoment: Hashable, Sendable {
  /// Before it reads.
  case read

  /// Before it writes.
  case write

  /// After it has written, or found a conflict, and before the writer receives the answer.
  case answer
}

/// A call to an ``InMemorySharedEngine`` that is held.
public final class SharedEngineHold: Sendable {
  let moment: SharedEngineMoment
  private let arrival = Promise<Void>()
  private let release = Promise<Void>()

  init(_ moment: SharedEngineMoment) {
    self.moment = moment
  }

  func pass() async {
    arrival.resume(with: .success(()))
    try? await release.value
  }

  /// Waits until the call arrives, or the task is canceled. Only one task may wait.
  public func reached() async {
    try? await arrival.value
  }

  /// Releases the call, even before it arrives.
  public func letGo() {
    release.resume(with: .success(()))
  }
}

/// An ``InMemorySharedEngine`` can't be reached, or an answer has been lost.
public struct SharedEngineDisconnected: Error, Hashable {
  /// Creates the error.
  public init() {}
}
