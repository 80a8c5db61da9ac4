/// Keys in the order in which they were used: all operations are O(1).
struct RecencyList<Key: Hashable & Sendable>: Sendable {
  private struct Links {
    var previous: Key?
    var next: Key?
  }

  private var links: [Key: Links] = [:]
  /// The key that was used least recently.
  private(set) var first: Key?
  private var last: Key?

  var count: Int { links.count }

  /// Adds a key at the end, or moves it there.
  mutating func use(_ key: Key) {
    guard last != key else { return }
    remove(key)
    links[key] = Links(previous: last)
    if let last { links[last]?.next = key } else { first = key }
    last = key
  }

  /// Removes a key if it is there.
  mutating func remove(_ key: Key) {
    guard let removed = links.removeValue(forKey: key) else { return }
    if let previous = removed.previous { links[previous]?.next = removed.next } else { first = removed.next }
    if let next = removed.next { links[next]?.previous = removed.previous } else { last = removed.previous }
  }
}
