import CounterpointHTML

/// A request of a browser, reduced to the parts that a site reads. It is a value that servers and tests create.
public struct WebRequest: Sendable {
  /// The body of a request.
  public enum Body: Sendable {
    /// The complete body.
    case complete([UInt8])
    /// A form with files, which the site reads while it arrives.
    case stream(RequestBytes)
    /// The body exceeds the server's limit.
    case tooLarge
  }

  /// `GET`, `POST` and so on.
  public var method: String
  /// The path without the query.
  public var path: String
  /// The query: the text after the question mark.
  public var query: String
  /// The headers by their names in lower case. The values of repeated headers are joined with a comma and a space,
  /// those of `cookie` with a semicolon and a space.
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
  ///   - query: The text after the question mark.
  ///   - headers: The headers by their names in lower case.
  ///   - body: The body.
  ///   - remoteAddress: The IP address of the client; `nil` if the server doesn't know it.
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

  /// Returns the values of all cookies with a name, in their order.
  func cookies(_ name: String) -> [String] {
    guard let header = headers["cookie"] else { return [] }
    return header.utf8.split(separator: UInt8(ascii: ";")).compactMap { part in
      let pair = part.drop { $0 == UInt8(ascii: " ") }
      let rest = pair.dropFirst(name.utf8.count)
      guard rest.first == UInt8(ascii: "="), pair.starts(with: name.utf8) else { return nil }
      return String(Substring(rest.dropFirst()))
    }
  }

  /// Returns the value of the first item of the query with a name; `nil` if there is none, or the query is malformed.
  func queryItem(_ name: String) -> String? {
    queryItems(name).first
  }

  /// Returns the values of all items of the query with a name; none if the query is malformed.
  func queryItems(_ name: String) -> [String] {
    FormDecoder.decode(Array(query.utf8))?.filter { $0.name == name }.map(\.value) ?? []
  }

  /// Whether a browser prefetches the page, which the user may never open.
  var isPrefetch: Bool {
    [headers["sec-purpose"], headers["purpose"], headers["x-moz"]].contains { $0?.hasBytes(prefix: "prefetch") == true }
  }

  /// Whether a browser requests a page, not an image or a script of another page.
  var isForPage: Bool {
    guard let destination = headers["sec-fetch-dest"] else { return true }
    return ["document", "empty", "iframe", "frame", "fencedframe"].contains(destination)
  }
}

/// A decoder of submitted forms.
enum FormDecoder {
  /// Decodes `a=1&b=2` strictly: each pair has one `=`, and names and values are percent-encoded UTF-8.
  ///
  /// - Returns: The pairs in their order; `nil` if a pair is malformed.
  static func decode(_ bytes: [UInt8]) -> [(name: String, value: String)]? {
    var pairs: [(name: String, value: String)] = []
    if bytes.isEmpty { return pairs }
    for pair in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")),
        let name = text(pair[..<equals]), !name.isEmpty, let value = text(pair[(equals + 1)...])
      else { return nil }
      pairs.append((name, value))
    }
    return pairs
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"):
        decoded.append(UInt8(ascii: " "))
      case UInt8(ascii: "="):
        return nil
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
        decoded.append(high << 4 | low)
      default:
        decoded.append(byte)
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
