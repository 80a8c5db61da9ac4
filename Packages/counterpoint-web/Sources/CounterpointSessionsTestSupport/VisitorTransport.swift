package import CounterpointSessions

/// The way of a visitor's requests to a site.
package protocol VisitorTransport: Sendable {
  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limit: The time without a chunk after which a stream of events counts as lost.
  /// - Returns: The response.
  /// - Throws: An error if there is no response.
  func respond(to request: WebRequest, silence limit: Duration) async throws -> VisitorResponse
}

/// The response of a site as a browser receives it.
package struct VisitorResponse: Sendable {
  /// The body of a response.
  package enum Body: Sendable {
    /// A text; `nil` if it is compressed or not UTF-8.
    case text(String?)
    /// The content of a file.
    case file([UInt8])
    /// The changes of a page.
    case events(any VisitorEvents)
  }

  /// The status, as in 200.
  package let status: Int
  /// The headers by their names in lower case.
  package let headers: [(name: String, value: String)]
  /// The body.
  package let body: Body

  /// Creates a response.
  package init(status: Int, headers: [(name: String, value: String)], body: Body) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Returns the value of a header.
  package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// The text of the body; `nil` for a stream and for a file.
  package var text: String? { if case .text(let text) = body { text } else { nil } }
}

/// A stream of events that a browser receives, for one iteration.
package protocol VisitorEvents: Sendable {
  /// Returns the iterator. The stream is closed when it is released.
  func chunks() -> any VisitorChunks
}

/// The chunks of a stream of events.
package protocol VisitorChunks {
  /// Returns the next chunk; `nil` at the end.
  ///
  /// - Throws: An error if the connection is lost.
  mutating func next(isolation actor: isolated (any Actor)?) async throws -> String?
}

extension EventStream: VisitorEvents {
  package func chunks() -> any VisitorChunks { makeAsyncIterator() }
}

extension EventStream.AsyncIterator: VisitorChunks {}

/// Calls a site in the same process.
struct DirectTransport<ViewState: Sendable, ViewAction: Codable & Sendable>: VisitorTransport {
  let site: WebSite<ViewState, ViewAction>

  func respond(to request: WebRequest, silence limit: Duration) async throws -> VisitorResponse {
    let response = await site.respond(to: request)
    let body: VisitorResponse.Body
    switch response.body {
    case .text, .bytes: body = .text(response.text)
    case .events(let stream): body = .events(stream)
    case .file(let bytes):
      var contents: [UInt8] = []
      for try await chunk in bytes { contents += chunk }
      body = .file(contents)
    }
    return VisitorResponse(status: response.status, headers: response.headers, body: body)
  }
}
