/// The context of one reduction's effects.
///
/// An object, because copying all of it for each part of an effect costs more than starting the effect.
final class EffectContext {
  /// The scope of the effects; `nil` if it is that of their `send`.
  let scope: EffectScope?
  /// The path of the feature that returned the effects, `nil` for the root.
  let path: FeaturePath?
  /// The way to dismiss the feature, or its nearest dismissible ancestor; `nil` if there is none.
  let dismissal: AnyDismissal?
  /// The number of the reduction that returned the effects.
  let reduction: Int
  /// The name of the reduced action, if it is known.
  let actionName: String?
  /// The throttles of the effects' actions, the innermost last.
  let throttles: [Throttle]
  /// The group of the effects, in an instrumented store.
  let effectGroup: EffectGroup?

  init(
    scope: EffectScope? = nil,
    path: FeaturePath? = nil,
    dismissal: AnyDismissal? = nil,
    reduction: Int,
    actionName: String?,
    throttles: [Throttle] = [],
    effectGroup: EffectGroup? = nil
  ) {
    self.scope = scope
    self.path = path
    self.dismissal = dismissal
    self.reduction = reduction
    self.actionName = actionName
    self.throttles = throttles
    self.effectGroup = effectGroup
  }

  /// Whether the scope of the effects was canceled. The cancellation of an effect group does not count, because a group
  /// only observes the actions that are sent synchronously.
  var isCancelled: Bool {
    guard let scope, scope !== effectGroup?.scope else { return false }
    return scope.isCancelled
  }

  func within(_ scope: EffectScope) -> EffectContext {
    copy(scope: scope, path: path, dismissal: dismissal, throttles: throttles)
  }

  func throttled(by throttle: Throttle) -> EffectContext {
    copy(scope: scope, path: path, dismissal: dismissal, throttles: throttles + [throttle])
  }

  func within<Action>(_ child: ChildEffectContext<Action>) -> EffectContext {
    let path = FeaturePath(child.id, in: path)
    if case .ofParent = child.dismissal {
      return copy(scope: scope, path: path, dismissal: dismissal, throttles: throttles)
    }
    return copy(scope: scope, path: path, dismissal: ErasedDismissal(child.dismissal), throttles: throttles)
  }

  private func copy(
    scope: EffectScope?,
    path: FeaturePath?,
    dismissal: AnyDismissal?,
    throttles: [Throttle]
  ) -> EffectContext {
    EffectContext(
      scope: scope,
      path: path,
      dismissal: dismissal,
      reduction: reduction,
      actionName: actionName,
      throttles: throttles,
      effectGroup: effectGroup
    )
  }
}

/// The way to dismiss a feature, without the type of its actions.
class AnyDismissal: @unchecked Sendable {
  // @unchecked because of the action in `ErasedDismissal`. The action consists only of the path to the child, and is
  // accessed only on the store's actor.
}

/// The way to dismiss a feature, as an object.
final class ErasedDismissal<Action>: AnyDismissal, @unchecked Sendable {
  let dismissal: Dismissal<Action>

  init(_ dismissal: Dismissal<Action>) {
    self.dismissal = dismissal
  }
}
