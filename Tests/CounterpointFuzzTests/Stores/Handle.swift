import Counterpoint
import OrderedCollections

/// A store of any feature of the tree.
class Handle {
  /// The state, untracked.
  var snapshot: [Int] { preconditionFailure("Handle is abstract.") }

  /// The identity of the store.
  var identity: ObjectIdentifier { preconditionFailure("Handle is abstract.") }

  /// Reads a part of the state, tracked.
  func read(_ reading: Reading) -> [Int] { preconditionFailure("Handle is abstract.") }

  /// Sends an action, if the feature has actions of its own.
  func send(_ action: NodeAction) -> StoreTask? { preconditionFailure("Handle is abstract.") }

  /// Scopes the store of a child; `nil` if the child is not there.
  func child(_ step: Step) -> Handle? { preconditionFailure("Handle is abstract.") }

  /// A binding of `n`, if the feature has one.
  var binding: UIBinding<Int>? { nil }
}

/// A store of a feature whose children are scoped by a function.
final class StoreHandle<State: FuzzState, Action>: Handle {
  typealias Children = (Store<State, Action>, Step) -> Handle?

  let store: Store<State, Action>
  private let makeAction: ((NodeAction) -> Action)?
  private let makeBinding: ((Store<State, Action>) -> UIBinding<Int>)?
  private let scopeChild: Children

  init(
    _ store: Store<State, Action>,
    action: ((NodeAction) -> Action)?,
    binding: ((Store<State, Action>) -> UIBinding<Int>)? = nil,
    child: @escaping Children
  ) {
    self.store = store
    self.makeAction = action
    self.makeBinding = binding
    self.scopeChild = child
  }

  override var snapshot: [Int] { store.withState(\.snapshot) }

  override var identity: ObjectIdentifier { ObjectIdentifier(store) }

  override func read(_ reading: Reading) -> [Int] {
    if reading == .whole {
      _ = store.state
      return []
    }
    return store[dynamicMember: \.[reading: reading]]
  }

  override func send(_ action: NodeAction) -> StoreTask? {
    makeAction.map { store.send($0(action)) }
  }

  override func child(_ step: Step) -> Handle? { scopeChild(store, step) }

  override var binding: UIBinding<Int>? { makeBinding?(store) }
}

func handle<State: FuzzState>(leaf store: Store<State, NodeAction>?) -> Handle? {
  store.map { store in
    StoreHandle(store, action: { $0 }, binding: { UIBindable($0)[dynamicMember: \.n].sending(\.setN) }) { _, _ in nil }
  }
}

func handle(group store: StoreOf<Group>?) -> Handle? {
  store.map { store in
    StoreHandle(store, action: { .node($0) }) { store, step in
      switch step {
      case .slot(.opt): handle(leaf: store.scope(\.opt, action: \.opt))
      case .element(.parts, let position): handle(leaf: element(position, of: store.scope(\.parts, action: \.parts)))
      default: nil
      }
    }
  }
}

func handle(screen store: StoreOf<Screen>?) -> Handle? {
  store.map { store in
    StoreHandle(store, action: nil) { store, step in
      switch step {
      case .slot(.leaf): handle(leaf: store.scope(\.leaf, action: \.leaf))
      case .slot(.group): handle(group: store.case.group ?? store.scope(\.group, action: \.group))
      default: nil
      }
    }
  }
}

func handle(equalScreen store: StoreOf<EqualScreen>?) -> Handle? {
  store.map { store in
    StoreHandle(store, action: nil) { store, step in
      switch step {
      case .slot(.leaf): handle(leaf: store.case.leaf ?? store.scope(\.leaf, action: \.leaf))
      case .slot(.other): handle(leaf: store.scope(\.other, action: \.other))
      default: nil
      }
    }
  }
}

func handle(tree store: StoreOf<Tree>) -> Handle {
  StoreHandle(store, action: { .node($0) }, binding: { UIBindable($0).n }) { store, step in
    switch step {
    case .slot(let slot): child(slot, of: store)
    case .element(.groups, let position): handle(group: element(position, of: store.scope(\.groups, action: \.groups)))
    case .element(.equalRows, let position):
      handle(leaf: element(position, of: store.scope(\.equalRows, action: \.equalRows)))
    case .element(.path, let position): handle(screen: element(position, of: store.scope(\.path, action: \.path)))
    case .element(.equalPath, let position):
      handle(equalScreen: element(position, of: store.scope(\.equalPath, action: \.equalPath)))
    case .element(.parts, _): nil
    }
  }
}

private func child(_ slot: Slot, of store: StoreOf<Tree>) -> Handle? {
  switch slot {
  case .child: handle(leaf: store.scope(\.child, action: \.child))
  case .equalChild: handle(leaf: store.scope(\.equalChild, action: \.equalChild))
  case .opt: handle(leaf: store.scope(\.opt, action: \.opt))
  case .equalOpt: handle(leaf: store.scope(\.equalOpt, action: \.equalOpt))
  case .sheet: handle(leaf: store.scope(\.sheet, action: \.sheet.presented))
  case .equalSheet: handle(leaf: store.scope(\.equalSheet, action: \.equalSheet.presented))
  case .screen: handle(screen: store.scope(\.screen, action: \.screen))
  case .equalScreen: handle(equalScreen: store.scope(\.equalScreen, action: \.equalScreen))
  case .destination: handle(screen: store.scope(\.destination, action: \.destination.presented))
  case .equalDestination: handle(equalScreen: store.scope(\.equalDestination, action: \.equalDestination.presented))
  case .leaf, .other, .group: nil
  }
}

private func element<State, Action>(
  _ position: Int,
  of list: Store<IdentifiedArray<Int, State>, IdentifiedAction<Int, Action>>
) -> Store<State, Action>? {
  let ids = list.withState(\.ids)
  return position < ids.count ? list.scope(id: ids[position]) : nil
}

private func element<State, Action>(
  _ position: Int,
  of stack: Store<StackState<State>, StackAction<State, Action>>
) -> Store<State, Action>? {
  let ids = stack.withState(\.ids)
  return position < ids.count ? stack.scope(id: ids[position]) : nil
}
