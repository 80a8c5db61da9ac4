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
    /// The root, or the holder of a wrapper that was pointed elsewhere.
    let owner: AnyObject
    let root: any Root
    let site: CallSite
    var before: Any
    /// The value after the step, or nil as long as the step goes on: then it is the live one.
    var after: Any?
    let live: @Sendable () -> Transfer<Any>
    let name: @Sendable () -> String
    var isCompared = false
  }

  let entries = Locked<[ObjectIdentifier: Entry]>([:])

  init() {}

  /// Whether there are none.
  package var isEmpty: Bool { entries.withLock(\.isEmpty) }

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
      if isEqual(entry.before, after) { continue }
      reportIssue(
        """
        A change of a shared value was tracked and not asserted: \(entry.name())

        \(diff(entry.before, after) ?? "\(entry.before) → \(after)")

        before: \(String(customDumping: entry.before))
        after: \(String(customDumping: after))
        """,
        fileID: entry.site.fileID,
        filePath: entry.site.filePath,
        line: entry.site.line,
        column: entry.site.column
      )
    }
  }
}

/// Whether two values of any type are equal, as far as their type can tell.
private func isEqual(_ left: Any, _ right: Any) -> Bool {
  func compare<Value: Equatable>(_ left: Value) -> Bool { left == right as? Value }
  guard let left = left as? any Equatable else { return false }
  return compare(left)
}
