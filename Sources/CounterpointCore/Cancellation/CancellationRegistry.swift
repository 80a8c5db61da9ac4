import IssueReporting
import CounterpointSupport
import Synchronization

/// Which effects of one store are in flight: under which cancellation id, and of which child.
///
/// An effect is entered before `send` returns and leaves when it has ended. Safe to use from any thread.
final class CancellationRegistry: Sendable {
  /// An effect in flight, registered under an id or a feature path.
  final class Holder: Sendable {
    let scope: EffectScope
    /// The child that it is an effect of, `nil` for the root.
    let place: FeaturePath?
    /// The reduction that returned the effect: a cancellation spares what its own reduction returned.
    let reduction: Int
    /// The test that runs the effect, where it has an id: ids of tests that run in parallel never meet.
    let test: TestContext.Testing.Test.ID?
    /// Numbers the holders as they come, so that they are canceled in that order.
    fileprivate let number: Int

    fileprivate init(
      _ scope: EffectScope,
      place: FeaturePath?,
      reduction: Int,
      test: TestContext.Testing.Test.ID?,
      number: Int
    ) {
      self.scope = scope
      self.place = place
      self.reduction = reduction
      self.test = test
      self.number = number
    }
  }

  /// The holders of one id or one place. Mostly there is one, for which no table is made.
  private struct Holders {
    private var first: Holder?
    private var others: [ObjectIdentifier: Holder] = [:]

    var isEmpty: Bool { first == nil && others.isEmpty }

    mutating func insert(_ holder: Holder) {
      if first == nil { first = holder } else { others[ObjectIdentifier(holder.scope)] = holder }
    }

    mutating func remove(_ scope: EffectScope) {
      if first?.scope === scope { first = nil } else { others.removeValue(forKey: ObjectIdentifier(scope)) }
    }

    /// In the order in which they came.
    func forEach(_ body: (Holder) -> Void) {
      guard !others.isEmpty else {
        if let first { body(first) }
        return
      }
      for holder in ([first].compactMap { $0 } + others.values).sorted(by: { $0.number < $1.number }) { body(holder) }
    }
  }

  /// The lookup key for a cancellation. An effect is registered under its id once per ancestor feature. So a
  /// cancellation reaches the feature's descendants, not its parents or siblings, and its cost depends only on the
  /// canceled effects.
  private struct CancellationKey: Hashable {
    let id: CancelID
    let place: FeaturePath?
  }

  private struct SlotOfPath: Hashable {
    let slot: Slot
    let place: FeaturePath?
  }

  private struct Contents {
    var ids: [CancellationKey: Holders] = [:]
    var children: [SlotOfPath: [ChildIdentity: Holders]] = [:]
    private var next = 0

    mutating func makeHolder(
      _ scope: EffectScope,
      place: FeaturePath?,
      reduction: Int,
      test: TestContext.Testing.Test.ID? = nil
    ) -> Holder {
      defer { next += 1 }
      return Holder(scope, place: place, reduction: reduction, test: test, number: next)
    }
  }

  private let contents = Locked(Contents())
  private let slotsInUse = Atomic<Int>(0)

  /// Whether no effect is in flight under any id or of any child.
  var isEmpty: Bool {
    contents.withLock { $0.ids.isEmpty && $0.children.isEmpty }
  }

  /// Whether effects of children are in flight.
  var hasChildren: Bool {
    slotsInUse.load(ordering: .relaxed) > 0
  }
}

// MARK: - Ids

extension CancellationRegistry {
  fileprivate var hasNoIDs: Bool {
    contents.withLock { $0.ids.isEmpty }
  }

  /// Enters a scope under an id.
  func register(_ scope: EffectScope, id: CancelID, place: FeaturePath?, reduction: Int) {
    let test = currentTestID
    let isFirst = contents.withLock { contents in
      let isFirst = contents.ids.isEmpty
      let holder = contents.makeHolder(scope, place: place, reduction: reduction, test: test)
      Self.forEachReach(of: id, place) { contents.ids[$0, default: Holders()].insert(holder) }
      return isFirst
    }
    if isFirst { AllRegistries.shared.update(self) }
  }

  /// Takes a scope out again.
  func unregister(_ scope: EffectScope, id: CancelID, place: FeaturePath?) {
    let isLast = contents.withLock { contents in
      Self.forEachReach(of: id, place) { reach in
        guard let index = contents.ids.index(forKey: reach) else { return }
        contents.ids.values[index].remove(scope)
        if contents.ids.values[index].isEmpty { contents.ids.remove(at: index) }
      }
      return contents.ids.isEmpty
    }
    if isLast { AllRegistries.shared.update(self) }
  }

  /// Cancels the effects in flight under an id in a feature and its descendants.
  ///
  /// Within one store the running test is ignored, because a task that a test detached must be found too.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - place: The feature path, `nil` for the whole store.
  ///   - isSpared: Returns whether an effect is spared.
  func cancel(id: CancelID, in place: FeaturePath?, sparing isSpared: (Holder) -> Bool = { _ in false }) {
    cancel(contents.withLock { $0.ids[CancellationKey(id: id, place: place)] }, sparing: isSpared) { holder in
      unregister(holder.scope, id: id, place: holder.place)
    }
  }

  /// Cancels what the running test has in flight under an id.
  func cancelInThisTest(id: CancelID) {
    let test = currentTestID
    cancel(id: id, in: nil) { $0.test != test }
  }

  /// Calls a function with all that an effect with an id in a place is found by: in the place, and in each around it.
  private static func forEachReach(of id: CancelID, _ place: FeaturePath?, _ body: (CancellationKey) -> Void) {
    var place = place
    while let current = place {
      body(CancellationKey(id: id, place: current))
      place = current.parent
    }
    body(CancellationKey(id: id, place: nil))
  }

  /// Cancels effects in the order of their registration.
  ///
  /// - Parameter forget: Removes a canceled effect, after all are canceled. A canceled effect may take long to end,
  ///   and must not be found again by repeated cancellations.
  private func cancel(_ holders: Holders?, sparing isSpared: (Holder) -> Bool, forget: (Holder) -> Void) {
    guard let holders else { return }
    var cancelled = Holders()
    holders.forEach { if !isSpared($0) { cancelled.insert($0) } }
    cancelled.forEach { $0.scope.cancel() }
    cancelled.forEach(forget)
  }
}

// MARK: - Children

extension CancellationRegistry {
  /// Enters a scope as effects of a child.
  func register(_ scope: EffectScope, child: FeaturePath, reduction: Int) {
    let slot = SlotOfPath(slot: child.child.slot, place: child.parent)
    contents.withLock { contents in
      if contents.children[slot] == nil { slotsInUse.add(1, ordering: .relaxed) }
      let holder = contents.makeHolder(scope, place: child, reduction: reduction)
      contents.children[slot, default: [:]][child.child.identity, default: Holders()].insert(holder)
    }
  }

  /// Takes a scope out again.
  func unregister(_ scope: EffectScope, child: FeaturePath) {
    let slot = SlotOfPath(slot: child.child.slot, place: child.parent)
    let identity = child.child.identity
    contents.withLock { contents in
      contents.children[slot]?[identity]?.remove(scope)
      if contents.children[slot]?[identity]?.isEmpty ?? false { contents.children[slot]?[identity] = nil }
      if contents.children[slot]?.isEmpty ?? false {
        contents.children[slot] = nil
        slotsInUse.subtract(1, ordering: .relaxed)
      }
    }
  }

  /// Returns the children with effects in flight in a slot.
  func children(in slot: Slot, of place: FeaturePath?) -> [ChildIdentity] {
    contents.withLock { contents in
      contents.children[SlotOfPath(slot: slot, place: place)].map { Array($0.keys) } ?? []
    }
  }

  /// Cancels the effects of removed children and their descendants.
  ///
  /// - Parameters:
  ///   - children: The removed children.
  ///   - slot: Their slot.
  ///   - place: The feature path of their parent.
  ///   - reduction: The reduction that removed them, whose effects are spared.
  func cancel(_ children: [ChildIdentity], in slot: Slot, of place: FeaturePath?, sparing reduction: Int) {
    for child in children {
      let holders = contents.withLock { $0.children[SlotOfPath(slot: slot, place: place)]?[child] }
      cancel(holders, sparing: { $0.reduction == reduction }) { holder in
        if let place = holder.place { unregister(holder.scope, child: place) }
      }
    }
  }
}

/// The registries that have something in flight under an id, so that `Task.cancel(id:)` reaches every store.
final class AllRegistries: Sendable {
  static let shared = AllRegistries()

  private let registries = Locked<[ObjectIdentifier: CancellationRegistry]>([:])

  /// Keeps a registry while it has something in flight, and forgets it otherwise.
  func update(_ registry: CancellationRegistry) {
    registries.withLock { registries in
      registries[ObjectIdentifier(registry)] = registry.hasNoIDs ? nil : registry
    }
  }

  /// Cancels an id in every store; in a test, in every store of that test.
  func cancel(id: CancelID) {
    let reached = registries.withLock { Array($0.values) }
    for registry in reached { registry.cancelInThisTest(id: id) }
  }
}

/// The Swift Testing test that runs now, if one does.
var currentTestID: TestContext.Testing.Test.ID? {
  guard case .swiftTesting(let testing)? = TestContext.current else { return nil }
  return testing?.test.id
}
