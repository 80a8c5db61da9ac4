/// The child feature that returned an effect.
///
/// An object, so that starting an effect without one needs no size of a generic value.
@usableFromInline
final class ChildEffectContext<Action> {
  /// The child.
  let id: ChildID
  /// Whether the removal of the child cancels the effect. It does not if the child is a scope, which can't be removed
  /// by itself, or if the reduction that returned the effect has already removed the child.
  let isCanceledByRemoval: Bool
  /// The way to dismiss the child.
  let dismissal: Dismissal<Action>

  /// - Parameters:
  ///   - id: The child.
  ///   - isPresent: Whether the child was still present at the end of the reduction.
  ///   - dismissal: The action that dismisses the child; `nil` if only its parent can be dismissed.
  init(_ id: ChildID, isPresent: Bool, dismissal: Action?) {
    self.id = id
    self.isCanceledByRemoval = isPresent
    self.dismissal = dismissal.map { isPresent ? .action($0) : .done } ?? .ofParent
  }

  /// Creates the context of a child that is always present; `nil` if it has the whole state of its parent, because it
  /// is a part of the same feature then.
  ///
  /// - Parameter state: The property that holds the child's state.
  @usableFromInline
  convenience init?<Parent, Child>(ofScope state: WritableKeyPath<Parent, Child>) {
    guard state as AnyKeyPath != \Parent.self else { return nil }
    let id = ChildID(property: ChildProperty(state), identity: ChildIdentity())
    self.init(id, isCanceledByRemoval: false, dismissal: .ofParent)
  }

  private init(_ id: ChildID, isCanceledByRemoval: Bool, dismissal: Dismissal<Action>) {
    self.id = id
    self.isCanceledByRemoval = isCanceledByRemoval
    self.dismissal = dismissal
  }

  func map<NewAction>(_ transform: (Action) -> NewAction) -> ChildEffectContext<NewAction> {
    let dismissal = dismissal.map(transform)
    return ChildEffectContext<NewAction>(id, isCanceledByRemoval: isCanceledByRemoval, dismissal: dismissal)
  }
}

/// The way to dismiss the feature that returned an effect.
enum Dismissal<Action> {
  /// Sends an action.
  case action(Action)
  /// Does nothing, because the feature has been removed already.
  case done
  /// Dismisses the parent; does nothing for the root.
  case ofParent

  func map<NewAction>(_ transform: (Action) -> NewAction) -> Dismissal<NewAction> {
    switch self {
    case .action(let action): .action(transform(action))
    case .done: .done
    case .ofParent: .ofParent
    }
  }
}

extension Effect {
  /// Returns the effect of a child as its parent's effect.
  ///
  /// - Parameters:
  ///   - child: The child; `nil` if it is a part of the same feature.
  ///   - embed: Embeds the child's action in the parent's.
  func scoped<Parent>(
    to child: ChildEffectContext<Parent>?,
    embed: @escaping @Sendable (Action) -> Parent
  ) -> Effect<Parent> {
    guard let child, let operation else { return embedded(embed) }
    switch operation {
    // A synchronous action belongs to no feature, and is sent without the runtime of effects.
    case .send, .sync: return embedded(embed)
    default: return Effect<Parent>(.child(child, operation.map(embed)))
    }
  }

  /// Cancels the effects of removed children, except for those that the same reduction returns.
  static func cancel(_ children: [ChildIdentity], in property: ChildProperty) -> Self {
    children.isEmpty ? .none : Self(.cancelChildren(property, children))
  }
}
