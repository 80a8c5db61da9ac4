@_spi(Internals) import CounterpointSupport
import DependencyInjection
import Synchronization

/// The shared values in a recording or a replay, by name.
///
/// A recorder finds out here which values other code has changed. A replay has a value without storage for each name,
/// and applies the recorded changes. Thread-safe.
package final class SharedValueTable: Sendable {
  private let contents = Locked(Contents())
  private let registrationCount = Atomic(0)

  /// Creates an empty table.
  package init() {}

  // MARK: Recording

  /// Returns the values that have changed since the last call, or since they were first encoded.
  ///
  /// Costs an atomic load per value if nothing has changed. Values that the current thread is changing in place are
  /// left for the next call.
  package func changed() -> [(name: String, value: any Encodable)] {
    let changed = contents.withLock { $0.takeChanges(leaving: ThreadChanges.refusesRead) }
    return changed.compactMap { watched in watched.read().map { (watched.name, $0) } }
  }

  /// Treats the current values as known, so that ``changed()`` does not return the recorded program's own changes.
  package func ignoreChanges() {
    contents.withLock { $0.ignoreChanges() }
  }

  /// The number of values whose changes are reported, for tests.
  var watchedCount: Int { contents.withLock { $0.watched.count } }

  /// The number of wrappers that were encoded. A text that contains one can change at any time.
  package var registrations: Int { registrationCount.load(ordering: .relaxed) }

  /// Returns the name of the value that a wrapper shows, and reports later changes of it.
  func register<Value: Encodable>(_ reference: Reference<Value>) -> String {
    registrationCount.add(1, ordering: .relaxed)
    return contents.withLock { contents in
      let name = contents.name(of: reference)
      contents.watch(reference, as: name)
      return name
    }
  }

  // MARK: Replay

  /// Sets the value with a name, as other code did while it was recorded.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - decoder: Contains the value.
  /// - Returns: Whether the replay has met the name.
  /// - Throws: The error of the decoder.
  @discardableResult
  package func set(_ name: String, from decoder: any Decoder) throws -> Bool {
    guard let held = contents.withLock({ $0.held[name] }) else { return false }
    try held.set(decoder)
    return true
  }

  /// Forgets all values, so that the next state that is decoded has values of its own.
  package func removeAll() {
    // Released outside the lock, because deinitializers may run arbitrary code.
    let old = contents.withLock { contents in
      defer { contents = Contents() }
      return contents
    }
    withExtendedLifetime(old) {}
  }

  /// Returns the value with a name, and creates it if the replay has not met the name.
  ///
  /// - Returns: The reference; `nil` if the name belongs to a value of another type.
  func root<Value>(named name: String, initialValue: () throws -> Value) rethrows -> RootReference<Value>? {
    if let held = contents.withLock({ $0.held[name] }) { return held.root as? RootReference<Value> }
    // Evaluated outside the lock, because the default is arbitrary code and may use other shared values.
    let new = RootReference(try initialValue())
    return contents.withLock { contents in
      if let held = contents.held[name] { return held.root as? RootReference<Value> }
      contents.hold(new, as: name)
      return new
    }
  }

  /// Returns the value with a name, and sets it to a decoded one.
  ///
  /// - Returns: The reference; `nil` if the name belongs to a value of another type.
  func decodedRoot<Value>(named name: String, value: Value) -> RootReference<Value>? {
    let root = root(named: name) { value }
    // The default value of the property has created the reference before the property was decoded.
    root?.withLock(nil, .inPlace, at: .here()) { $0 = value }
    return root
  }
}

/// The values of a table.
private struct Contents {
  /// A value whose changes are recorded.
  struct Watched {
    let name: String
    let observation: SharedObservation
    /// The number of known changes.
    var changes: Int
    let isUsed: @Sendable () -> Bool
    let isRefused: @Sendable (_ refusesRead: (AnyObject) -> Bool) -> Bool
    let read: @Sendable () -> (any Encodable)?
  }

  /// A value of a replay.
  struct Held {
    let root: any Root
    let set: @Sendable (any Decoder) throws -> Void
  }

  /// The name of a value that has no key.
  struct Numbered: @unchecked Sendable {
    // @unchecked because a weak reference may be read on any thread, and is never written.
    private(set) weak var object: AnyObject?
    let name: String
  }

  var watched: [String: Watched] = [:]
  var held: [String: Held] = [:]
  private var names: [ObjectIdentifier: Numbered] = [:]
  private var lastNumber = 0
  /// The number of entries at which unused ones are removed; doubled with the entries, so that it is amortized O(1).
  private var limit = 64

  mutating func name<Value>(of reference: Reference<Value>) -> String {
    if let name = known(reference) ?? reference.recordedName(known) { return name }
    lastNumber += 1
    let name = "\(unnamed)\(lastNumber)"
    names[ObjectIdentifier(reference)] = Numbered(object: reference, name: name)
    return name
  }

  private func known(_ object: AnyObject) -> String? {
    guard let known = names[ObjectIdentifier(object)], known.object === object else { return nil }
    return known.name
  }

  mutating func watch<Value>(_ reference: Reference<Value>, as name: String) {
    if let known = watched[name], known.observation === reference.observation, known.isUsed() { return }
    removeUnused()
    watched[name] = Watched(
      name: name,
      observation: reference.observation,
      changes: reference.observation.changeCount,
      isUsed: { [weak reference] in reference != nil },
      isRefused: { [weak reference] refusesRead in reference.map { refusesRead($0.root) } ?? false },
      read: { [weak reference] in reference?.encodable }
    )
  }

  mutating func hold<Value>(_ root: RootReference<Value>, as name: String) {
    held[name] = Held(root: root, set: root.set)
    names[ObjectIdentifier(root)] = Numbered(object: root, name: name)
    if name.hasPrefix(unnamed), let number = Int(name.dropFirst(unnamed.count)) { lastNumber = max(lastNumber, number) }
  }

  mutating func takeChanges(leaving refusesRead: (AnyObject) -> Bool) -> [Watched] {
    var taken: [Watched] = []
    for (name, watched) in watched {
      let changes = watched.observation.changeCount
      guard changes != watched.changes, !watched.isRefused(refusesRead) else { continue }
      self.watched[name]?.changes = changes
      taken.append(watched)
    }
    return taken.sorted { $0.name < $1.name }
  }

  mutating func ignoreChanges() {
    for (name, watched) in watched where watched.observation.changeCount != watched.changes {
      self.watched[name]?.changes = watched.observation.changeCount
    }
  }

  private mutating func removeUnused() {
    guard watched.count + names.count >= limit else { return }
    watched = watched.filter { $0.value.isUsed() }
    names = names.filter { $0.value.object != nil }
    limit = max(64, 2 * (watched.count + names.count))
  }
}

extension Reference {
  fileprivate var encodable: (any Encodable)? { value(.live) as? any Encodable }
}

extension RootReference {
  /// Sets a decoded value.
  fileprivate func set(from decoder: any Decoder) throws {
    guard let type = Value.self as? any Decodable.Type else { return }
    guard let value = try type.init(from: decoder) as? Value else { return }
    withLock(nil, .inPlace, at: .here()) { $0 = value }
  }
}

/// The beginning of the names of values without keys.
private let unnamed = "value "

extension DependencyValues {
  /// Makes new wrappers show the values of a replay, by the names of their keys. Their storage is not used.
  package mutating func replaySharedValues(of table: SharedValueTable) {
    self[ReferenceCacheKey.self] = ReferenceCache(replaying: table)
  }
}
