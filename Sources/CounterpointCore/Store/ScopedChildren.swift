@_spi(Internals) import CounterpointSupport

/// The weakly held stores scoped from one core, and the paths to them.
///
/// In an object, because most cores are leaves and are never scoped. Not generic, because looking up a generic type
/// costs more than finding the child.
final class ScopedChildren {
  private struct Entry {
    weak var store: AnyObject?
    /// The `ChildPaths` of a child that is always there.
    var paths: AnyObject?
  }

  /// The first child, which usually is the only one. It is found without a table and without hashing key paths.
  private var firstID: ScopeID?
  private var first = Entry()
  private var others: [ScopeID: Entry] = [:]
  private var limit = 8

  /// The element stores, if the state is a collection of features.
  weak var elementStores: AnyObject?

  /// Returns the store of a child if it is still held, and the path to the child.
  func child(_ id: ScopeID) -> (store: AnyObject?, paths: AnyObject?) {
    if firstID == id { return (first.store, first.paths) }
    let entry = others[id]
    return (entry?.store, entry?.paths)
  }

  /// Records the store of a child.
  func remember(_ store: AnyObject, paths: AnyObject? = nil, _ id: ScopeID) {
    let entry = Entry(store: store, paths: paths)
    if firstID == nil || firstID == id {
      firstID = id
      first = entry
      return
    }
    // Dead entries are removed when there are twice as many entries as were alive the last time. This keeps a parent
    // of many short-lived children small, at an amortized constant cost.
    if others.count >= limit {
      others = others.filter { $0.value.store != nil }
      limit = max(8, 2 * others.count)
    }
    others[id] = entry
  }

  /// Removes a child.
  ///
  /// - Returns: Its store, if it is still held.
  func forget(_ id: ScopeID) -> AnyObject? {
    if firstID == id {
      defer {
        firstID = nil
        first = Entry()
      }
      return first.store
    }
    return others.removeValue(forKey: id)?.store
  }
}

/// The identity of a scoped child of a store.
struct ScopeID: Hashable {
  let state: AnyKeyPath
  /// The property of the case in `AllCasePaths`. A case key path has one too, unless it leads into an optional
  /// payload, and is its own identity then.
  let `case`: AnyKeyPath
}

/// The paths to children that are always present: one for each place in the program where such a child is scoped.
final class KnownChildPaths: Sendable {
  static let shared = KnownChildPaths()

  private struct Table: @unchecked Sendable {
    // @unchecked because the key paths lead to stored properties and cases, and capture nothing; the paths are
    // immutable.
    var paths: [ScopeID: AnyObject] = [:]
  }

  private let table = Locked(Table())

  func paths(_ id: ScopeID) -> AnyObject? {
    table.withLock { $0.paths[id] }
  }

  func insert(_ paths: AnyObject, for id: ScopeID) {
    table.withLock { table in
      // Unlimited only if a program constructs key paths at run time.
      if table.paths.count >= 4096 { table.paths.removeAll() }
      table.paths[id] = paths
    }
  }
}
