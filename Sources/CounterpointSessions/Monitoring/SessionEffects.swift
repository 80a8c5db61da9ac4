import CounterpointCore
import CounterpointSupport
import Synchronization

/// The running effects of one session: counts them against the limits, and reports them to the site's monitor.
final class SessionEffects: EffectInstrument {
  private let activity: SiteActivity
  private let running = Atomic(0)

  init(_ activity: SiteActivity) {
    self.activity = activity
  }

  /// Refuses further actions while as many effects run as the limits allow.
  ///
  /// Effects of earlier actions are registered before an action returns. So a session exceeds its limit by the
  /// effects of one request at most, if this is called on the actor of its store.
  func checkLimits() throws(Refusal) {
    guard running.load(ordering: .relaxed) < activity.limits.effectsPerSession else { throw .tooManyEffects }
    guard activity.runningEffects.load(ordering: .relaxed) < activity.limits.effects else { throw .noRoomForEffects }
  }

  /// Handles an action or a field of a visitor, under a name for the monitor.
  func handle(_ name: @autoclosure () -> String, _ handle: () -> Void) {
    guard let monitor = activity.monitor else { return handle() }
    monitor.handleAction(name(), handle)
  }

  func effectBegan() {
    running.add(1, ordering: .relaxed)
    activity.runningEffects.add(1, ordering: .relaxed)
  }

  func effectEnded() {
    running.subtract(1, ordering: .relaxed)
    activity.runningEffects.subtract(1, ordering: .relaxed)
  }

  func run(_ effect: EffectDescription, _ operation: @Sendable () async -> Void) async {
    guard let monitor = activity.monitor else { return await operation() }
    await monitor.runEffect(WebEffect(name: effect.name, fileID: "\(effect.location.fileID)", line: effect.location.line), operation)
  }
}

/// The names of an action's cases from the outermost in, as in `counter.incrementButtonClicked`.
///
/// Associated values are left out, because they may be private and there is no end to them.
func actionName(of action: some Any) -> String {
  var names: [String] = []
  var value: Any = action
  // An indirect enum can be of any depth.
  while names.count < 8 {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { break }
    guard let (label, inner) = mirror.children.first else {
      names.append("\(value)")
      break
    }
    names.append(label ?? "_")
    value = inner
  }
  return names.isEmpty ? "\(type(of: action))" : names.joined(separator: ".")
}
