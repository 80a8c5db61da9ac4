import Foundation

/// The writes whose answers were lost, so their outcome is unknown.
///
/// Each was conditional on the same version. So at most one of them is stored, and none can be stored any more once
/// the version has advanced without them.
struct UnconfirmedWrites<Payload> {
  private var writes: [(id: UUID, payload: Payload)] = []
  /// The stored version when they were sent.
  private var version = SharedVersion(0)
  private var writeIDs: [UUID] = []

  var isEmpty: Bool { writes.isEmpty }
  var last: Payload? { writes.last?.payload }

  /// Records a write before it is sent.
  mutating func note<Value>(_ id: UUID, _ payload: Payload, on stored: SharedStored<Value>) {
    writes.append((id, payload))
    version = stored.version
    writeIDs = stored.writeIDs
  }

  /// Removes a write whose answer has arrived.
  mutating func forget(_ id: UUID) {
    writes.removeAll { $0.id == id }
  }

  /// The outcome of the writes.
  enum Verdict {
    /// None is stored; one may still be, as long as the version is the same.
    case notStored
    /// One is stored, possibly followed by foreign writes.
    case stored(Payload, isNewest: Bool)
    /// So many foreign writes followed that the storage does not tell.
    case unknown(Payload)
  }

  /// Finds the writes in the stored value.
  mutating func verdict<Value>(_ stored: SharedStored<Value>) -> Verdict {
    guard let last = writes.last else { return .notStored }
    if let found = writes.first(where: { stored.writeIDs.contains($0.id) }) {
      return .stored(found.payload, isNewest: stored.writeIDs.first == found.id)
    }
    if stored.version == version { return .notStored }
    // All writes since are known if an earlier one is among them, or if there are as many as versions.
    let isComplete =
      stored.writeIDs.contains { writeIDs.contains($0) }
      || stored.version > version && stored.version.number - version.number <= UInt64(stored.writeIDs.count)
    guard isComplete else { return .unknown(last.payload) }
    writes = []
    return .notStored
  }
}
