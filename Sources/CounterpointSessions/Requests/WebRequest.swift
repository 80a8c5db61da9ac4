/// A request of a browser, as far as a site looks at it. A plain value: servers make it, and tests do.
public struct WebRequest: Sendable {
  /// What came with a request.
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
  /// What comes after the question mark.
  public var query: String
  /// The headers under their names in lower case. Of two with one name, both with a comma and a blank between.
  public var headers: [String: String]
  /// What came with it.
  public var body: Body
  /// The IP address of the client, as far as the server knows it.
  public var remoteAddress: String?

  /// Makes a request.
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

  /// The values of the cookies of a name. More than one is somebody's mistake or trick, so none of them counts then.
  func cookie(_ name: String) -> String? {
    guard let header = headers["cookie"] else { return nil }
    let values = header.split(separator: ";").compactMap { part -> Substring? in
      let pair = part.drop { $0 == " " }
      guard pair.hasPrefix(name), pair.dropFirst(name.count).first == "=" else { return nil }
      return pair.dropFirst(name.count + 1)
    }
    return values.count == 1 ? String(values[0]) : nil
  }
}
