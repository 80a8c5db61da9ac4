/// Receives what happens on a site, for logs, metrics and traces.
///
/// `WebMonitor` of the module `CounterpointWeb` implements it with swift-log, swift-metrics and
/// swift-distributed-tracing. Every requirement has a default implementation that does nothing, so an implementation
/// declares only what it needs.
///
/// A site without a monitor compares a reference with `nil` at each of these points, and allocates nothing for them.
///
/// The methods are called from any thread, concurrently, and outside of all locks. They must return soon: a visitor
/// waits for them. No method gets the id of a session, a text that a visitor has typed, or the value inside an
/// action.
public protocol SiteMonitor: Sendable {
  /// A session began: the site made a store for a visitor.
  func sessionBegan()

  /// A session ended, and its store and effects with it.
  ///
  /// - Parameter reason: The reason.
  func sessionEnded(_ reason: SessionEnd)

  /// A browser opened a stream of changes.
  func streamOpened()

  /// A stream of changes was closed, by either side.
  func streamClosed()

  /// Changes of a page, or a whole page, were handed to the server for a stream.
  ///
  /// - Parameter bytes: The length of the events in UTF-8.
  func eventsSent(bytes: Int)

  /// A request was refused.
  ///
  /// - Parameters:
  ///   - reason: A short name of the reason, one of a fixed set.
  ///   - status: The status of the response, from 400 on.
  func requestRefused(_ reason: String, status: Int)

  /// A shared value of this process could not be saved. It need not belong to this site.
  ///
  /// - Parameters:
  ///   - error: The error, which is in `saveError` of the value too.
  ///   - value: The type and the key of the value.
  func saveFailed(_ error: any Error, of value: String)

  /// Handles a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - respond: Makes the response; to be called exactly once. For a stream it returns as soon as the stream is open.
  /// - Returns: The response.
  func handleRequest(_ request: WebRequest, _ respond: () async -> WebResponse) async -> WebResponse

  /// Handles an action of a visitor, on the actor of the visitor's store. The tasks of its effects inherit the task
  /// locals of the call.
  ///
  /// - Parameters:
  ///   - name: The names of the action's cases, as in `counter.incrementButtonClicked`, or `field.` and the name of a
  ///     field.
  ///   - handle: Reduces the action and starts its effects; to be called exactly once.
  func handleAction(_ name: String, _ handle: () -> Void)

  /// Runs an effect of a visitor's store, in the effect's task.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - operation: The operation; to be called exactly once.
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
  /// The session was without requests and streams for too long.
  case expired
  /// A newcomer took the place of a session that never acted.
  case evicted
  /// The session's identifier was too old.
  case tooOld
  /// The program ended the session.
  case endedByProgram
}

/// An effect of a visitor's store: one `.run`.
public struct WebEffect: Hashable, Sendable {
  /// The name of the effect's task, `nil` if the program gave none.
  public let name: String?
  /// The file of the `.run`, as in `PrimeTime/Counter.swift`.
  public let fileID: String
  /// The line of the `.run`.
  public let line: UInt
}
