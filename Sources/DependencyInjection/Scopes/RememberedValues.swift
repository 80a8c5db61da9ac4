import Locks

/// The values that objects were made with, for as long as the objects live.
enum RememberedValues {
  private struct Entry: @unchecked Sendable {
    // @unchecked because weak references may be read on any thread, and nobody writes this one.
    private(set) weak var object: AnyObject?
    let values: DependencyValues
  }

  private struct Contents {
    var entries: [ObjectIdentifier: Entry] = [:]
    var limit = 64
  }

  private static let contents = Locked(Contents())

  /// Remembers the values for a result if that is an object.
  static func remember<Result>(_ values: DependencyValues, for result: Result) {
    guard type(of: result as Any) is AnyObject.Type else { return }
    let object = result as AnyObject
    // Outside the lock: what ends here may end an object's storage, and so run anybody's code.
    _ = contents.withLock { contents -> [Entry] in
      var dropped: [Entry] = []
      // Looking for the dead only when there are twice as many as were alive the last time keeps this at a constant cost.
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

  /// The values that an object was made with, if they are known.
  static func values(of object: AnyObject) -> DependencyValues? {
    let entry = contents.withLock { $0.entries[ObjectIdentifier(object)] }
    // Another object may have lived in the same place before.
    return entry.flatMap { $0.object === object ? $0.values : nil }
  }
}
