import IssueReporting
import Locks

/// Which effects of one store are in flight under which cancellation id.
///
/// An id is entered before `send` returns and leaves when its effects have ended. Safe to use from any thread.
final class CancellationRegistry: Sendable {
  struct Holder {
    let scope: EffectScope
    /// The reduction that returned the effect: a cancellation spares what its own reduction returned.
    let reduction: Int
    /// The test that runs the effect: ids of tests that run in parallel never meet.
    let test: TestContext.Testing.Test.ID?
  }

  private let holders = Locked<[CancelID: [Holder]]>([:])

  /// Whether no effect is in flight under any id.
  var isEmpty: Bool {
    holders.withLock { $0.isEmpty }
  }

  /// Enters a scope under an id.
  func register(_ scope: EffectScope, id: CancelID, reduction: Int) {
    let holder = Holder(scope: scope, reduction: reduction, test: currentTestID)
    let isFirst = holders.withLock { holders in
      defer { holders[id, default: []].append(holder) }
      return holders.isEmpty
    }
    if isFirst { AllRegistries.shared.update(self) }
  }

  /// Takes a scope out again.
  func unregister(_ scope: EffectScope, id: CancelID) {
    let isLast = holders.withLock { holders in
      holders[id]?.removeAll { $0.scope === scope }
      if holders[id]?.isEmpty ?? false { holders[id] = nil }
      return holders.isEmpty
    }
    if isLast { AllRegistries.shared.update(self) }
  }

  /// Cancels what is in flight under an id.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - isSpared: Tells which effects are left alone.
  func cancel(id: CancelID, sparing isSpared: (Holder) -> Bool = { _ in false }) {
    let test = currentTestID
    let candidates = holders.withLock { $0[id] ?? [] }
    for holder in candidates where holder.test == test && !isSpared(holder) {
      holder.scope.cancel()
    }
  }
}

/// The registries that have something in flight, so that `Task.cancel(id:)` reaches every store.
final class AllRegistries: Sendable {
  static let shared = AllRegistries()

  private let registries = Locked<[ObjectIdentifier: CancellationRegistry]>([:])

  /// Keeps a registry while it has something in flight, and forgets it otherwise.
  func update(_ registry: CancellationRegistry) {
    registries.withLock { registries in
      registries[ObjectIdentifier(registry)] = registry.isEmpty ? nil : registry
    }
  }

  /// Cancels an id in every store; in a test, in every store of that test.
  func cancel(id: CancelID) {
    let reached = registries.withLock { Array($0.values) }
    for registry in reached { registry.cancel(id: id) }
  }
}

/// The Swift Testing test that runs now, if one does.
private var currentTestID: TestContext.Testing.Test.ID? {
  guard case .swiftTesting(let testing)? = TestContext.current else { return nil }
  return testing?.test.id
}
