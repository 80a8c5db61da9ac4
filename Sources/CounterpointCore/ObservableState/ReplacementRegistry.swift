/// The followed values of a store tree, by the fields on the paths to them.
///
/// A tracked read through a store depends on a field, and on each field on the path from the root to the value that
/// contains it. Observation would register each of these at every read. Instead, a read registers the field only, and
/// this registry finds the values below a changed field.
///
/// The stores can be released meanwhile: the observers of a followed value are notified all the same.
///
/// Belongs to one store, and is used on its actor.
struct ReplacementRegistry {
  /// The copies of one value, by their positions.
  private struct Copies {
    var observers: FieldObservers
    var values: [Int: FollowedValue] = [:]

    /// Whether the state contains none of the copies, because each of them would retain the observers.
    mutating func areReleased() -> Bool {
      isKnownUniquelyReferenced(&observers)
    }

    /// Returns the copies whose stores were released, if there are several copies.
    mutating func withoutStores() -> [FollowedValue] {
      guard values.count > 1 else { return [] }
      var unused: [FollowedValue] = []
      for position in Array(values.keys) where isKnownUniquelyReferenced(&values[position]) {
        if let value = values[position] { unused.append(value) }
      }
      return unused
    }
  }

  private struct Key: Hashable {
    let observers: ObjectIdentifier
    let position: Int
  }

  private var copies: [ObjectIdentifier: Copies] = [:]
  private var keysByField: [StateLocation: Set<Key>] = [:]
  private var limit = 8

  /// The number of followed values, including those that are no longer in the state.
  private(set) var count = 0

  /// Returns the followed value at a position; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - observers: The observers of the value's fields.
  ///   - position: The position of the value.
  func value(of observers: FieldObservers, at position: Int) -> FollowedValue? {
    copies[ObjectIdentifier(observers)]?.values[position]
  }

  /// Returns the followed copies of a value, to notify them of a changed field. Does not allocate.
  func values(of observers: FieldObservers) -> Dictionary<Int, FollowedValue>.Values {
    guard count > 0, let copies = copies[ObjectIdentifier(observers)] else { return [:].values }
    return copies.values.values
  }

  /// Follows a value until it is replaced. Amortized O(*d*) at depth *d*.
  ///
  /// - Parameters:
  ///   - observers: The observers of the value's fields.
  ///   - position: The position of the value, at which none is followed.
  ///   - path: The fields whose changes replace the value, besides the root.
  /// - Returns: The followed value.
  mutating func follow(_ observers: FieldObservers, at position: Int, path: [StateLocation]) -> FollowedValue {
    let value = FollowedValue(observers, at: position, path: path)
    copies[value.observers, default: Copies(observers: observers)].values[position] = value
    let key = key(of: value)
    for field in path { keysByField[field, default: []].insert(key) }
    count += 1
    return value
  }

  /// Removes the values to which a changed field leads.
  ///
  /// - Returns: The values.
  mutating func removeValues(below field: StateLocation) -> [FollowedValue] {
    // Most stores show fields of the root, or elements, and have no paths.
    guard !keysByField.isEmpty, let keys = keysByField[field] else { return [] }
    let values = keys.compactMap { copies[$0.observers]?.values[$0.position] }
    for value in values { remove(value) }
    return values
  }

  /// Removes all values, because the root was replaced.
  ///
  /// - Returns: The values.
  mutating func removeAll() -> [FollowedValue] {
    let values = copies.values.flatMap { $0.values.values }
    for value in values { value.isCurrent = false }
    self = ReplacementRegistry()
    return values
  }

  /// Ends following a value.
  mutating func remove(_ value: FollowedValue) {
    value.isCurrent = false
    copies[value.observers]?.values[value.position] = nil
    if copies[value.observers]?.values.isEmpty == true { copies[value.observers] = nil }
    let key = key(of: value)
    for field in value.path {
      keysByField[field]?.remove(key)
      if keysByField[field]?.isEmpty == true { keysByField[field] = nil }
    }
    count -= 1
  }

  /// Removes values that left the state unnoticed. Searches them only when the table has doubled, so that following a
  /// value is amortized.
  ///
  /// - Returns: Copies whose stores were released. A copy may have left the state while others are in it, so their
  ///   observers must be notified.
  mutating func removeUnused() -> [FollowedValue] {
    guard count >= limit else { return [] }
    var unused: [FollowedValue] = []
    for id in Array(copies.keys) {
      if copies[id]?.areReleased() == true {
        for value in copies[id]?.values.values.map({ $0 }) ?? [] { remove(value) }
      } else {
        unused += copies[id]?.withoutStores() ?? []
      }
    }
    for value in unused { remove(value) }
    limit = max(8, 2 * count)
    return unused
  }

  private func key(of value: FollowedValue) -> Key {
    Key(observers: value.observers, position: value.position)
  }
}
