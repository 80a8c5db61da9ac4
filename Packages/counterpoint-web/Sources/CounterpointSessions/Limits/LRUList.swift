/// A list of keys, ordered from the least to the most recently used. All operations are O(1).
struct LRUList<Key: Hashable & Sendable>: Sendable {
  private struct Links {
    var previous: Key?
    var next: Key?
  }

  private var links: [Key: Links] = [:]
  /// The least recently used key.
  private(set) var first: Key?
  private var last: Key?

  var count: Int { links.count }

  /// Moves a key to the end, and adds it if it is missing.
  mutating func use(_ key: Key) {
    guard last != key else { return }
    remove(key)
    links[key] = Links(previous: last)
    if let last { links[last]?.next = key } else { first = key }
    last = key
  }

  /// Removes a key, if it exists.
  mutating func remove(_ key: Key) {
    guard let removed = links.removeValue(forKey: key) else { return }
    if let previous = removed.previous { links[previous]?.next = removed.next } else { first = removed.next }
    if let next = removed.next { links[next]?.previous = removed.previous } else { last = removed.previous }
  }
}
