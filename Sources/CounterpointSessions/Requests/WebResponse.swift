/// The response of a site. A value: servers write it to the network, tests inspect it.
public struct WebResponse: Sendable {
  /// The body of a response.
  public enum Body: Sendable {
    /// A text, in UTF-8.
    case text(String)
    /// The changes of a page, for as long as the visitor stays.
    case events(EventStream)
  }

  /// The status, as in 200.
  public var status: Int
  /// The headers, under their names in lower case.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: Body

  init(status: Int = 200, type: String? = nil, headers: [(name: String, value: String)] = [], body: Body = .text("")) {
    self.status = status
    self.headers = headers
    if let type { self.headers.append(("content-type", type)) }
    // Disables MIME sniffing and caching by default.
    self.headers += [("x-content-type-options", "nosniff"), ("referrer-policy", "same-origin")]
    if !headers.contains(where: { $0.name == "cache-control" }) { self.headers.append(("cache-control", "no-store")) }
    self.body = body
  }

  /// The value of a header.
  ///
  /// - Parameter name: Its name in lower case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name == name }?.value
  }

  /// The text that comes with it; `nil` for a stream.
  public var text: String? {
    guard case .text(let text) = body else { return nil }
    return text
  }
}
