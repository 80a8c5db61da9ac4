import CounterpointSupport

/// The throttling of an effect's actions.
@usableFromInline
struct Throttle: Sendable {
  /// Which throttled effects share windows: those of one child, with one id.
  struct Key: Hashable, Sendable {
    let id: CancelID
    /// `nil` for the root, and until the store has taken the effect.
    var place: FeaturePath?
  }

  var key: Key
  let latest: Bool
  let location: SourceLocation
  /// Opens a window, now.
  let openWindow: @Sendable () -> ThrottleWindow

  /// The throttle as an effect of a child.
  func at(_ place: FeaturePath?) -> Throttle {
    var throttle = self
    throttle.key.place = place
    return throttle
  }
}

/// The time after an action has passed in which no other may.
struct ThrottleWindow: Sendable {
  let hasEnded: @Sendable () -> Bool
  let untilEnd: @Sendable () async throws -> Void
}

/// An action of an effect, on its way to the reducer through what throttles it.
struct ThrottledAction<Action> {
  let action: Action
  /// The remaining throttles, the innermost last.
  let throttles: [Throttle]
  /// The scope of the effect that sent it.
  let scope: EffectScope
  /// The scope of the action's effects.
  let group: EffectScope
  /// The unit of the effect that sent it, for the store's supervisor.
  let unit: EffectGroup?

  /// The action behind the innermost of its throttles.
  var next: Self {
    Self(action: action, throttles: Array(throttles.dropLast()), scope: scope, group: group, unit: unit)
  }
}
