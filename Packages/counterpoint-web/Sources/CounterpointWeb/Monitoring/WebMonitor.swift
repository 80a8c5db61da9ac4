public import CoreMetrics
import CounterpointHTML
public import CounterpointSessions
@_spi(Internals) import CounterpointSupport
public import Logging
public import Tracing

/// Reports the events of a site to swift-log, swift-metrics and swift-distributed-tracing.
///
/// ```swift
/// let logger = Logger(label: "com.example.counter")
/// let site = WebSite(app, monitor: WebMonitor(logger: logger))
/// try await WebServer(site, logger: logger).run()
/// ```
///
/// The page <doc:WatchARunningSite> lists all logs, metrics and spans by name. None of them contains a session id, a
/// text that a user has typed, or an associated value of an action. The error of a failed script is a text that any
/// client can send.
public final class WebMonitor: SiteMonitor {
  private let logger: Logger
  private let metrics: SiteMetrics
  private let tracer: any Tracer
  private let logThrottle: LogThrottle

  /// Creates a monitor.
  ///
  /// - Parameters:
  ///   - logger: The logger; `nil` for no logs.
  ///   - metrics: The factory of the metrics. The default is that of the process, which counts nothing until a
  ///     backend is bootstrapped.
  ///   - tracer: The tracer. The default is that of the process, which records nothing until a backend is
  ///     bootstrapped.
  public convenience init(
    logger: Logger? = nil,
    metrics: any MetricsFactory = MetricsSystem.factory,
    tracer: any Tracer = InstrumentationSystem.tracer
  ) {
    let start = ContinuousClock.now
    self.init(logger: logger, metrics: metrics, tracer: tracer) { ContinuousClock.now - start }
  }

  /// - Parameter now: Returns the time. It determines the interval between two warnings.
  init(
    logger: Logger?,
    metrics: any MetricsFactory,
    tracer: any Tracer,
    now: @escaping @Sendable () -> Duration
  ) {
    self.logger = logger ?? Logger(label: "counterpoint.web") { _ in SwiftLogNoOpLogHandler() }
    self.metrics = SiteMetrics(metrics)
    self.tracer = tracer
    self.logThrottle = LogThrottle(now: now)
  }

  /// Counts the session.
  public func sessionBegan() {
    metrics.sessionsBegun.increment()
    metrics.sessions.increment()
    logger.debug("Session began")
  }

  /// Counts the end of the session.
  public func sessionEnded(_ reason: SessionEnd) {
    metrics.sessionsEnded(reason.rawValue).increment()
    metrics.sessions.decrement()
    logger.debug("Session ended", metadata: ["reason": "\(reason.rawValue)"])
  }

  /// Counts the stream.
  public func streamOpened() {
    metrics.streams.increment()
    logger.debug("Stream opened")
  }

  /// Counts the end of the stream.
  public func streamClosed() {
    metrics.streams.decrement()
    logger.debug("Stream closed")
  }

  /// Records the length of the events.
  public func eventsSent(bytes: Int) {
    metrics.patchSize.record(bytes)
    logger.trace("Patch sent", metadata: ["bytes": "\(bytes)"])
  }

  /// Counts the refusal. A refusal with a status of at least 500 is logged as a warning, at most once in ten seconds
  /// for each reason.
  public func requestRefused(_ reason: String, status: Int) {
    metrics.refusals(reason, status: status).increment()
    guard status >= 500 else {
      logger.debug("Request refused", metadata: ["reason": "\(reason)", "status": "\(status)"])
      return
    }
    guard let count = logThrottle.record(reason) else { return }
    logger.warning(
      "Requests refused",
      metadata: ["reason": "\(reason)", "status": "\(status)", "count": "\(count)"]
    )
  }

  /// Counts the failure, and logs it as an error.
  public func saveFailed(_ error: any Error, of value: String) {
    metrics.saveErrors.increment()
    logger.error("A shared value could not be saved", metadata: ["value": "\(value)", "error": "\(error)"])
  }

  /// Logs the action as a warning, at most once in ten seconds for each name.
  public func sessionBlocked(_ name: String, for duration: Duration) {
    guard let count = logThrottle.record("blocked \(name)") else { return }
    logger.warning(
      "A session has blocked",
      metadata: ["action": "\(name)", "duration": "\(duration)", "count": "\(count)"]
    )
  }

  /// Counts the failure, and logs it as a warning.
  public func scriptFailed(_ message: String) {
    metrics.scriptErrors.increment()
    logger.warning("The script of a page has failed", metadata: ["error": "\(message)"])
  }

  /// Handles the request in a span. Its parent comes from the headers of the request, if they contain one.
  public func handleRequest(_ request: WebRequest, _ respond: () async -> WebResponse) async -> WebResponse {
    let start = ContinuousClock.now
    let method = ["GET", "HEAD", "POST"].contains(request.method) ? request.method : "_OTHER"
    let route = SiteMetrics.routes.contains(request.path) ? request.path : "other"
    var context = ServiceContext.current ?? .topLevel
    tracer.extract(request.headers, into: &context, using: HeaderExtractor())
    let response = await tracer.withAnySpan("\(method) \(route)", context: context, ofKind: .server) { span in
      let response = await respond()
      span.attributes["http.request.method"] = method
      span.attributes["http.route"] = route
      span.attributes["http.response.status_code"] = response.status
      if response.status >= 500 { span.setStatus(SpanStatus(code: .error)) }
      return response
    }
    let duration = ContinuousClock.now - start
    metrics.requests(method, route, response.status).record(duration)
    logger.debug(
      "Request handled",
      metadata: [
        "method": "\(method)", "route": "\(route)", "status": "\(response.status)", "duration": "\(duration)",
      ]
    )
    return response
  }

  /// Handles the action in a span, and measures how long it takes.
  public func handleAction(_ name: String, _ handle: () -> Void) {
    let start = ContinuousClock.now
    tracer.withAnySpan("action") { span in
      span.attributes["counterpoint.action"] = name
      handle()
    }
    let duration = ContinuousClock.now - start
    metrics.actions(name).record(duration)
    logger.trace("Action handled", metadata: ["action": "\(name)", "duration": "\(duration)"])
  }

  /// Runs the effect in a span, a child of the span of the action that started it.
  public func runEffect(_ effect: WebEffect, _ operation: @Sendable () async -> Void) async {
    metrics.effects.increment()
    await tracer.withAnySpan("effect") { span in
      if let name = effect.name { span.attributes["counterpoint.effect"] = name }
      span.attributes["code.file.path"] = effect.fileID
      span.attributes["code.line.number"] = Int(effect.line)
      await operation()
      if Task.isCancelled { span.attributes["counterpoint.canceled"] = true }
    }
    metrics.effects.decrement()
  }
}

private struct HeaderExtractor: Extractor {
  func extract(key: String, from headers: [String: String]) -> String? {
    headers[key.lowercasedASCII()]
  }
}

/// Limits the rate of warnings to one line in ten seconds for each reason.
private final class LogThrottle: Sendable {
  private struct Entry {
    var lastLogged: Duration
    var since = 0
  }

  private static let interval = Duration.seconds(10)
  private let entries = Locked<[String: Entry]>([:])
  private let now: @Sendable () -> Duration

  init(now: @escaping @Sendable () -> Duration) {
    self.now = now
  }

  /// Counts a refusal.
  ///
  /// - Returns: The number of refusals for this reason since the last line if a new line is due; otherwise `nil`.
  func record(_ reason: String) -> Int? {
    let now = now()
    return entries.withLock { entries in
      guard var entry = entries[reason] else {
        entries[reason] = Entry(lastLogged: now)
        return 1
      }
      entry.since += 1
      defer { entries[reason] = entry }
      guard now - entry.lastLogged >= Self.interval else { return nil }
      defer { entry = Entry(lastLogged: now) }
      return entry.since
    }
  }
}
