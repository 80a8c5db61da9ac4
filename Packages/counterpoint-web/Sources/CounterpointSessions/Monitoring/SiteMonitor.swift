/// Receives the events of a site, for logs, metrics and traces.
///
/// `WebMonitor` of the module `CounterpointWeb` implements it with swift-log, swift-metrics and
/// swift-distributed-tracing. Every requirement has a default implementation that does nothing, so an implementation
/// declares only what it needs.
///
/// Without a monitor, a site compares a reference with `nil` at each of these points, and allocates nothing.
///
/// The methods are called from any thread, concurrently, and outside of all locks. They must return quickly, because
/// a user waits for them. No method receives the id of a session, a text that a user has typed, or an associated
/// value of an action.
public protocol SiteMonitor: Sendable {
  /// A session started: the site created its store.
  func sessionBegan()

  /// A session ended with its store and effects.
  ///
  /// - Parameter reason: The reason.
  func sessionEnded(_ reason: SessionEnd)

  /// A browser opened a stream of changes.
  func streamOpened()

  /// A stream of changes was closed, by either side.
  func streamClosed()

  /// Changes of a page, or a whole page, were passed to the server for a stream.
  ///
  /// - Parameter bytes: The length of the events in UTF-8.
  func eventsSent(bytes: Int)

  /// A request was refused.
  ///
  /// - Parameters:
  ///   - reason: A short name of the reason, from a fixed set.
  ///   - status: The status of the response, at least 400.
  func requestRefused(_ reason: String, status: Int)

  /// A shared value of this process could not be saved. It may belong to another site of the process.
  ///
  /// - Parameters:
  ///   - error: The error, which is also the value's `saveError`.
  ///   - value: The type and the key of the value.
  func saveFailed(_ error: any Error, of value: String)

  /// Code of the program has run for longer than a second without suspension, so its visitor had to wait.
  ///
  /// Called when the code returns, and at each heartbeat of the site while it runs.
  ///
  /// - Parameters:
  ///   - name: The name of the action, as in ``handleAction(_:_:)``, or `screen` for a page.
  ///   - duration: The time that it has taken until now.
  func sessionBlocked(_ name: String, for duration: Duration)

  /// The script of a page has failed in a browser: a change did not fit the page, for example.
  ///
  /// - Parameter message: The message of the error, as a browser tells it: at most 200 bytes, without control
  ///   characters. It proves nothing, because any client can send it. A site reports at most ten in a minute.
  func scriptFailed(_ message: String)

  /// Handles a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - respond: Creates the response. Must be called exactly once. For a stream, it returns as soon as the stream
  ///     is open.
  /// - Returns: The response.
  func handleRequest(_ request: WebRequest, _ respond: () async -> WebResponse) async -> WebResponse

  /// Handles an action of a session, on the actor of its store. The tasks of its effects inherit the task locals of
  /// the call.
  ///
  /// - Parameters:
  ///   - name: The case names of the action, as in `counter.incrementButtonClicked`, or `field.` and the name of a
  ///     field.
  ///   - handle: Reduces the action and starts its effects. Must be called exactly once.
  func handleAction(_ name: String, _ handle: () -> Void)

  /// Runs an effect of a session, in the effect's task.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - operation: The operation. Must be called exactly once.
  func runEffect(_ effect: WebEffect, _ operation: @Sendable () async -> Void) async
}

extension SiteMonitor {
  /// Does nothing.
  public func sessionBegan() {}

  /// Does nothing.
  public func sessionEnded(_ reason: SessionEnd) {}

  /// Does nothing.
  public func streamOpened() {}

  /// Does nothing.
  public func streamClosed() {}

  /// Does nothing.
  public func eventsSent(bytes: Int) {}

  /// Does nothing.
  public func requestRefused(_ reason: String, status: Int) {}

  /// Does nothing.
  public func saveFailed(_ error: any Error, of value: String) {}

  /// Does nothing.
  public func sessionBlocked(_ name: String, for duration: Duration) {}

  /// Does nothing.
  public func scriptFailed(_ message: String) {}

  /// Creates the response.
  public func handleRequest(_ request: WebRequest, _ respond: () async -> WebResponse) async -> WebResponse {
    await respond()
  }

  /// Handles the action.
  public func handleAction(_ name: String, _ handle: () -> Void) {
    handle()
  }

  /// Runs the operation.
  public func runEffect(_ effect: WebEffect, _ operation: @Sendable () async -> Void) async {
    await operation()
  }
}

/// The reason why a session ended.
public enum SessionEnd: String, CaseIterable, Hashable, Sendable {
  /// The session had neither requests nor streams for too long.
  case expired
  /// A new session evicted the session, which had never sent an action.
  case evicted
  /// The session's identifier was too old.
  case tooOld
  /// The program ended the session.
  case endedByProgram
  /// Another process runs the session, or will do so with its next request.
  case moved
}

/// An effect of a session's store: one `.run`.
public struct WebEffect: Hashable, Sendable {
  /// The name of the effect's task; `nil` if it has none.
  public let name: String?
  /// The file of the `.run`, as in `PrimeTime/Counter.swift`.
  public let fileID: String
  /// The line of the `.run`.
  public let line: UInt
}
