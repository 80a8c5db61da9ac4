import CoreMetrics
@_spi(Internals) import CounterpointSupport

/// The metrics of a site. Metrics with dimensions are created on first use and kept, because their number is fixed.
final class SiteMetrics: Sendable {
  /// The paths of a site. All other paths count as one, because clients can invent any number of them.
  static let routes: Set<String> = ["/", "/actions", "/counterpoint.js", "/events", "/style.css"]

  let effects: Meter
  let patchSize: Recorder
  let saveErrors: Counter
  let scriptErrors: Counter
  let sessions: Meter
  let sessionsBegun: Counter
  let streams: Meter

  private let factory: any MetricsFactory
  private let counters = Locked<[String: Counter]>([:])
  private let actionNames = Locked<Set<String>>([])
  private static let actionLimit = 1_000
  private let timers = Locked<[String: CoreMetrics.Timer]>([:])

  init(_ factory: any MetricsFactory) {
    self.factory = factory
    effects = Meter(label: "counterpoint.effects", factory: factory)
    patchSize = Recorder(label: "counterpoint.patch.size", factory: factory)
    saveErrors = Counter(label: "counterpoint.save.errors", factory: factory)
    scriptErrors = Counter(label: "counterpoint.script.errors", factory: factory)
    sessions = Meter(label: "counterpoint.sessions", factory: factory)
    sessionsBegun = Counter(label: "counterpoint.sessions.begun", factory: factory)
    streams = Meter(label: "counterpoint.streams", factory: factory)
  }

  func sessionsEnded(_ reason: String) -> Counter {
    counter("counterpoint.sessions.ended", [("reason", reason)])
  }

  func refusals(_ reason: String, status: Int) -> Counter {
    counter("counterpoint.refusals", [("reason", reason), ("status", "\(status)")])
  }

  func requests(_ method: String, _ route: String, _ status: Int) -> CoreMetrics.Timer {
    timer("counterpoint.requests", [("method", method), ("route", route), ("status", "\(status)")])
  }

  /// The timer of an action. A program can have a field for each row, so further names than the first thousand share
  /// a timer.
  func actions(_ name: String) -> CoreMetrics.Timer {
    let isKnown = actionNames.withLock { names in
      names.contains(name) || names.count < Self.actionLimit && names.insert(name).inserted
    }
    return timer("counterpoint.actions", [("action", isKnown ? name : "other")])
  }

  private func counter(_ label: String, _ dimensions: [(String, String)]) -> Counter {
    let key = Self.key(label, dimensions)
    return counters.withLock { counters in
      if let counter = counters[key] { return counter }
      let counter = Counter(label: label, dimensions: dimensions, factory: factory)
      counters[key] = counter
      return counter
    }
  }

  private func timer(_ label: String, _ dimensions: [(String, String)]) -> CoreMetrics.Timer {
    let key = Self.key(label, dimensions)
    return timers.withLock { timers in
      if let timer = timers[key] { return timer }
      let timer = CoreMetrics.Timer(label: label, dimensions: dimensions, factory: factory)
      timers[key] = timer
      return timer
    }
  }

  private static func key(_ label: String, _ dimensions: [(String, String)]) -> String {
    label + dimensions.map { " \($0.1)" }.joined()
  }
}

extension CoreMetrics.Timer {
  func record(_ duration: Duration) {
    recordNanoseconds(Int64(duration / .nanoseconds(1)))
  }
}
