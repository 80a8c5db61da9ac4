import Foundation

/// A waiting change of a value with remote storage.
struct RemoteChange<Value> {
  /// The number of the change, increasing.
  let number: UInt64
  /// The value after the change.
  var value: Value
  /// Whether it is a change. Otherwise it is a default that is stored only if nothing is stored; that is always the
  /// first of the waiting changes.
  let isChange: Bool
  var unconfirmedWrites = UnconfirmedWrites<Value>()
}

/// The rebasing of waiting changes onto a foreign value, as a value.
struct RemoteRebase<Value> {
  let stored: SharedStored<Value>
  /// The rebased changes.
  private(set) var changes: [RemoteChange<Value>] = []
  /// The number of changes seen so far, including those left out.
  private(set) var count = 0
  /// The value of the last change that the key refused to merge.
  private(set) var lost: Value?
  /// The value that the next change was made on.
  private var base: Value?
  /// The value that the next change is merged with.
  private var theirs: Value?
  /// The change to leave out.
  private let omitted: UInt64?

  /// Creates an empty rebase.
  ///
  /// - Parameters:
  ///   - base: The value that the first change was made on.
  ///   - stored: The foreign value.
  ///   - omitted: The number of a change to leave out.
  init(base: Value?, onto stored: SharedStored<Value>, without omitted: UInt64? = nil) {
    self.base = base
    self.stored = stored
    self.omitted = omitted
    theirs = stored.value
  }

  /// The value that the cell shows afterwards; `nil` for the initial value.
  var value: Value? { changes.last?.value ?? stored.value }

  /// Rebases further changes, in order.
  ///
  /// - Parameter resolve: Merges a change with a foreign one, or returns `nil` if the change is lost.
  mutating func append(
    _ new: [RemoteChange<Value>],
    resolve: (_ base: Value?, _ mine: Value, _ theirs: Value?) -> Value?
  ) {
    for change in new { append(change, resolve: resolve) }
  }

  private mutating func append(_ change: RemoteChange<Value>, resolve: (Value?, Value, Value?) -> Value?) {
    count += 1
    // If a value is stored, a default is dropped, and the next change builds on what was known before.
    if !change.isChange, theirs != nil || change.number == omitted { return }
    defer { base = change.value }
    if change.number == omitted { return }
    guard let value = change.isChange ? resolve(base, change.value, theirs) : change.value else {
      lost = change.value
      return
    }
    var rebased = change
    rebased.value = value
    changes.append(rebased)
    theirs = value
  }
}

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
  /// The version on which the writes were made; `nil` if there is none.
  var since: SharedVersion? { writes.isEmpty ? nil : version }

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
