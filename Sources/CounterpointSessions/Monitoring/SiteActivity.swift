import StateSharing
import Synchronization

/// The activity of one site: its monitor, and the number of effects that run in all of its stores.
final class SiteActivity: Sendable {
  typealias Events = @Sendable (_ since: Int) async -> (text: String, revision: Int)

  let monitor: (any SiteMonitor)?
  let limits: WebLimits
  /// The number of effects of all sessions that have begun and not ended.
  let runningEffects = Atomic(0)
  private let saveErrors: SaveErrorObservation?

  init(monitor: (any SiteMonitor)?, limits: WebLimits) {
    self.monitor = monitor
    self.limits = limits
    self.saveErrors = monitor.map { monitor in SaveErrorObservation { monitor.saveFailed($0, of: $1) } }
  }

  /// Reports the changes that a stream is given, and the stream as open until its last reference is gone.
  func monitored(_ events: @escaping Events) -> Events {
    guard let monitor else { return events }
    let stream = OpenStream(monitor)
    return { since in
      let news = await events(since)
      if !news.text.isEmpty { stream.monitor.eventsSent(bytes: news.text.utf8.count) }
      return news
    }
  }
}

/// A stream that a monitor counts as open.
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
