/// Which child an effect is of. An object, so that a store which starts an effect without one need not know how big it is.
@usableFromInline
final class Placement<Action> {
  /// The child.
  let child: ChildID
  /// Whether the child was still there when the reduction was over. If not, the effect is not canceled for its going: that
  /// has happened already, and spared it.
  let isPresent: Bool
  /// What dismisses the child.
  let dismissal: Dismissal<Action>

  /// - Parameter dismissal: What dismisses the child, `nil` if only the feature around it can be dismissed.
  init(child: ChildID, isPresent: Bool, dismissal: Action?) {
    self.child = child
    self.isPresent = isPresent
    self.dismissal = dismissal.map { isPresent ? .action($0) : .done } ?? .ofParent
  }

  private init(child: ChildID, isPresent: Bool, dismissal: Dismissal<Action>) {
    self.child = child
    self.isPresent = isPresent
    self.dismissal = dismissal
  }

  func map<NewAction>(_ transform: (Action) -> NewAction) -> Placement<NewAction> {
    Placement<NewAction>(child: child, isPresent: isPresent, dismissal: dismissal.map(transform))
  }
}

/// What dismisses the feature that an effect is of.
enum Dismissal<Action> {
  /// An action.
  case action(Action)
  /// Nothing any more: it is gone.
  case done
  /// What dismisses its parent; nothing if it is the root.
  case ofParent

  func map<NewAction>(_ transform: (Action) -> NewAction) -> Dismissal<NewAction> {
    switch self {
    case .action(let action): .action(transform(action))
    case .done: .done
    case .ofParent: .ofParent
    }
  }
}

/// What dismisses a feature, for those who don't know the type of its actions.
class AnyDismissal: @unchecked Sendable {
  // @unchecked because of the action in `HeldDismissal`: it is made of no more than the way to the child, so it may go anywhere, and
  // it is looked at on the store's actor only.
}

/// What dismisses a feature, as an object.
final class HeldDismissal<Action>: AnyDismissal, @unchecked Sendable {
  let dismissal: Dismissal<Action>

  init(_ dismissal: Dismissal<Action>) {
    self.dismissal = dismissal
  }
}

extension Effect {
  /// The effect of a child, as its parent's.
  ///
  /// - Parameters:
  ///   - placement: Which child it is.
  ///   - embed: Makes the parent's action of a child's.
  func placed<Parent>(
    _ placement: Placement<Parent>,
    embed: @escaping @Sendable (Action) -> Parent
  ) -> Effect<Parent> {
    Effect<Parent>(operation.map { .placed(placement, $0.map(embed)) })
  }

  /// Cancels the effects of children that have gone, but not those that the same reduction returns.
  static func vacated(_ slot: Slot, _ children: [ChildIdentity]) -> Self {
    children.isEmpty ? .none : Self(.vacated(slot, children))
  }
}

extension Effect.Operation {
  /// Whether there is anything to cancel once the effect has started, and not entered in the tables yet.
  var hasWork: Bool {
    switch self {
    case .run: true
    case .send, .sync, .cancel, .vacated, .reserved: false
    case .merge(let operations), .concatenate(let operations): operations.contains(where: \.hasWork)
    case .cancellable(_, _, let operation), .placed(_, let operation): operation.hasWork
    // What is held back waits.
    case .throttle: true
    }
  }
}
