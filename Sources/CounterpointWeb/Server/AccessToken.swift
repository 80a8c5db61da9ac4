#if Web
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
    for cookie in (cookies ?? "").split(separator: ";") {
      let pair = cookie.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2, pair[0] == name, isToken(pair[1]) { return .admitted }
    }
    for item in query.split(separator: "&") where item.hasPrefix("token=") && isToken(item.dropFirst(6)) {
      return .redirect(location: path, cookie: "\(name)=\(token); Path=/; HttpOnly; SameSite=Lax")
    }
    return .refused
  }

  /// Browsers share the cookies of a host among its ports, so the name of the cookie has the port.
  private func port(of host: String?) -> String {
    guard let digits = host?.split(separator: ":").last, digits.allSatisfy(\.isNumber) else { return "" }
    return "-\(digits)"
  }

  /// Compares all bytes, so that the time says nothing about the first wrong one.
  private func isToken(_ text: Substring) -> Bool {
    guard text.utf8.count == token.utf8.count else { return false }
    return zip(text.utf8, token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
#endif
