import CounterpointHTML

/// The origin of a site in browsers: scheme, host and port.
///
/// ```swift
/// WebSite(app, publicOrigin: "https://example.org")
/// ```
public struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
  /// Whether the scheme is `https`.
  public let isSecure: Bool
  let authority: WebAuthority

  /// Parses an origin such as `https://example.org` or `http://localhost:8080`.
  ///
  /// - Parameter text: The origin, with an optional slash at the end, but without user, path, query and fragment.
  ///   `nil` for any other text.
  public init?(_ text: String) {
    let lowercased = text.lowercasedASCII()
    guard let scheme = ["https://", "http://"].first(where: { lowercased.hasBytes(prefix: $0) }) else { return nil }
    var rest = lowercased.droppingBytes(scheme.utf8.count)
    if rest.hasBytes(suffix: "/") { rest = rest[..<rest.utf8.index(before: rest.endIndex)] }
    isSecure = scheme == "https://"
    guard let authority = WebAuthority(rest, defaultPort: isSecure ? 443 : 80) else { return nil }
    self.authority = authority
  }

  /// The origin in the format of the header `Origin`.
  public var description: String { (isSecure ? "https://" : "http://") + authority.description }
}

extension WebOrigin: ExpressibleByStringLiteral {
  /// Creates an origin from a literal.
  ///
  /// - Parameter value: The origin. Any other text stops the program.
  public init(stringLiteral value: String) {
    guard let origin = WebOrigin(value) else {
      preconditionFailure("'\(value)' is not an origin such as \"https://example.org\".")
    }
    self = origin
  }
}

/// A host and a port, as in the header `Host`.
struct WebAuthority: Hashable, Sendable, CustomStringConvertible {
  /// The name or address in lower case. An IPv6 address is in brackets.
  let host: String
  /// The port; `nil` for the scheme's default.
  let port: UInt16?

  init?(_ text: some StringProtocol, defaultPort: UInt16? = nil) {
    let text = text.lowercasedASCII()
    // The last colon of a bracketed address can be inside the brackets.
    let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")).flatMap {
      text.utf8[$0...].contains(UInt8(ascii: "]")) ? nil : $0
    }
    host = Self.withoutDot(String(text[..<(colon ?? text.endIndex)]))
    guard !host.isEmpty, host.utf8.allSatisfy(Self.isInHost) else { return nil }
    guard let colon else {
      port = nil
      return
    }
    let digits = text[text.utf8.index(after: colon)...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(digits) else { return nil }
    port = number == defaultPort ? nil : number
  }

  /// Returns a host without the dot of a fully qualified name, as in `localhost.`.
  static func withoutDot(_ host: String) -> String {
    host.utf8.count > 1 && host.utf8.last == UInt8(ascii: ".") ? String(host.dropLast()) : host
  }

  var description: String { host + (port.map { ":\($0)" } ?? "") }

  private static func isInHost(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"),
      UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }
}
