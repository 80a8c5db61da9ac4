/// Weakly held objects, in the order of their insertion.
///
/// Dead entries are removed when the list is iterated, and when it has twice as many entries as were alive the last
/// time. Adding is amortized O(1).
struct WeakList<Object> {
  private var entries: [() -> Object?] = []
  private var limit = 8

  var isEmpty: Bool { entries.isEmpty }

  /// Whether no object is alive.
  var isAllReleased: Bool { entries.allSatisfy { $0() == nil } }

  /// The number of entries, including dead ones.
  var count: Int { entries.count }

  /// Adds an object.
  ///
  /// - Parameter object: Returns the object while it is alive: `{ [weak object] in object }`.
  mutating func append(_ object: @escaping () -> Object?) {
    if entries.count >= limit {
      removeReleased()
      limit = max(8, 2 * entries.count)
    }
    entries.append(object)
  }

  /// Removes the dead entries, and returns the objects.
  mutating func objects() -> [Object] {
    guard !isEmpty else { return [] }
    let objects = entries.compactMap { $0() }
    if objects.count < entries.count { removeReleased() }
    return objects
  }

  /// Removes the dead entries.
  mutating func removeReleased() {
    entries.removeAll { $0() == nil }
  }

  /// Calls a closure with each object that is still alive. Unlike ``objects()``, it allocates nothing.
  ///
  /// - Returns: Whether all objects are alive.
  @discardableResult
  func forEach(_ body: (Object) -> Void) -> Bool {
    var areAllAlive = true
    for entry in entries {
      if let object = entry() { body(object) } else { areAllAlive = false }
    }
    return areAllAlive
  }
}
