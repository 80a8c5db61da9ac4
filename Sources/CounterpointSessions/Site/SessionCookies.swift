/// The names and attributes of a site's cookies.
struct SessionCookies: Sendable {
  let key: SessionKey
  private let name: String?
  private let origin: WebOrigin?

  /// - Parameters:
  ///   - name: The name; `nil` for one that differs by port, because browsers send a host's cookies to each of its
  ///     ports.
  ///   - origin: The public origin of the site.
  ///   - key: The key of signatures.
  init(name: String?, origin: WebOrigin?, key: SessionKey) {
    if let name {
      precondition(
        !name.isEmpty && name.utf8.allSatisfy(Self.isInToken),
        "'\(name)' can't be the name of a cookie: letters, digits, '-' and '_' can."
      )
    }
    self.name = name
    self.origin = origin
    self.key = key
  }

  /// Returns the valid tickets of a request, in the order of its cookies.
  ///
  /// A page of a neighboring domain can set another cookie of the same name. It must not lock the visitor out, so
  /// that each is tried.
  func tickets(_ request: WebRequest) -> [SessionTicket] {
    request.cookies(name(request)).compactMap { SessionTicket($0, key: key) }
  }

  /// Returns the header that gives a visitor a ticket.
  func header(_ ticket: SessionTicket, _ request: WebRequest) -> (name: String, value: String) {
    ("set-cookie", "\(name(request))=\(ticket.value(key: key))\(attributes)")
  }

  /// Returns the header that takes a visitor's ticket away.
  func removal(_ request: WebRequest) -> (name: String, value: String) {
    ("set-cookie", "\(name(request))=; Max-Age=0\(attributes)")
  }

  private var isSecure: Bool { origin?.isSecure == true }

  // Lax: a link on another site leads to the visitor's page, but no other site can act on it.
  private var attributes: String { "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") }

  private func name(_ request: WebRequest) -> String {
    let port = origin.map(\.authority.port) ?? request.headers["host"].flatMap { WebAuthority($0) }?.port
    // Browsers take a cookie with the prefix only from the very host, over TLS.
    return (isSecure ? "__Host-" : "") + (name ?? "counterpoint-session" + (port.map { "-\($0)" } ?? ""))
  }

  private static func isInToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
