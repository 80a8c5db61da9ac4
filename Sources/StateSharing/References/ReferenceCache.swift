import DependencyInjection
import IssueReporting
@_spi(Internals) import CounterpointSupport

/// The roots in use, one for each key.
///
/// There is one cache for the program and one for each test. It holds roots weakly: a root ends with its last
/// wrapper.
final class ReferenceCache: Sendable {
  private struct Entry: @unchecked Sendable {
    // @unchecked because a weak reference may be read on any thread, and is never written.
    private(set) weak var root: (any Root)?
    let identity: ObjectIdentifier
    let keyType: any Any.Type
    let startup: Computation

    init(root: any Root, keyType: any Any.Type, startup: Computation) {
      self.root = root
      self.identity = ObjectIdentifier(root)
      self.keyType = keyType
      self.startup = startup
    }
  }

  private let entries = Locked<[KeyID: Entry]>([:])
  /// The values of the replay that uses this cache; `nil` outside of replays.
  private let replay: SharedValueTable?

  init(replaying replay: SharedValueTable? = nil) {
    self.replay = replay
  }

  /// Returns the root for a key, and creates it if necessary.
  ///
  /// - Parameters:
  ///   - connection: The key.
  ///   - location: The declaration of the wrapper, for issues.
  ///   - start: Subscribes a new root to its key; by default it loads as well.
  ///   - initialValue: The value of a new root until it has loaded; not evaluated if there is a root.
  /// - Returns: The root, and whether it is new.
  func root<Value>(
    for connection: KeyConnection<Value>,
    at location: SourceLocation,
    start: (RootReference<Value>) -> Void = { $0.persister?.start(loading: true) },
    initialValue: () -> Value
  ) -> (root: RootReference<Value>, isNew: Bool) {
    if let replay {
      let root = replay.root(named: connection.recordedName, initialValue: initialValue)
      return (root ?? RootReference(initialValue()), false)
    }
    let id = connection.id
    if let entry = entries.withLock({ $0[id] }), let root = entry.root {
      return (attach(root, entry, connection, at: location, initialValue), false)
    }
    // Evaluated outside the lock, because the default is arbitrary code and may use other shared values.
    let new = RootReference(initialValue(), connection: connection, declaredAt: location, cache: self)
    let startup = Computation()
    let entry = Entry(root: new, keyType: connection.keyType, startup: startup)
    let found = entries.withLock { entries -> (entry: Entry, root: any Root)? in
      if let found = entries[id], let root = found.root { return (found, root) }
      entries[id] = entry
      return nil
    }
    // The entry is added before anything is loaded, so that a concurrent caller does not load at all.
    if let found { return (attach(found.root, found.entry, connection, at: location, { new.value(.live) }), false) }
    start(new)
    startup.finish()
    return (new, true)
  }

  /// Returns the root in use for a key, if its type is the same.
  func rootInUse<Value>(for connection: KeyConnection<Value>) -> RootReference<Value>? {
    guard let entry = entries.withLock({ $0[connection.id] }), entry.keyType == connection.keyType,
      let root = entry.root as? RootReference<Value>
    else { return nil }
    _ = entry.startup.wait()
    return root
  }

  private func attach<Value>(
    _ root: any Root,
    _ entry: Entry,
    _ connection: KeyConnection<Value>,
    at location: SourceLocation,
    _ initialValue: () -> Value
  ) -> RootReference<Value> {
    if let root = root as? RootReference<Value>, entry.keyType == connection.keyType {
      // Until the load has begun, the value is only the default. Keys that wait for one another in a cycle continue
      // with the default.
      _ = entry.startup.wait()
      return root
    }
    reportIssue(
      """
      The key \(connection.description) is in use with two types: as '\(typeName(entry.keyType))', and now as \
      '\(typeName(connection.keyType))', for a value of the type '\(typeName(Value.self))'.

      The first one keeps the stored value; the second gets a value of its own, which is not stored. Give one of them \
      another key.
      """,
      at: location
    )
    return RootReference(
      initialValue(),
      refusal: SharedStorageError.keyInUse(
        key: connection.description,
        type: typeName(entry.keyType),
        wanted: typeName(connection.keyType)
      )
    )
  }

  /// Removes a root that is being deinitialized, unless another root has replaced it.
  func remove(_ id: KeyID, _ identity: ObjectIdentifier) {
    entries.withLock { entries in
      if entries[id]?.identity == identity { entries[id] = nil }
    }
  }
}

extension DependencyValues {
  /// The roots in use in the current dependency scope.
  var sharedReferences: ReferenceCache { self[ReferenceCacheKey.self] }
}

enum ReferenceCacheKey: DependencyKey {
  static var liveValue: ReferenceCache { ReferenceCache() }
  static var testValue: ReferenceCache { ReferenceCache() }
}

/// Buffers a key's events, in order, until the root that should receive them exists.
final class EarlyEvents<Value>: Sendable {
  private struct Item: Sendable {
    let deliver: @Sendable (RootReference<Value>) -> Void
  }

  private struct Contents {
    var items: [Item] = []
    /// Whether events are forwarded instead of buffered.
    var isOpen = false
    weak var root: RootReference<Value>?
  }

  private let contents = Locked(Contents())

  /// The subscriber that is handed to the key.
  var subscriber: SharedSubscriber<Value> {
    SharedSubscriber(
      versioned: { [self] result in
        let result = Transfer(value: result)
        add { $0.persister?.arrive(result.value) }
      },
      onLoading: { [self] isLoading in add { $0.persister?.arrive(isLoading: isLoading) } },
      onConnected: { [self] in add { $0.persister?.remote?.wake() } },
      onStored: { [self] in add { $0.persister?.arriveStored() } },
      onIssue: { [self] issue in add { $0.persister?.cell.report(issue) } }
    )
  }

  private func add(_ deliver: @escaping @Sendable (RootReference<Value>) -> Void) {
    let root = contents.withLock { contents in
      if !contents.isOpen { contents.items.append(Item(deliver: deliver)) }
      return contents.root
    }
    if let root { deliver(root) }
  }

  /// Delivers the buffered events to a root, and forwards later events to it.
  func deliver(to root: RootReference<Value>) {
    while true {
      let items = contents.withLock { contents in
        defer { contents.items = [] }
        // Opened only when the buffer is empty, so that events that arrive meanwhile keep their order.
        if contents.items.isEmpty {
          contents.isOpen = true
          contents.root = root
        }
        return contents.items
      }
      if items.isEmpty { return }
      for item in items { item.deliver(root) }
    }
  }
}
