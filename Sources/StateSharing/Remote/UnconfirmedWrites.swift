import Foundation

/// Writes whose answers were lost, so that nobody knows whether they are stored.
///
/// Each was to be stored only if nothing else had been since one version. So at most one of them is, and none can be any more once the
/// version has moved on without them.
struct UnconfirmedWrites<Payload> {
  private var writes: [(id: UUID, payload: Payload)] = []
  /// What was stored when they were sent.
  private var version = SharedVersion(0)
  private var writeIDs: [UUID] = []

  var isEmpty: Bool { writes.isEmpty }
  var last: Payload? { writes.last?.payload }

  /// Notes a write before it is sent.
  mutating func note<Value>(_ id: UUID, _ payload: Payload, on stored: SharedStored<Value>) {
    writes.append((id, payload))
    version = stored.version
    writeIDs = stored.writeIDs
  }

  /// Forgets a write whose answer has come.
  mutating func forget(_ id: UUID) {
    writes.removeAll { $0.id == id }
  }

  /// What became of the writes.
  enum Verdict {
    /// None is stored; one may be yet, as long as the version is the same.
    case notStored
    /// One is stored, and others may have written since.
    case stored(Payload, isNewest: Bool)
    /// Others have written so much since that the storage does not tell.
    case unknown(Payload)
  }

  /// Looks for the writes in what is stored now.
  mutating func verdict<Value>(_ stored: SharedStored<Value>) -> Verdict {
    guard let last = writes.last else { return .notStored }
    if let found = writes.first(where: { stored.writeIDs.contains($0.id) }) {
      return .stored(found.payload, isNewest: stored.writeIDs.first == found.id)
    }
    if stored.version == version { return .notStored }
    // All writes since are known if one from before is, or if there are as many as there have been versions.
    let isComplete =
      stored.writeIDs.contains { writeIDs.contains($0) }
      || stored.version > version && stored.version.number - version.number <= UInt64(stored.writeIDs.count)
    guard isComplete else { return .unknown(last.payload) }
    writes = []
    return .notStored
  }
}
