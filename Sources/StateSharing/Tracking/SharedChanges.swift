import CustomDump
import IssueReporting
import Locks

/// What shared values were before some changes, and what they were after them.
///
/// For a test: what an action changed can be asserted against this record of it, whatever has been changed since. An entry
/// for each root (or wrapper that was pointed elsewhere); it holds the root until the record goes.
package final class SharedChanges: Sendable {
  struct Entry: @unchecked Sendable {
    // @unchecked because of the values: see `Transfer`.
    /// The root, or the storage of a wrapper that was pointed elsewhere.
    let owner: AnyObject
    let root: any Root
    let location: SourceLocation
    var before: Any
    /// The value after the step, or nil as long as the step goes on: then it is the live one.
    var after: Any?
    let live: @Sendable () -> Transfer<Any>
    let name: @Sendable () -> String
    var isCompared = false

    /// As it was recorded.
    fileprivate var uncompared: Self {
      var entry = self
      entry.isCompared = false
      return entry
    }

    /// With the value after the step in place of the one before.
    fileprivate var settled: Self {
      var entry = self
      let after = after ?? live().value
      entry.before = after
      entry.after = after
      return entry
    }
  }

  let entries = Locked<[ObjectIdentifier: Entry]>([:])

  /// Creates a step in which nothing was changed.
  package init() {}

  /// Whether there are none.
  package var isEmpty: Bool { entries.withLock { $0.isEmpty } }

  /// Both, as one step: what was before the first of them, and after the last.
  package func merged(with later: SharedChanges) -> SharedChanges {
    let result = SharedChanges()
    let laterEntries = later.entries.withLock { $0 }
    let all = entries.withLock { $0 }.merging(laterEntries) { first, second in
      var entry = first
      entry.after = second.after
      return entry
    }
    result.entries.withLock { $0 = all }
    return result
  }

  /// The same step, to be asserted once more: an assertion notes in it what it expects.
  package func copy() -> SharedChanges {
    let entries = entries.withLock { $0.mapValues { $0.uncompared } }
    let result = SharedChanges()
    result.entries.withLock { $0 = entries }
    return result
  }

  /// The same step, seen from its end: an assertion begins with what the values were after it.
  package func settled() -> SharedChanges {
    let entries = entries.withLock { $0.mapValues { $0.uncompared } }
    let result = SharedChanges()
    // Without the lock: a value of a step that goes on is asked for.
    let settled = entries.mapValues { $0.settled }
    result.entries.withLock { $0 = settled }
    return result
  }

  /// What was changed and not compared since, with what it was and what it is; what can't be compared is not among it.
  package var uncompared: [UncomparedChange] {
    entries.withLock { Array($0.values) }.compactMap { entry in
      let after = entry.after ?? entry.live().value
      guard !entry.isCompared, isEqual(entry.before, after) == false else { return nil }
      return UncomparedChange(
        owner: ObjectIdentifier(entry.owner),
        name: entry.name(),
        before: entry.before,
        after: after
      )
    }
    .sorted { $0.name < $1.name }
  }

  func before(_ owner: ObjectIdentifier) -> Any? {
    entries.withLock { $0[owner]?.before }
  }

  func entry(_ owner: ObjectIdentifier) -> Entry? {
    entries.withLock { $0[owner] }
  }

  /// Notes a first change; later ones leave the entry as it is.
  func note(_ entry: Entry) {
    entries.withLock { entries in
      let owner = ObjectIdentifier(entry.owner)
      if entries[owner] == nil { entries[owner] = entry }
    }
  }

  /// Keeps what the values are now as what they are after the step.
  func close() {
    for (owner, entry) in entries.withLock({ $0 }) where entry.after == nil {
      let after = entry.live()
      entries.withLock { $0[owner]?.after = after.value }
    }
  }

  /// Reports what nobody has compared.
  func reportUncompared() {
    for entry in entries.withLock({ Array($0.values) }) where !entry.isCompared {
      let after = entry.after ?? entry.live().value
      if isEqual(entry.before, after) ?? false { continue }
      reportIssue(
        """
        A change of a shared value was tracked and not asserted: \(entry.name())

        \(diff(entry.before, after) ?? "\(entry.before) → \(after)")

        before: \(String(customDumping: entry.before))
        after: \(String(customDumping: after))
        """,
        fileID: entry.location.fileID,
        filePath: entry.location.filePath,
        line: entry.location.line,
        column: entry.location.column
      )
    }
  }
}

/// A change of a shared value that nobody has compared with what was expected.
package struct UncomparedChange {
  /// The root, or the storage of a wrapper that was pointed elsewhere.
  package let owner: ObjectIdentifier
  /// The value as one would write it: `Shared<Int>(.inMemory("count"))`.
  package let name: String
  package let before: Any
  package let after: Any
}

/// Whether two values of any type are equal, `nil` if their type can't tell.
func isEqual(_ left: Any, _ right: Any) -> Bool? {
  func compare<Value: Equatable>(_ left: Value) -> Bool { left == right as? Value }
  guard let left = left as? any Equatable else { return nil }
  return compare(left)
}
