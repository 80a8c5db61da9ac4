import CounterpointRecording
@_spi(Internals) import CounterpointSupport
import Foundation
import Synchronization

/// The events of a program's stores: the newest lines, the stores that exist, and the effects in flight.
///
/// Stores write into it from any actor, and never wait for a client. The server's thread reads.
final class EventLog: RecordingDestination {
  fileprivate struct Store {
    let header: [UInt8]
    let requests: StoreRequests
    /// The line that says which moment the store shows, unless it shows the present.
    var shown: [UInt8]?
  }

  /// The lines of an effect in flight.
  fileprivate struct InFlightEffect {
    /// The position of the first line in the ring.
    let position: Int
    let beginning: [UInt8]
    var cancellation: [UInt8]?
  }

  fileprivate struct Contents {
    var ring: EventRing
    var stores: [Int: Store] = [:]
    /// The effects in flight.
    var effects: [Int: InFlightEffect] = [:]
    var clients = 0
    /// Whether the reader wants to be woken by the next line.
    var isArmed = false
    var wake: (@Sendable () -> Void)?
  }

  let redaction: Redaction
  /// Whether lines are kept while no client is attached.
  private let keepsLines: Bool
  private let start = ContinuousClock.now
  private let contents: Locked<Contents>
  private let storeCount = Atomic(0)
  private let effectCount = Atomic(0)
  /// The number of the current recording, 0 while nothing is recorded.
  private let currentEpoch = Atomic(0)
  private let lastEpoch = Atomic(1)

  /// - Parameter limit: The bytes of the lines that are kept; 0 keeps none while no client is attached.
  init(limit: Int, redacting redaction: Redaction) {
    self.redaction = redaction
    self.keepsLines = limit > 0
    contents = Locked(Contents(ring: EventRing(limit: limit > 0 ? limit : Self.limitOfUnkept)))
    if limit > 0 { currentEpoch.store(1, ordering: .relaxed) }
  }

  /// The bytes of the lines that wait for clients in a log that keeps none for later.
  private static let limitOfUnkept = 4 << 20

  // MARK: Written by stores

  /// The number of the current recording; 0 if no client wants lines. A store that has written into another one
  /// begins again with a snapshot.
  var epoch: Int { currentEpoch.load(ordering: .relaxed) }

  var elapsed: Int64 {
    let elapsed = (ContinuousClock.now - start).components
    return elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000
  }

  /// So large that clients can compute most states from the changes.
  let fieldLimit = 4096

  var segment: Int { contents.withLock { $0.ring.segment } }

  func append(_ line: [UInt8]) -> Int {
    let (segment, wake) = contents.withLock { $0.append(line) }
    wake?()
    return segment
  }

  /// Announces a new store.
  ///
  /// - Parameters:
  ///   - feature: The qualified name of the reducer's type.
  ///   - label: The name of the store, if it has one.
  ///   - requests: Fulfills the requests of clients.
  /// - Returns: Its identity.
  func addStore(_ feature: String, label: String?, requests: StoreRequests) -> RecordedStore {
    let number = storeCount.add(1, ordering: .relaxed).newValue
    let store = RecordedStore(number: number, feature: feature, label: label, date: Date().timeIntervalSince1970)
    let header = store.header.bytes
    contents.withLock { $0.stores[number] = Store(header: header, requests: requests) }
    return store
  }

  func removeStore(_ number: Int) {
    let removed = contents.withLock { $0.stores.removeValue(forKey: number) }
    if removed != nil { write(.storeEnded(number)) }
  }

  func nextEffect() -> Int? { epoch == 0 ? nil : effectCount.add(1, ordering: .relaxed).newValue }

  func append(_ effect: RecordingLine.Effect) {
    let line = RecordingLine.effect(effect).bytes
    let wake = contents.withLock { contents in
      switch effect.event {
      case .began: contents.effects[effect.number] = InFlightEffect(position: contents.ring.end, beginning: line)
      case .canceled: contents.effects[effect.number]?.cancellation = line
      case .ended: contents.effects[effect.number] = nil
      }
      return contents.append(line).wake
    }
    wake?()
  }

  /// Notes which moment a store shows.
  func shows(_ number: Int?, store: Int, refused: Int) {
    let line = ServerLine.shown(store: store, number: number, refused: refused).bytes
    let wake = contents.withLock { contents in
      contents.stores[store]?.shown = number == nil ? nil : line
      return contents.append(line).wake
    }
    wake?()
  }

  func write(_ line: ServerLine) {
    _ = append(line.bytes)
  }

  // MARK: Read by the server

  /// Sets the function that is called by the first line after ``arm(at:)``.
  func onLine(_ wake: (@Sendable () -> Void)?) {
    contents.withLock { $0.wake = wake }
  }

  /// Returns what fulfills the requests to a store. Throws if the store was released.
  func requests(to store: Int) throws(InspectionError) -> StoreRequests {
    guard let store = contents.withLock({ $0.stores[store] }) else {
      throw InspectionError("There is no store \(store) in the program; it may have been released.")
    }
    return store.requests
  }

  /// Begins to serve a client.
  ///
  /// - Returns: The lines about what exists already, the position of the first line to read, and that of the first one
  ///   that comes from now on.
  func attach() -> (lines: [[UInt8]], position: Int, present: Int) {
    contents.withLock { contents in
      contents.clients += 1
      if !keepsLines, contents.clients == 1 {
        currentEpoch.store(lastEpoch.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
      }
      let first = contents.ring.first
      var lines: [[UInt8]] = []
      for (number, store) in contents.stores.sorted(by: { $0.key < $1.key }) {
        lines.append(store.header)
        if first > 0 || !keepsLines { lines.append(ServerLine.store(number, oldest: 0).bytes) }
        if let shown = store.shown { lines.append(shown) }
      }
      if first > 0, keepsLines { lines.append(ServerLine.missed(first).bytes) }
      for (_, effect) in contents.effects.sorted(by: { $0.key < $1.key }) where effect.position < first {
        lines += [effect.beginning, effect.cancellation].compactMap { $0 }
      }
      return (lines, first, contents.ring.end)
    }
  }

  /// Ends to serve a client.
  func detach() {
    contents.withLock { contents in
      contents.clients -= 1
      guard contents.clients == 0 else { return }
      contents.isArmed = false
      guard !keepsLines else { return }
      currentEpoch.store(0, ordering: .relaxed)
      contents.ring.removeAll()
    }
  }

  func read(from position: inout Int, limit: Int) -> (missed: Int, lines: [[UInt8]]) {
    contents.withLock { $0.ring.read(from: &position, limit: limit) }
  }

  /// Asks to be woken by the next line.
  ///
  /// - Returns: Whether there is none yet after `position`.
  func arm(at position: Int) -> Bool {
    contents.withLock { contents in
      guard contents.ring.end <= position else { return false }
      contents.isArmed = true
      return true
    }
  }
}

extension EventLog.Contents {
  /// Appends a line.
  ///
  /// - Returns: Its segment, and the function to be called without the lock.
  fileprivate mutating func append(_ line: [UInt8]) -> (segment: Int, wake: (@Sendable () -> Void)?) {
    ring.append(line)
    guard isArmed else { return (ring.segment, nil) }
    isArmed = false
    return (ring.segment, wake)
  }
}
