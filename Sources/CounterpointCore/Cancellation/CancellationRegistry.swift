import IssueReporting
import Locks
import Synchronization

/// Which effects of one store are in flight: under which cancellation id, and of which child.
///
/// An effect is entered before `send` returns and leaves when it has ended. Safe to use from any thread.
final class CancellationRegistry: Sendable {
  struct Holder {
    let scope: EffectScope
    /// The child that it is an effect of, `nil` for the root.
    let place: Place?
    /// The reduction that returned the effect: a cancellation spares what its own reduction returned.
    let reduction: Int
    /// The test that runs the effect, where it has an id: ids of tests that run in parallel never meet.
    let test: TestContext.Testing.Test.ID?
    /// Numbers the holders as they come, so that they are cancelled in that order.
    fileprivate let number: Int
  }

  /// What is looked for when an id is cancelled somewhere: an effect is there under its id once for each place that it is in,
  /// from the root on. So a cancellation reaches down, and neither up nor sideways, and looks at nothing but what it hits.
  private struct Reach: Hashable {
    let id: CancelID
    let place: Place?
  }

  private struct SlotInPlace: Hashable {
    let slot: Slot
    let place: Place?
  }

  private typealias Holders = [ObjectIdentifier: Holder]

  private struct Contents {
    var ids: [Reach: Holders] = [:]
    var children: [SlotInPlace: [ChildIdentity: Holders]] = [:]
    var next = 0

    mutating func makeHolder(
      _ scope: EffectScope,
      place: Place?,
      reduction: Int,
      test: TestContext.Testing.Test.ID? = nil
    ) -> Holder {
      defer { next += 1 }
      return Holder(scope: scope, place: place, reduction: reduction, test: test, number: next)
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
  func register(_ scope: EffectScope, id: CancelID, place: Place?, reduction: Int) {
    let test = currentTestID
    let isFirst = contents.withLock { contents in
      let isFirst = contents.ids.isEmpty
      let holder = contents.makeHolder(scope, place: place, reduction: reduction, test: test)
      for reach in Self.reaches(of: id, place) {
        contents.ids[reach, default: [:]][ObjectIdentifier(scope)] = holder
      }
      return isFirst
    }
    if isFirst { AllRegistries.shared.update(self) }
  }

  /// Takes a scope out again.
  func unregister(_ scope: EffectScope, id: CancelID, place: Place?) {
    let isLast = contents.withLock { contents in
      for reach in Self.reaches(of: id, place) {
        contents.ids[reach]?[ObjectIdentifier(scope)] = nil
        if contents.ids[reach]?.isEmpty ?? false { contents.ids[reach] = nil }
      }
      return contents.ids.isEmpty
    }
    if isLast { AllRegistries.shared.update(self) }
  }

  /// Cancels what is in flight under an id in a place and below.
  ///
  /// Within one store the running test does not matter: a task that a test detached, which knows of no test, must hit too.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - place: The place, `nil` for the whole store.
  ///   - isSpared: Tells which effects are left alone.
  func cancel(id: CancelID, in place: Place?, sparing isSpared: (Holder) -> Bool = { _ in false }) {
    for holder in cancel(contents.withLock { $0.ids[Reach(id: id, place: place)] }, sparing: isSpared) {
      unregister(holder.scope, id: id, place: holder.place)
    }
  }

  /// Cancels what the running test has in flight under an id.
  func cancelInThisTest(id: CancelID) {
    let test = currentTestID
    cancel(id: id, in: nil) { $0.test != test }
  }

  private static func reaches(of id: CancelID, _ place: Place?) -> some Sequence<Reach> {
    sequence(first: Reach(id: id, place: place)) { reach in
      reach.place.map { Reach(id: id, place: $0.parent) }
    }
  }

  /// Cancels, in the order in which they came.
  ///
  /// - Returns: What was cancelled. It is to be forgotten at once: it may take its time to end, and whoever cancels again
  ///   and again meanwhile should not find all of it each time.
  private func cancel(_ holders: Holders?, sparing isSpared: (Holder) -> Bool) -> [Holder] {
    guard let holders else { return [] }
    let cancelled = holders.values.filter { !isSpared($0) }.sorted { $0.number < $1.number }
    for holder in cancelled { holder.scope.cancel() }
    return cancelled
  }
}

// MARK: - Children

extension CancellationRegistry {
  /// Enters a scope as effects of a child.
  func register(_ scope: EffectScope, child: Place, reduction: Int) {
    let slot = SlotInPlace(slot: child.child.slot, place: child.parent)
    contents.withLock { contents in
      if contents.children[slot] == nil { slotsInUse.add(1, ordering: .relaxed) }
      let holder = contents.makeHolder(scope, place: child, reduction: reduction)
      contents.children[slot, default: [:]][child.child.identity, default: [:]][ObjectIdentifier(scope)] = holder
    }
  }

  /// Takes a scope out again.
  func unregister(_ scope: EffectScope, child: Place) {
    let slot = SlotInPlace(slot: child.child.slot, place: child.parent)
    let identity = child.child.identity
    contents.withLock { contents in
      contents.children[slot]?[identity]?[ObjectIdentifier(scope)] = nil
      if contents.children[slot]?[identity]?.isEmpty ?? false { contents.children[slot]?[identity] = nil }
      if contents.children[slot]?.isEmpty ?? false {
        contents.children[slot] = nil
        slotsInUse.subtract(1, ordering: .relaxed)
      }
    }
  }

  /// Who has effects in flight in a slot.
  func children(in slot: Slot, of place: Place?) -> [ChildIdentity] {
    contents.withLock { contents in
      contents.children[SlotInPlace(slot: slot, place: place)].map { Array($0.keys) } ?? []
    }
  }

  /// Cancels the effects of children that have gone, and of all that they embed.
  ///
  /// - Parameters:
  ///   - children: Who has gone.
  ///   - slot: Where they were.
  ///   - place: The place of their parent.
  ///   - reduction: The reduction in which they went, whose effects are left alone.
  func cancel(_ children: [ChildIdentity], in slot: Slot, of place: Place?, sparing reduction: Int) {
    for child in children {
      let holders = contents.withLock { $0.children[SlotInPlace(slot: slot, place: place)]?[child] }
      for holder in cancel(holders, sparing: { $0.reduction == reduction }) {
        holder.place.map { unregister(holder.scope, child: $0) }
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
