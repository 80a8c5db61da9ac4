import IssueReporting
@_spi(Internals) import CounterpointSupport
import Synchronization

/// The effects of one store that are in flight, by their cancellation ids and by their features.
///
/// An effect is registered before `send` returns, and unregistered when it has ended. Safe to use from any thread.
final class CancellationRegistry: Sendable {
  /// The scopes under one key. Most keys have one, for which no table is allocated.
  private struct Scopes {
    private var first: RegisteredScope?
    private var others: [ObjectIdentifier: RegisteredScope] = [:]

    var isEmpty: Bool { first == nil && others.isEmpty }

    mutating func insert(_ scope: RegisteredScope) {
      if first == nil { first = scope } else { others[ObjectIdentifier(scope)] = scope }
    }

    mutating func remove(_ scope: RegisteredScope) {
      if first === scope { first = nil } else { others.removeValue(forKey: ObjectIdentifier(scope)) }
    }

    /// Calls a function with each scope, in the order in which they were created.
    func forEach(_ body: (RegisteredScope) -> Void) {
      guard !others.isEmpty else {
        if let first { body(first) }
        return
      }
      let all = [first].compactMap { $0 } + others.values
      for scope in all.sorted(by: { $0.number < $1.number }) { body(scope) }
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
    var ids: [CancellationKey: Scopes] = [:]
    var children: [ChildrenKey: [ChildIdentity: Scopes]] = [:]
  }

  private let contents = Locked(Contents())
  private let propertiesInUse = Atomic<Int>(0)
  private let created = Atomic<Int>(0)

  /// Whether no effect is in flight under any id or of any child.
  var isEmpty: Bool {
    contents.withLock { $0.ids.isEmpty && $0.children.isEmpty }
  }

  /// Whether effects of children are in flight, or children are tracked always.
  var hasChildren: Bool {
    propertiesInUse.load(ordering: .relaxed) > 0
  }

  /// Returns a number higher than all before.
  fileprivate func makeNumber() -> Int {
    created.add(1, ordering: .relaxed).newValue
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

  /// Registers a scope under its id.
  fileprivate func register(_ scope: RegisteredScope, id: CancelID) {
    let isFirst = contents.withLock { contents in
      let isFirst = contents.ids.isEmpty
      Self.forEachKey(of: id, scope.path) { contents.ids[$0, default: Scopes()].insert(scope) }
      return isFirst
    }
    if isFirst { ActiveRegistries.shared.update(self) }
  }

  /// Registers a scope under its id, and cancels the effects of its feature and the descendants that were registered
  /// under it before. Of two scopes that do this at the same time, the later one cancels the earlier one.
  ///
  /// - Parameters:
  ///   - scope: The scope.
  ///   - id: Its id.
  ///   - isSpared: Returns whether an effect is spared.
  func register(
    _ scope: RegisteredScope,
    cancelingOthersUnder id: CancelID,
    sparing isSpared: (RegisteredScope) -> Bool
  ) {
    let (isFirst, others) = contents.withLock { contents in
      let (isFirst, others) = (contents.ids.isEmpty, contents.ids[CancellationKey(id: id, path: scope.path)])
      Self.forEachKey(of: id, scope.path) { contents.ids[$0, default: Scopes()].insert(scope) }
      return (isFirst, others)
    }
    if isFirst { ActiveRegistries.shared.update(self) }
    cancel(others, sparing: isSpared)
  }

  /// Removes a scope from its id.
  fileprivate func unregister(_ scope: RegisteredScope, id: CancelID) {
    let isLast = contents.withLock { contents in
      Self.forEachKey(of: id, scope.path) { key in
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
  func cancel(id: CancelID, in path: FeaturePath?, sparing isSpared: (RegisteredScope) -> Bool = { _ in false }) {
    cancel(contents.withLock { $0.ids[CancellationKey(id: id, path: path)] }, sparing: isSpared)
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

  /// Cancels effects in the order of their creation.
  private func cancel(_ scopes: Scopes?, sparing isSpared: (RegisteredScope) -> Bool) {
    guard let scopes else { return }
    var canceled = Scopes()
    scopes.forEach { if !isSpared($0) { canceled.insert($0) } }
    canceled.forEach { $0.cancel() }
    // After all are canceled. A canceled effect may take long to end, and must not be found again by repeated
    // cancellations.
    canceled.forEach { $0.unregister() }
  }
}

// MARK: - Children

extension CancellationRegistry {
  /// Registers a scope as the effects of a child.
  fileprivate func register(_ scope: RegisteredScope, child: FeaturePath) {
    let key = ChildrenKey(property: child.child.property, path: child.parent)
    contents.withLock { contents in
      if contents.children[key] == nil { propertiesInUse.add(1, ordering: .relaxed) }
      contents.children[key, default: [:]][child.child.identity, default: Scopes()].insert(scope)
    }
  }

  /// Removes a scope from its child.
  fileprivate func unregister(_ scope: RegisteredScope, child: FeaturePath) {
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
      cancel(contents.withLock { $0.children[key]?[child] }, sparing: { $0.reduction == reduction })
    }
  }
}

/// The scope of effects that are registered under a cancellation id, or as the effects of a child.
final class RegisteredScope: EffectScope, @unchecked Sendable {
  // @unchecked like its superclass; its own properties are immutable.

  /// The id; `nil` for the effects of a child.
  let id: CancelID?
  /// The path of the feature that returned the effects, `nil` for the root.
  let path: FeaturePath?
  /// The reduction that returned the effects. A cancellation spares the effects of its own reduction.
  let reduction: Int
  /// The test that runs the effects, if they have an id. Parallel tests don't cancel each other's ids.
  let test: TestContext.Testing.Test.ID?
  /// The serial number, because effects are canceled in the order of their creation.
  fileprivate let number: Int
  private let registry: CancellationRegistry

  /// Creates a scope that is not registered yet, and is unregistered whenever it has settled.
  ///
  /// - Parameters:
  ///   - parent: The scope that this one is part of.
  ///   - registry: The registry.
  ///   - id: The cancellation id; `nil` for the effects of a child, whose path is `path`.
  ///   - path: The path of the feature that returned the effects, `nil` for the root.
  ///   - reduction: The reduction that returned the effects.
  init(parent: EffectScope?, in registry: CancellationRegistry, id: CancelID?, path: FeaturePath?, reduction: Int) {
    self.id = id
    self.path = path
    self.reduction = reduction
    self.test = id == nil ? nil : currentTestID
    self.number = registry.makeNumber()
    self.registry = registry
    super.init(parent: parent)
  }

  /// Registers the scope: cancellations find it.
  func register() {
    if let id { return registry.register(self, id: id) }
    if let path { registry.register(self, child: path) }
  }

  /// Removes the scope: cancellations don't find it any more. Does nothing if it is not registered.
  func unregister() {
    if let id { return registry.unregister(self, id: id) }
    if let path { registry.unregister(self, child: path) }
  }

  override func didSettle() {
    unregister()
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

extension EffectScope {
  /// The ids under which the effects of the scope can be canceled, the innermost first.
  var cancelIDs: [CancelID] {
    sequence(first: self, next: \.parent).compactMap { ($0 as? RegisteredScope)?.id }
  }
}
