import CounterpointSessions
import CounterpointSessionsTestSupport
import CounterpointSimulation

/// A message on a connection between a browser, the proxy and a server.
enum SiteMessage: Sendable {
  case request(WebRequest)
  /// The head of a response, with its body unless that is a stream.
  case response(status: Int, headers: [(name: String, value: String)], Body)
  /// A part of a stream. The stream ends with the connection.
  case chunk(String)

  enum Body: Sendable {
    case text(String?)
    case file([UInt8])
    case events
  }

  static let port = 80

  static func badGateway(_ reason: String) -> Self {
    .response(status: 502, headers: [("content-type", "text/plain; charset=utf-8")], .text(reason))
  }
}

extension NetworkConnection {
  /// Returns the request that a client sends; `nil` if it has given up.
  func request() async throws -> WebRequest? {
    for try await message in messages {
      if case .request(let request)? = message as? SiteMessage { return request }
    }
    return nil
  }
}
