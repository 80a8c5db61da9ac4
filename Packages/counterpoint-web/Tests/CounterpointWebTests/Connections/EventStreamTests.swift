import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import Testing

@testable import CounterpointSessions
@testable import CounterpointWeb

@Suite struct EventStreamTests {
  /// The actor of a session, which its streams keep.
  private final class Session: Sendable {}

  @Test func anOpenConnectionKeepsTheEndOfAStreamOnly() throws {
    let loop = EmbeddedEventLoop()
    let closing = loop.makePromise(of: Void.self)
    let (wakeups, continuation) = AsyncStream.makeStream(of: Void.self)
    weak var kept: Session?
    do {
      let session = Session()
      kept = session
      let stream = EventStream(
        wakeups: wakeups,
        revision: 0,
        events: { revision in withExtendedLifetime(session) { ("", revision) } },
        end: { continuation.finish() }
      )
      _ = SiteResponder(site: Count.site(), trustedProxies: []).response(
        WebResponse(body: .events(stream)),
        to: Request(
          head: HTTPRequest(method: .get, scheme: nil, authority: "localhost", path: "/events"),
          body: RequestBody(buffer: ByteBuffer())
        ),
        closing: closing.futureResult,
        isReady: { true }
      )
    }
    #expect(kept == nil)
    closing.succeed()
    // A stream that has ended drops its elements.
    guard case .terminated = continuation.yield() else {
      Issue.record("The stream has not ended.")
      return
    }
  }
}
