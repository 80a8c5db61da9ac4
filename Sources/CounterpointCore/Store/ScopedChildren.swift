import Locks

/// The stores scoped from one core, while somebody holds them, and the ways to them.
///
/// In an object, because most cores are those of leaves, and never scope anything; and one type for all, because to look up a generic
/// one costs more than to find the child in it.
final class ScopedChildren {
  private struct Entry {
    weak var store: AnyObject?
    /// The `ChildPaths` of a child that is always there.
    var paths: AnyObject?
  }

  /// The first, which mostly is the only one. It needs no table, and is found without hashing key paths.
  private var firstID: ScopeID?
  private var first = Entry()
  private var others: [ScopeID: Entry] = [:]
  private var limit = 8

  /// The stores of the elements, if the state is a collection of features, while somebody holds them.
  weak var elementStores: AnyObject?

  /// What is known of a child: its store if somebody holds it, and the way to it.
  func child(_ id: ScopeID) -> (store: AnyObject?, paths: AnyObject?) {
    if firstID == id { return (first.store, first.paths) }
    let entry = others[id]
    return (entry?.store, entry?.paths)
  }

  /// Keeps a store as that of a child.
  func remember(_ store: AnyObject, paths: AnyObject? = nil, _ id: ScopeID) {
    let entry = Entry(store: store, paths: paths)
    if firstID == nil || firstID == id {
      firstID = id
      first = entry
      return
    }
    // Looking for dead entries only when there are twice as many as were alive the last time keeps a parent of many
    // short-lived children small, at a constant cost for each of them.
    if others.count >= limit {
      others = others.filter { $0.value.store != nil }
      limit = max(8, 2 * others.count)
    }
    others[id] = entry
  }

  /// Forgets a child.
  ///
  /// - Returns: Its store, if somebody holds it.
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

/// What tells one scoped child of a store from another.
struct ScopeID: Hashable {
  let state: AnyKeyPath
  let action: AnyKeyPath
}

/// The ways to children that are always there: as many as there are places in the program where one is scoped.
final class KnownChildPaths: Sendable {
  static let shared = KnownChildPaths()

  private struct Table: @unchecked Sendable {
    // @unchecked because the key paths in it lead to stored properties and cases, and hold nothing; the ways never change.
    var paths: [ScopeID: AnyObject] = [:]
  }

  private let table = Locked(Table())

  func paths(_ id: ScopeID) -> AnyObject? {
    table.withLock { $0.paths[id] }
  }

  func insert(_ paths: AnyObject, for id: ScopeID) {
    table.withLock { table in
      // There is no end of them only where somebody makes up key paths.
      if table.paths.count >= 4096 { table.paths.removeAll() }
      table.paths[id] = paths
    }
  }
}
