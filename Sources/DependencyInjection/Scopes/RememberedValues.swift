import CounterpointSupport

/// A weak table of the values with which objects were created.
enum RememberedValues {
  private struct Entry: @unchecked Sendable {
    // @unchecked because the weak reference is immutable, and weak references may be read on any thread.
    private(set) weak var object: AnyObject?
    let values: DependencyValues
  }

  private struct Contents {
    var entries: [ObjectIdentifier: Entry] = [:]
    var limit = 64
  }

  private static let contents = Locked(Contents())

  /// Records the values for a result if it is an object.
  static func remember<Result>(_ values: DependencyValues, for result: Result) {
    guard type(of: result as Any) is AnyObject.Type else { return }
    let object = result as AnyObject
    // Released outside of the lock, because dropping an entry can deallocate an object and so run arbitrary code.
    _ = contents.withLock { contents -> [Entry] in
      var dropped: [Entry] = []
      // Removing dead entries only when the table has doubled makes an insertion amortized O(1).
      if contents.entries.count >= contents.limit {
        dropped = contents.entries.values.filter { $0.object == nil }
        contents.entries = contents.entries.filter { $0.value.object != nil }
        contents.limit = max(64, 2 * contents.entries.count)
      }
      if let old = contents.entries.updateValue(Entry(object: object, values: values), forKey: ObjectIdentifier(object))
      {
        dropped.append(old)
      }
      return dropped
    }
  }

  /// Returns the values with which an object was created; `nil` if they are unknown.
  static func values(of object: AnyObject) -> DependencyValues? {
    let entry = contents.withLock { $0.entries[ObjectIdentifier(object)] }
    // An earlier object may have had the same address.
    return entry.flatMap { $0.object === object ? $0.values : nil }
  }
}
