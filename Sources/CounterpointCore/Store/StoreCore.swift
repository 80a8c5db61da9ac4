/// What a store reads and sends through: the root of a feature tree, or a view on a part of it.
///
/// Abstract; each way to see a part of a tree is a subclass, so that the way down costs a call a level and no allocation.
class StoreCore<State, Action> {
  /// What all the stores of one tree share.
  let hub: StoreHub

  /// The stores scoped from here by key paths, while somebody holds them.
  private var children: [ScopeID: WeakChild] = [:]
  private var childLimit = 8

  init(hub: StoreHub) {
    self.hub = hub
  }

  /// Reads the state. Each level hands down a copy of its value, which shares the storage of arrays, strings and the like.
  func read<Value>(_ body: (State) throws -> Value) rethrows -> Value {
    preconditionFailure("StoreCore is abstract; \(type(of: self)) must override read(_:).")
  }

  /// Handles an action to its end, or has it wait if the store is busy.
  ///
  /// - Returns: The effects that the action started, `nil` if it started none.
  func send(_ action: Action, at location: SourceLocation) -> EffectScope? {
    preconditionFailure("StoreCore is abstract; \(type(of: self)) must override send(_:at:).")
  }

  /// The store for a child, made by `make` if nobody holds one.
  func child<Child: AnyObject>(_ id: ScopeID, make: () -> Child) -> Child {
    if let child = children[id]?.object as? Child { return child }
    let child = make()
    // Looking for dead entries only when there are twice as many as were alive the last time keeps a parent of many
    // short-lived children small, at a constant cost for each of them.
    if children.count >= childLimit {
      children = children.filter { $0.value.object != nil }
      childLimit = max(8, 2 * children.count)
    }
    children[id] = WeakChild(object: child)
    return child
  }

  private struct WeakChild {
    weak var object: AnyObject?
  }
}

/// What tells one scoped child of a store from another.
struct ScopeID: Hashable {
  let state: AnyKeyPath
  let action: AnyKeyPath
}
