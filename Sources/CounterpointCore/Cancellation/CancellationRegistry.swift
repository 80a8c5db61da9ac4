import IssueReporting
import CounterpointSupport
import Synchronization

/// The effects of one store that are in flight, by their cancellation ids and by their features.
///
/// An effect is registered before `send` returns, and unregistered when it has ended. Safe to use from any thread.
final class CancellationRegistry: Sendable {
  /// An effect in flight, registered under an id or a feature path.
  final class Registration: Sendable {
    let scope: EffectScope
    /// The path of the feature that returned the effect, `nil` for the root.
    let path: FeaturePath?
    /// The reduction that returned the effect. A cancellation spares the effects of its own reduction.
    let reduction: Int
    /// The test that runs the effect, if the effect has an id. Parallel tests don't cancel each other's ids.
    let test: TestContext.Testing.Test.ID?
    /// The serial number, because effects are canceled in the order of their registration.
    fileprivate let number: Int

    fileprivate init(
      _ scope: EffectScope,
      path: FeaturePath?,
      reduction: Int,
      test: TestContext.Testing.Test.ID?,
      number: Int
    ) {
      self.scope = scope
      self.path = path
      self.reduction = reduction
      self.test = test
      self.number = number
    }
  }

  /// The registrations under one key. Most keys have one, for which no table is allocated.
  private struct Registrations {
    private var first: Registration?
    private var others: [ObjectIdentifier: Registration] = [:]

    var isEmpty: Bool { first == nil && others.isEmpty }

    mutating func insert(_ registration: Registration) {
      if first == nil { first = registration } else { others[ObjectIdentifier(registration.scope)] = registration }
    }

    mutating func remove(_ scope: EffectScope) {
      if first?.scope === scope { first = nil } else { others.removeValue(forKey: ObjectIdentifier(scope)) }
    }

    /// Calls a function with each registration, in the order in which they were made.
    func forEach(_ body: (Registration) -> Void) {
      guard !others.isEmpty else {
        if let first { body(first) }
        return
      }
      let all = [first].compactMap { $0 } + others.values
      for registration in all.sorted(by: { $0.number < $1.number }) { body(registration) }
    }
  }

  /// The lookup key for a cancellation. An effect is registered under its id once per ancestor feature. So a
  /// cancellation reaches the feature's descendants, not its parents or siblings, and its cost depends only on the
  /// canceled effects.
  private struct CancellationKey: Hashable {
    let id: CancelID
    let path: FeaturePath?
  }

  /// The lookup key for the children in one property of one feature.
  private struct ChildrenKey: Hashable {
    let property: ChildProperty
    let path: FeaturePath?
  }

  private struct Contents {
    var ids: [CancellationKey: Registrations] = [:]
    var children: [ChildrenKey: [ChildIdentity: Registrations]] = [:]
    private var next = 0

    mutating func makeRegistration(
      _ scope: EffectScope,
      path: FeaturePath?,
      reduction: Int,
      test: TestContext.Testing.Test.ID? = nil
    ) -> Registration {
      defer { next += 1 }
      return Registration(scope, path: path, reduction: reduction, test: test, number: next)
    }
  }

  private let contents = Locked(Contents())
  private let propertiesInUse = Atomic<Int>(0)

  /// Whether no effect is in flight under any id or of any child.
  var isEmpty: Bool {
    contents.withLock { $0.ids.isEmpty && $0.children.isEmpty }
  }

  /// Whether effects of children are in flight, or children are tracked always.
  var hasChildren: Bool {
    propertiesInUse.load(ordering: .relaxed) > 0
  }

  /// Makes all later reductions track children, whether their effects are in flight or not.
  func trackChildrenAlways() {
    propertiesInUse.add(1, ordering: .relaxed)
  }
}

// MARK: - Ids

extension CancellationRegistry {
  fileprivate var hasNoIDs: Bool {
    contents.withLock { $0.ids.isEmpty }
  }

  /// Registers a scope under an id.
  func register(_ scope: EffectScope, id: CancelID, path: FeaturePath?, reduction: Int) {
    let test = currentTestID
    let isFirst = contents.withLock { contents in
      let isFirst = contents.ids.isEmpty
      let registration = contents.makeRegistration(scope, path: path, reduction: reduction, test: test)
      Self.forEachKey(of: id, path) { contents.ids[$0, default: Registrations()].insert(registration) }
      return isFirst
    }
    if isFirst { ActiveRegistries.shared.update(self) }
  }

  /// Removes a scope.
  func unregister(_ scope: EffectScope, id: CancelID, path: FeaturePath?) {
    let isLast = contents.withLock { contents in
      Self.forEachKey(of: id, path) { key in
        guard let index = contents.ids.index(forKey: key) else { return }
        contents.ids.values[index].remove(scope)
        if contents.ids.values[index].isEmpty { contents.ids.remove(at: index) }
      }
      return contents.ids.isEmpty
    }
    if isLast { ActiveRegistries.shared.update(self) }
  }

  /// Cancels the effects in flight under an id in a feature and its descendants.
  ///
  /// Within one store the running test is ignored, because a task that a test detached must be found too.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - path: The feature path, `nil` for the whole store.
  ///   - isSpared: Returns whether an effect is spared.
  func cancel(id: CancelID, in path: FeaturePath?, sparing isSpared: (Registration) -> Bool = { _ in false }) {
    let registrations = contents.withLock { $0.ids[CancellationKey(id: id, path: path)] }
    cancel(registrations, sparing: isSpared) { registration in
      unregister(registration.scope, id: id, path: registration.path)
    }
  }

  /// Cancels the effects that the running test has in flight under an id.
  func cancelInThisTest(id: CancelID) {
    let test = currentTestID
    cancel(id: id, in: nil) { $0.test != test }
  }

  /// Calls a function with each lookup key of an effect: its id in its feature, and in each ancestor.
  private static func forEachKey(of id: CancelID, _ path: FeaturePath?, _ body: (CancellationKey) -> Void) {
    var path = path
    while let current = path {
      body(CancellationKey(id: id, path: current))
      path = current.parent
    }
    body(CancellationKey(id: id, path: nil))
  }

  /// Cancels effects in the order of their registration.
  ///
  /// - Parameter forget: Removes a canceled effect, after all are canceled. A canceled effect may take long to end,
  ///   and must not be found again by repeated cancellations.
  private func cancel(
    _ registrations: Registrations?,
    sparing isSpared: (Registration) -> Bool,
    forget: (Registration) -> Void
  ) {
    guard let registrations else { return }
    var canceled = Registrations()
    registrations.forEach { if !isSpared($0) { canceled.insert($0) } }
    canceled.forEach { $0.scope.cancel() }
    canceled.forEach(forget)
  }
}

// MARK: - Children

extension CancellationRegistry {
  /// Registers a scope as the effects of a child.
  func register(_ scope: EffectScope, child: FeaturePath, reduction: Int) {
    let key = ChildrenKey(property: child.child.property, path: child.parent)
    contents.withLock { contents in
      if contents.children[key] == nil { propertiesInUse.add(1, ordering: .relaxed) }
      let registration = contents.makeRegistration(scope, path: child, reduction: reduction)
      contents.children[key, default: [:]][child.child.identity, default: Registrations()].insert(registration)
    }
  }

  /// Removes a scope.
  func unregister(_ scope: EffectScope, child: FeaturePath) {
    let key = ChildrenKey(property: child.child.property, path: child.parent)
    let identity = child.child.identity
    contents.withLock { contents in
      contents.children[key]?[identity]?.remove(scope)
      if contents.children[key]?[identity]?.isEmpty ?? false { contents.children[key]?[identity] = nil }
      if contents.children[key]?.isEmpty ?? false {
        contents.children[key] = nil
        propertiesInUse.subtract(1, ordering: .relaxed)
      }
    }
  }

  /// Returns the children with effects in flight in a property of a feature.
  func children(in property: ChildProperty, of path: FeaturePath?) -> [ChildIdentity] {
    contents.withLock { contents in
      contents.children[ChildrenKey(property: property, path: path)].map { Array($0.keys) } ?? []
    }
  }

  /// Cancels the effects of removed children and their descendants.
  ///
  /// - Parameters:
  ///   - children: The removed children.
  ///   - property: The property that held them.
  ///   - path: The feature path of their parent.
  ///   - reduction: The reduction that removed them, whose effects are spared.
  func cancel(_ children: [ChildIdentity], in property: ChildProperty, of path: FeaturePath?, sparing reduction: Int) {
    for child in children {
      let key = ChildrenKey(property: property, path: path)
      let registrations = contents.withLock { $0.children[key]?[child] }
      cancel(registrations, sparing: { $0.reduction == reduction }) { registration in
        if let path = registration.path { unregister(registration.scope, child: path) }
      }
    }
  }
}

/// The registries with effects in flight under an id, because `Task.cancel(id:)` cancels in every store.
final class ActiveRegistries: Sendable {
  static let shared = ActiveRegistries()

  private let registries = Locked<[ObjectIdentifier: CancellationRegistry]>([:])

  /// Adds a registry with effects in flight under an id, or removes one without.
  func update(_ registry: CancellationRegistry) {
    registries.withLock { registries in
      registries[ObjectIdentifier(registry)] = registry.hasNoIDs ? nil : registry
    }
  }

  /// Cancels an id in every store; in a test, in every store of that test.
  func cancel(id: CancelID) {
    let active = registries.withLock { Array($0.values) }
    for registry in active { registry.cancelInThisTest(id: id) }
  }
}

/// The running test of Swift Testing, if there is one.
var currentTestID: TestContext.Testing.Test.ID? {
  guard case .swiftTesting(let testing)? = TestContext.current else { return nil }
  return testing?.test.id
}
