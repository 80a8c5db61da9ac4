/// The child that an effect belongs to. In an object, so that a store that starts an effect without one need not know
/// its size.
@usableFromInline
final class ChildEffectContext<Action> {
  /// The child.
  let child: ChildID
  /// Whether the child was still present at the end of the reduction. If not, the effect is not canceled for the
  /// child's removal, because that cancellation has already happened and spared it.
  let isPresent: Bool
  /// The way to dismiss the child.
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

  func map<NewAction>(_ transform: (Action) -> NewAction) -> ChildEffectContext<NewAction> {
    ChildEffectContext<NewAction>(child: child, isPresent: isPresent, dismissal: dismissal.map(transform))
  }
}

/// The way to dismiss the feature that an effect belongs to.
enum Dismissal<Action> {
  /// An action.
  case action(Action)
  /// Nothing any more: it is gone.
  case done
  /// The way to dismiss its parent; nothing for the root.
  case ofParent

  func map<NewAction>(_ transform: (Action) -> NewAction) -> Dismissal<NewAction> {
    switch self {
    case .action(let action): .action(transform(action))
    case .done: .done
    case .ofParent: .ofParent
    }
  }
}

/// The way to dismiss a feature, without the type of its actions.
class AnyDismissal: @unchecked Sendable {
  // @unchecked because of the action in `HeldDismissal`. The action consists only of the path to the child, and is
  // accessed only on the store's actor.
}

/// The way to dismiss a feature, as an object.
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
    _ placement: ChildEffectContext<Parent>,
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
