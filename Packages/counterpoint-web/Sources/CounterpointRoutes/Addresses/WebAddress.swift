/// The part of a URL that a browser sends: path components and query items, decoded.
///
/// ```swift
/// let address = WebAddress("/search/caf%C3%A9/?q=a+b#results")
/// address?.path         // ["search", "café"]
/// address?.query        // [q: "a b"]
/// address?.description  // "/search/caf%C3%A9?q=a%20b"
/// ```
///
/// ``description`` is the canonical form. Reading it gives an equal address, for all texts in components and items.
///
/// Browsers remove the components `.` and `..`, even when they are encoded, and servers and proxies disagree about
/// empty ones. An address that contains one of these is refused. As the text of a value, each of them is written
/// with a tilde before it: `~`, `~.`, `~..`. A text that looks so already gets one more tilde.
public struct WebAddress: Hashable, Sendable {
  /// A name and a value in the query.
  public struct QueryItem: Hashable, Sendable {
    /// The decoded name.
    public var name: String

    /// The decoded value. It is empty if the item has no `=`.
    public var value: String

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - name: The name, not encoded.
    ///   - value: The value, not encoded.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The decoded components of the path. The root `/` has none.
  public var path: [String]

  /// The decoded items of the query, in order.
  public var query: [QueryItem]

  /// Creates an address from decoded parts. Each text is allowed in each place.
  ///
  /// - Parameters:
  ///   - path: The components of the path.
  ///   - query: The items of the query, in order.
  public init(path: [String] = [], query: [QueryItem] = []) {
    self.path = path
    self.query = query
  }
}

extension WebAddress: LosslessStringConvertible {
  /// Reads an address that begins with `/`, in time proportional to its length.
  ///
  /// The path is read as RFC 3986 describes it, and one slash at its end is ignored. The query is read as
  /// `application/x-www-form-urlencoded`: `+` is a space, a `%` without two hexadecimal digits stands for itself,
  /// and invalid UTF-8 is replaced with U+FFFD. A fragment is ignored. Letters outside of ASCII need no encoding.
  ///
  /// - Parameter description: The address. The result is `nil` in each of these cases:
  ///   - It doesn't begin with `/`, for example because it begins with a scheme.
  ///   - It contains a space or a control character before the fragment, or a backslash in the path.
  ///   - The path has an empty component, or one that stands for `.` or `..`.
  ///   - The path contains an invalid percent-encoding or encodes invalid UTF-8.
  public init?(_ description: String) {
    let text = description.utf8.prefix { $0 != UInt8(ascii: "#") }
    guard text.first == UInt8(ascii: "/"), text.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
    let end = text.firstIndex(of: UInt8(ascii: "?"))
    guard let path = Self.components(of: text[..<(end ?? text.endIndex)].dropFirst()) else { return nil }
    self.path = path
    self.query = end.map { Self.items(of: text[text.index(after: $0)...]) } ?? []
  }

  /// The canonical form: letters, digits, `-`, `.`, `_` and `~` are not encoded, nor is punctuation that RFC 3986
  /// allows in a path. Everything else is encoded as UTF-8 with uppercase digits, a space as `%20`.
  ///
  /// It never begins with `//`, so that it can't name another site.
  public var description: String {
    var text = ""
    for component in path {
      text += "/"
      text.appendPercentEncoded(Self.escaped(component), allowing: .pathComponent)
    }
    if path.isEmpty { text = "/" }
    for (number, item) in query.enumerated() {
      text += number == 0 ? "?" : "&"
      text.appendPercentEncoded(item.name, allowing: .unreserved)
      text += "="
      text.appendPercentEncoded(item.value, allowing: .unreserved)
    }
    return text
  }

  private static func components(of path: Substring.UTF8View) -> [String]? {
    var parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true { parts.removeLast() }
    var components: [String] = []
    components.reserveCapacity(parts.count)
    for part in parts {
      guard !part.contains(UInt8(ascii: "\\")), let component = percentDecoded(part), !isReserved(component) else {
        return nil
      }
      components.append(unescaped(component))
    }
    return components
  }

  private static func items(of query: Substring.UTF8View) -> [QueryItem] {
    query.split(separator: UInt8(ascii: "&")).map { item in
      let parts = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return QueryItem(
        name: formDecoded(parts[0]),
        value: parts.count == 2 ? formDecoded(parts[1]) : ""
      )
    }
  }

  // MARK: Components that no path can contain

  private static func isReserved(_ component: String) -> Bool {
    component.isEmpty || component == "." || component == ".."
  }

  private static func escaped(_ component: String) -> String {
    isReserved(withoutTildes(component)) ? "~" + component : component
  }

  private static func unescaped(_ component: String) -> String {
    isReserved(withoutTildes(component)) ? String(component.dropFirst()) : component
  }

  private static func withoutTildes(_ component: String) -> String {
    // Scalars instead of characters, because a tilde and a combining mark after it are one character.
    String(component.unicodeScalars.drop { $0 == "~" })
  }
}

extension WebAddress.QueryItem: CustomDebugStringConvertible {
  /// The name and the value, as in `q: "a b"`.
  public var debugDescription: String { "\(name): \(value.debugDescription)" }
}
