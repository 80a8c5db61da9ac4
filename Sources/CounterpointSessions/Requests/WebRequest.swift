/// A request of a browser, as far as a site looks at it. A plain value: servers make it, and tests do.
public struct WebRequest: Sendable {
  /// The body of a request.
  public enum Body: Equatable, Sendable {
    /// All of it.
    case complete([UInt8])
    /// More than is read.
    case tooLarge
  }

  /// `GET`, `POST` and so on.
  public var method: String
  /// The path without the query.
  public var path: String
  /// The query: the text after the question mark.
  public var query: String
  /// The headers under their names in lower case. Of two with one name, both with a comma and a blank between.
  public var headers: [String: String]
  /// The body.
  public var body: Body
  /// The IP address of the client, not of a proxy, without the port; `nil` if the server doesn't know it.
  public var remoteAddress: String?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: `GET`, `POST` and so on.
  ///   - path: The path without the query.
  ///   - query: What comes after the question mark.
  ///   - headers: The headers under their names in lower case.
  ///   - body: What came with it.
  ///   - remoteAddress: The IP address of the client, as far as the server knows it.
  public init(
    method: String,
    path: String,
    query: String = "",
    headers: [String: String] = [:],
    body: Body = .complete([]),
    remoteAddress: String? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.remoteAddress = remoteAddress
  }

  /// Returns the values of the cookies of a name, in their order.
  func cookies(_ name: String) -> [String] {
    guard let header = headers["cookie"] else { return [] }
    return header.split(separator: ";").compactMap { part in
      let pair = part.drop { $0 == " " }
      guard pair.hasPrefix(name), pair.dropFirst(name.count).first == "=" else { return nil }
      return String(pair.dropFirst(name.count + 1))
    }
  }

  /// Whether a browser asks in advance, for a visitor that may never come.
  var isPrefetch: Bool {
    [headers["sec-purpose"], headers["purpose"], headers["x-moz"]].contains { $0?.hasPrefix("prefetch") == true }
  }

  /// Whether a browser asks for a page, and not for the image or the script of another page.
  var isForPage: Bool {
    guard let destination = headers["sec-fetch-dest"] else { return true }
    return ["document", "empty", "iframe", "frame", "fencedframe"].contains(destination)
  }
}
