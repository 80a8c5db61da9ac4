/// The child feature that returned an effect.
///
/// An object, so that starting an effect without one needs no size of a generic value.
@usableFromInline
final class ChildEffectContext<Action> {
  /// The child.
  let id: ChildID
  /// Whether the child was still present at the end of the reduction. The effect of a removed child is not canceled by
  /// the removal, because the same reduction returned it.
  let isPresent: Bool
  /// The way to dismiss the child.
  let dismissal: Dismissal<Action>

  /// - Parameters:
  ///   - id: The child.
  ///   - isPresent: Whether the child was still present at the end of the reduction.
  ///   - dismissal: The action that dismisses the child; `nil` if only its parent can be dismissed.
  init(_ id: ChildID, isPresent: Bool, dismissal: Action?) {
    self.id = id
    self.isPresent = isPresent
    self.dismissal = dismissal.map { isPresent ? .action($0) : .done } ?? .ofParent
  }

  private init(_ id: ChildID, isPresent: Bool, dismissal: Dismissal<Action>) {
    self.id = id
    self.isPresent = isPresent
    self.dismissal = dismissal
  }

  func map<NewAction>(_ transform: (Action) -> NewAction) -> ChildEffectContext<NewAction> {
    ChildEffectContext<NewAction>(id, isPresent: isPresent, dismissal: dismissal.map(transform))
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
  ///   - child: The child.
  ///   - embed: Embeds the child's action in the parent's.
  func scoped<Parent>(
    to child: ChildEffectContext<Parent>,
    embed: @escaping @Sendable (Action) -> Parent
  ) -> Effect<Parent> {
    Effect<Parent>(operation.map { .child(child, $0.map(embed)) })
  }

  /// Cancels the effects of removed children, except for those that the same reduction returns.
  static func cancel(_ children: [ChildIdentity], in property: ChildProperty) -> Self {
    children.isEmpty ? .none : Self(.cancelChildren(property, children))
  }
}
