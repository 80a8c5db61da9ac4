import CounterpointHTML

/// Admits the browsers that have opened an address with the token of a server. Their cookie has the token from then on.
struct AccessToken {
  enum Decision: Equatable {
    case admitted
    /// The address had the token: set the cookie, and load the same address without it.
    case redirect(location: String, cookie: String)
    case refused
  }

  let token: String

  /// Decides about a request.
  ///
  /// - Parameters:
  ///   - path: The path of the request.
  ///   - query: The text after the question mark.
  ///   - host: The header `Host`.
  ///   - cookies: The header `Cookie`; `nil` if there is none.
  func decide(path: String, query: String, host: String?, cookies: String?) -> Decision {
    let name = "counterpoint-access" + port(of: host)
    // The cookies of other programs on this host can end with a letter that forms one `Character` with the semicolon.
    for cookie in (cookies ?? "").utf8.split(separator: UInt8(ascii: ";")) {
      let pair = cookie.drop { $0 == UInt8(ascii: " ") }
      if let guess = value(of: pair, named: name), isToken(guess) { return .admitted }
    }
    for item in query.utf8.split(separator: UInt8(ascii: "&")) {
      guard let guess = value(of: item, named: "token"), isToken(guess) else { continue }
      return .redirect(location: location(of: path), cookie: "\(name)=\(token); Path=/; HttpOnly; SameSite=Lax")
    }
    return .refused
  }

  /// Returns an address on this host. An address that begins with two slashes or backslashes names another one.
  private func location(of path: String) -> String {
    "/" + String(Substring(path.utf8.drop { $0 <= 0x20 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }))
  }

  /// Returns the value of a pair such as `name=value`; `nil` if it has another name.
  private func value(of pair: Substring.UTF8View, named name: String) -> Substring.UTF8View? {
    pair.starts(with: "\(name)=".utf8) ? pair.dropFirst(name.utf8.count + 1) : nil
  }

  /// Browsers share the cookies of a host among its ports, so the name of the cookie has the port.
  private func port(of host: String?) -> String {
    guard let digits = host?.splitBytes(at: ":").last, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return ""
    }
    return "-\(digits)"
  }

  /// Compares all bytes, so that the time says nothing about the first wrong one.
  private func isToken(_ text: Substring.UTF8View) -> Bool {
    guard text.count == token.utf8.count else { return false }
    return zip(text, token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
