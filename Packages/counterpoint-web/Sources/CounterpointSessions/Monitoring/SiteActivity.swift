@_spi(Internals) import CounterpointCore
import CounterpointHTML
@_spi(Internals) import CounterpointSupport
@_spi(Internals) import StateSharing
import Synchronization

/// The activity of one site: its monitor, and the number of running effects of all sessions.
final class SiteActivity: Sendable {
  typealias Events = @Sendable (_ since: Int) async -> (text: String, revision: Int)

  let monitor: (any SiteMonitor)?
  let limits: WebLimits
  /// The number of running effects of all sessions.
  let runningEffects = Atomic(0)
  private let saveErrors: SaveErrorObservation?
  private let scriptFailures = Locked(TokenBucket())

  init(monitor: (any SiteMonitor)?, limits: WebLimits) {
    self.monitor = monitor
    self.limits = limits
    self.saveErrors = monitor.map { monitor in SaveErrorObservation { monitor.saveFailed($0, of: $1) } }
  }

  /// Reports an error of the script, at most ten in a minute.
  func scriptFailed(_ message: String, at now: Duration) {
    guard let monitor else { return }
    let limit = RateLimit(burst: 10, perSecond: 1 / 6)
    guard scriptFailures.withLock({ $0.take(limit, at: now) }) == nil else { return }
    let text = message.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    monitor.scriptFailed(String(String.UnicodeScalarView(text)).prefix(bytes: 200))
  }

  func refused(_ refusal: Refusal) {
    monitor?.requestRefused(refusal.name, status: refusal.status)
  }

  /// Reports the events that a stream sends, and reports the stream as open until its last reference is released.
  func monitored(_ events: @escaping Events) -> Events {
    guard let monitor else { return events }
    let stream = OpenStream(monitor)
    return { since in
      let update = await events(since)
      if !update.text.isEmpty { stream.monitor.eventsSent(bytes: update.text.utf8.count) }
      return update
    }
  }
}

/// A stream that is reported as open.
private final class OpenStream: Sendable {
  let monitor: any SiteMonitor

  init(_ monitor: any SiteMonitor) {
    self.monitor = monitor
    monitor.streamOpened()
  }

  deinit {
    monitor.streamClosed()
  }
}

/// The running effects of one session: counts them against the limits, and reports them to the monitor. It also reports
/// the actions and pages that block the session.
final class SessionEffects: EffectInstrument {
  /// An action or a page of the program.
  private struct Operation: Sendable {
    let name: String
    let start: Duration
  }

  private let activity: SiteActivity
  private let running = Atomic(0)
  private let now: @Sendable () -> Duration
  /// Holds effects until the state is stored with which they belong.
  let gate = SnapshotGate()
  /// The operation that runs on the session's actor now, if there is a monitor.
  private let current = Locked<Operation?>(nil)

  /// - Parameters:
  ///   - activity: The activity of the site.
  ///   - now: Returns the time.
  init(_ activity: SiteActivity, now: @escaping @Sendable () -> Duration) {
    self.activity = activity
    self.now = now
  }

  /// Throws a refusal while the number of running effects is at a limit.
  ///
  /// The effects of an action are registered before the action returns. So a session exceeds its limit by the effects
  /// of one request at most, if this function is called on the actor of the store.
  func checkLimits() throws(Refusal) {
    guard running.load(ordering: .relaxed) < activity.limits.effectsPerSession else { throw .tooManyEffects }
    guard activity.runningEffects.load(ordering: .relaxed) < activity.limits.effects else { throw .noRoomForEffects }
  }

  /// Handles an action or a text, under a name for the monitor.
  func handle(_ name: @autoclosure () -> String, _ handle: () -> Void) {
    guard let monitor = activity.monitor else { return handle() }
    let name = name()
    run(name, monitor) { monitor.handleAction(name, handle) }
  }

  /// Renders a page.
  func render(_ render: () -> [HTML]) -> [HTML] {
    guard let monitor = activity.monitor else { return render() }
    return run("screen", monitor, render)
  }

  private func run<Result>(_ name: String, _ monitor: any SiteMonitor, _ body: () -> Result) -> Result {
    let operation = Operation(name: name, start: now())
    current.withLock { $0 = operation }
    defer {
      current.withLock { $0 = nil }
      report(operation, monitor)
    }
    return body()
  }

  /// Reports the action or the page that runs now, if it has blocked the session for too long. Can be called from any
  /// thread.
  func reportBlocking() {
    guard let monitor = activity.monitor, let operation = current.withLock({ $0 }) else { return }
    report(operation, monitor)
  }

  private func report(_ operation: Operation, _ monitor: any SiteMonitor) {
    let duration = now() - operation.start
    if duration > .seconds(1) { monitor.sessionBlocked(operation.name, for: duration) }
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
    guard await gate.pass() else { return }
    guard let monitor = activity.monitor else { return await operation() }
    let location = effect.location
    await monitor.runEffect(WebEffect(name: effect.name, fileID: "\(location.fileID)", line: location.line), operation)
  }
}

/// Holds the effects of an action until a snapshot is stored that contains the action.
///
/// Otherwise an effect could be seen outside whose action is lost with a crash. A browser repeats such an action at
/// another process, and its effect happens twice.
final class SnapshotGate: Sendable {
  private struct Contents {
    /// The number of the snapshot that effects need to begin.
    var required = 0
    var stored = 0
    var last: UInt64 = 0
    var waiting: [UInt64: (required: Int, continuation: CheckedContinuation<Bool, Never>)] = [:]
  }

  private let contents = Locked(Contents())

  /// Lets effects that have not begun wait for a snapshot.
  func hold(until number: Int) { contents.withLock { $0.required = max($0.required, number) } }

  /// Lets effects begin that need a snapshot up to this one.
  func didStore(_ number: Int) {
    let ready = contents.withLock { contents in
      contents.stored = max(contents.stored, number)
      let ready = contents.waiting.filter { $0.value.required <= contents.stored }
      for id in ready.keys { contents.waiting[id] = nil }
      return ready.sorted { $0.key < $1.key }.map(\.value.continuation)
    }
    for continuation in ready { continuation.resume(returning: true) }
  }

  /// Waits for the snapshot.
  ///
  /// - Returns: `false` if the task was canceled before. The effect must not begin then.
  func pass() async -> Bool {
    let id: UInt64? = contents.withLock { contents in
      if contents.stored >= contents.required { return nil }
      contents.last += 1
      return contents.last
    }
    guard let id else { return true }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result: Bool? = contents.withLock { contents in
          if Task.isCancelled { return false }
          if contents.stored >= contents.required { return true }
          contents.waiting[id] = (contents.required, continuation)
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      contents.withLock { $0.waiting.removeValue(forKey: id) }?.continuation.resume(returning: false)
    }
  }
}

/// Returns the case names of an action from the outermost in, as in `counter.incrementButtonClicked`.
///
/// Associated values are omitted, because they may be private and their number is unbounded.
func actionName(of action: some Any) -> String {
  var names: [String] = []
  var value: Any = action
  // An indirect enum can have any depth.
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
