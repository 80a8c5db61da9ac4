import Locks

// What a test can have an engine do.

extension InMemorySharedEngine {
  /// Has others be faster than the next writes.
  ///
  /// - Parameters:
  ///   - count: How many writes.
  ///   - value: What the others make of what is stored; by default they store the same again. Called once more where somebody
  ///     else has stored something before they could.
  public func beFaster(times count: Int = 1, storing value: @escaping @Sendable (Value?) -> Value? = { $0 }) {
    contents.withLock { $0.intrusions += Array(repeating: Intrusion(value: value), count: count) }
  }

  /// Loses the answers to the next writes: they are stored, and who has written does not get to know.
  public func loseAnswers(_ count: Int = 1) {
    contents.withLock { $0.answersToLose += count }
  }

  /// Loses the next writes: they are not stored, and who has written does not get to know that either.
  public func loseRequests(_ count: Int = 1) {
    contents.withLock { $0.requestsToLose += count }
  }

  /// Holds the next call that comes to a moment, until it is let go on.
  ///
  /// - Parameter moment: When.
  /// - Returns: What tells when the call is there, and lets it go on.
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

  /// Breaks the connection, of which those who follow are told: reading and writing fails, and events are lost.
  public func disconnect() {
    contents.withLock { $0.isConnected = false }
    for subscriber in subscribers() { subscriber.yieldConnection(.degraded(SharedEngineDisconnected())) }
  }

  /// Restores the connection: those who follow are told what is stored now, and that the connection is there.
  public func connect() {
    contents.withLock { $0.isConnected = true }
    resynchronize()
  }

  /// Keeps back what those who follow are to be told, as a slow connection does.
  public func holdEvents() {
    contents.withLock { $0.areEventsHeld = true }
  }

  /// Tells those who follow what has been kept back, in order; after ``compact()``, only what is stored now.
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
    for event in events { tell(event.name, event.stored) }
  }

  /// Forgets what has been: events that are kept back, and the ids of writes.
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

  /// Tells those who follow of a change.
  func tell(_ name: String, _ stored: SharedStored<Value>) {
    let isHeld = contents.withLock { contents in
      guard contents.isConnected else { return true }
      if contents.areEventsHeld { contents.heldEvents.append((name, stored)) }
      return contents.areEventsHeld
    }
    if isHeld { return }
    for subscriber in subscribers(of: name) { subscriber.yield(stored: stored) }
  }

  /// Tells those who follow what is stored now, if there is a connection: without one, they are told when it is there again.
  private func resynchronize() {
    let followers = contents.withLock { contents -> [(SharedSubscriber<Value>, SharedStored<Value>)] in
      guard contents.isConnected else { return [] }
      return contents.followers.sorted { $0.key < $1.key }.map(\.value)
        .map { ($0.subscriber, contents.records[$0.name, default: Record()].stored) }
    }
    for (subscriber, stored) in followers {
      subscriber.yieldConnection(.resyncing)
      // Also that nothing is.
      subscriber.yield(stored: stored)
      subscriber.yieldConnection(.connected)
    }
  }
}

/// Where a call to an ``InMemorySharedEngine`` can be held.
public enum SharedEngineMoment: Hashable, Sendable {
  /// Before it reads.
  case read

  /// Before it writes.
  case write

  /// After it has written, or has found that others were faster, and before who has written gets to know.
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

  /// Waits until the call is there, or the task is canceled. For one task.
  public func reached() async {
    try? await arrival.value
  }

  /// Lets the call go on, whether it is there or comes yet.
  public func letGo() {
    release.resume(with: .success(()))
  }
}

/// An ``InMemorySharedEngine`` can't be reached, or an answer has been lost.
public struct SharedEngineDisconnected: Error, Hashable {
  /// Creates the error.
  public init() {}
}
