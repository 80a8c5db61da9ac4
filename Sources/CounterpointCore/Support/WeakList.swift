/// Objects that are known only as long as somebody else holds them, in the order in which they came.
///
/// Dead entries are dropped when the list is used, and when it has grown to twice what was alive at the last look: adding
/// costs the same for each object, however many come and go.
struct WeakList<Object> {
  private var entries: [() -> Object?] = []
  private var limit = 8

  var isEmpty: Bool { entries.isEmpty }

  /// Whether no object is alive any more.
  var areAllGone: Bool { entries.allSatisfy { $0() == nil } }

  /// How many objects are remembered, the dead ones included.
  var count: Int { entries.count }

  /// - Parameter object: Gives the object while it is alive: `{ [weak object] in object }`.
  mutating func append(_ object: @escaping () -> Object?) {
    if entries.count >= limit {
      entries.removeAll { $0() == nil }
      limit = max(8, 2 * entries.count)
    }
    entries.append(object)
  }

  /// Forgets the objects that are no longer alive, and gives the others.
  mutating func objects() -> [Object] {
    let objects = entries.compactMap { $0() }
    if objects.count < entries.count { entries.removeAll { $0() == nil } }
    return objects
  }

  /// Calls a closure with each object that is alive when its turn comes.
  func forEach(_ body: (Object) -> Void) {
    for entry in entries {
      if let object = entry() { body(object) }
    }
  }
}
