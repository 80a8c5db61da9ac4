import CounterpointSupport

/// Changes of tracked values by code that the tracker can't follow: on threads and in detached tasks, which have lost
/// the dependencies of their test.
///
/// Without it, such a change would pass any test unnoticed. Safe to use from any thread.
package final class UntrackedChanges: Sendable {
  /// A change.
  package struct Change: Sendable {
    /// The wrapper as it is written in code: `Shared<Int>(.inMemory("count"))`.
    package let name: String
    package let fileID: StaticString
    package let line: UInt
  }

  private struct KnownRoot {
    weak var root: (any Root)?
  }

  private struct Watcher {
    weak var watcher: UntrackedChanges?
  }

  private static let watchers = Locked<[ObjectIdentifier: Watcher]>([:])

  private let isForeign: @Sendable () -> Bool
  private let known = Locked<[ObjectIdentifier: KnownRoot]>([:])
  private let changes = Locked<[Change]>([])

  /// Begins recording.
  ///
  /// - Parameter isForeign: Returns whether the running code is of interest. Called before an untracked change.
  package init(if isForeign: @escaping @Sendable () -> Bool) {
    self.isForeign = isForeign
    Self.watchers.withLock { $0[ObjectIdentifier(self)] = Watcher(watcher: self) }
  }

  deinit {
    _ = Self.watchers.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
  }

  /// Removes and returns the recorded changes.
  package func take() -> [Change] {
    changes.withLock { changes in
      defer { changes = [] }
      return changes
    }
  }

  /// Records that a tracker knows a root.
  func know(_ root: any Root) {
    known.withLock { $0[ObjectIdentifier(root)] = KnownRoot(root: root) }
  }

  /// Records an untracked change of a root.
  static func note<Value>(_ root: Reference<Value>, at location: SourceLocation) {
    let watchers = Self.watchers.withLock { $0.values.compactMap(\.watcher) }
    for watcher in watchers where watcher.knows(root.root) && watcher.isForeign() {
      let change = Change(
        name: root.wrapperDescription,
        fileID: location.fileID,
        line: location.line
      )
      watcher.changes.withLock { $0.append(change) }
    }
  }

  private func knows(_ root: any Root) -> Bool {
    // Another root may have the address of a released one.
    known.withLock { $0[ObjectIdentifier(root)]?.root === root }
  }
}
