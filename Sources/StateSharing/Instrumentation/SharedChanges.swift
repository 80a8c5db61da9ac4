@_spi(Internals) import CounterpointSupport
import CustomDump
import IssueReporting

/// The values before and after some changes of shared values.
///
/// A test asserts the changes of an action against this record, independent of later changes. It has an entry for each
/// changed root, and for each wrapper with a new reference. It retains the roots.
package final class SharedChanges: Sendable {
  struct Entry: @unchecked Sendable {
    // @unchecked because of the values: see `Transfer`.
    /// The root, or the storage of a wrapper that got a new reference.
    let owner: AnyObject
    let root: any AnyObject & Sendable
    let location: SourceLocation
    var before: Any
    /// The value after the step; nil while the step is running, when it is the live value.
    var after: Any?
    let live: @Sendable () -> Transfer<Any>
    let name: @Sendable () -> String
    var isCompared = false

    /// The entry without its comparisons.
    fileprivate var uncompared: Self {
      var entry = self
      entry.isCompared = false
      return entry
    }

    /// The entry with the value after the step as the value before.
    fileprivate var settled: Self {
      var entry = self
      let after = after ?? live().value
      entry.before = after
      entry.after = after
      return entry
    }
  }

  let entries = Locked<[ObjectIdentifier: Entry]>([:])

  /// Creates a step without changes.
  package init() {}

  /// Whether there are no changes.
  package var isEmpty: Bool { entries.withLock { $0.isEmpty } }

  /// Combines two consecutive steps: the values before the first step and after the second.
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

  /// Returns a copy for another assertion, because an assertion records its expectations in the step.
  package func copy() -> SharedChanges {
    let entries = entries.withLock { $0.mapValues { $0.uncompared } }
    let result = SharedChanges()
    result.entries.withLock { $0 = entries }
    return result
  }

  /// Returns a copy without changes: the values after the step are also the values before it.
  package func settled() -> SharedChanges {
    let entries = entries.withLock { $0.mapValues { $0.uncompared } }
    let result = SharedChanges()
    // Without the lock, because it reads live values.
    let settled = entries.mapValues { $0.settled }
    result.entries.withLock { $0 = settled }
    return result
  }

  /// The changes that were not compared, with the values before and after. Values that can't be compared are left
  /// out.
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

  /// The owners of the changes.
  var owners: [ObjectIdentifier] { entries.withLock { Array($0.keys) } }

  func before(_ owner: ObjectIdentifier) -> Any? {
    entries.withLock { $0[owner]?.before }
  }

  func entry(_ owner: ObjectIdentifier) -> Entry? {
    entries.withLock { $0[owner] }
  }

  /// Records the first change of an owner; later ones leave the entry unchanged.
  func note(_ entry: Entry) {
    entries.withLock { entries in
      let owner = ObjectIdentifier(entry.owner)
      if entries[owner] == nil { entries[owner] = entry }
    }
  }

  /// Records the current values as those after the step.
  func close() {
    for (owner, entry) in entries.withLock({ $0 }) where entry.after == nil {
      let after = entry.live()
      entries.withLock { $0[owner]?.after = after.value }
    }
  }

  /// Reports the changes that were not compared.
  func reportUncompared() {
    for entry in entries.withLock({ Array($0.values) }) where !entry.isCompared {
      let after = entry.after ?? entry.live().value
      if isEqual(entry.before, after) ?? false { continue }
      reportIssue(
        """
        A change of a shared value was tracked but not asserted: \(entry.name())

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

/// A change of a shared value that was not compared with an expected value.
package struct UncomparedChange {
  /// The root, or the storage of a wrapper that got a new reference.
  package let owner: ObjectIdentifier
  /// The wrapper as it is written in code: `Shared<Int>(.inMemory("count"))`.
  package let name: String
  package let before: Any
  package let after: Any
}
