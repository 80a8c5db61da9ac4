/// The name and attributes of a site's session cookie.
struct SessionCookies: Sendable {
  let key: SessionKey
  private let origin: WebOrigin?
  /// The name, or its beginning before the port.
  private let name: String
  private let hasPort: Bool

  /// - Parameters:
  ///   - name: The name. `nil` for a name that contains the port, because browsers share a host's cookies among its
  ///     ports.
  ///   - origin: The public origin of the site.
  ///   - key: The key that signs tickets.
  ///   - mount: The path of the site.
  init(name: String?, origin: WebOrigin?, key: SessionKey, mount: MountPath = MountPath("/")) {
    if let name {
      precondition(
        !name.isEmpty && name.utf8.allSatisfy(Self.isInToken),
        "'\(name)' can't be the name of a cookie: letters, digits, '-' and '_' can."
      )
    }
    // Browsers accept a cookie with this prefix only over TLS and from exactly this host.
    let prefix = origin?.isSecure == true ? "__Host-" : ""
    self.name = prefix + (name ?? "counterpoint-session" + mount.cookieSuffix)
    self.hasPort = name == nil
    self.origin = origin
    self.key = key
  }

  /// Returns the valid tickets of a request, in the order of its cookies.
  ///
  /// A page of a sibling domain can set another cookie with the same name. All cookies are tried, so that such a
  /// cookie can't lock the user out.
  func tickets(_ request: WebRequest) -> [SessionTicket] {
    request.cookies(name(request)).compactMap { SessionTicket($0, key: key) }
  }

  /// Returns the header that sets the cookie.
  func header(_ ticket: SessionTicket, _ request: WebRequest) -> (name: String, value: String) {
    ("set-cookie", "\(name(request))=\(ticket.value(key: key))\(attributes)")
  }

  /// Returns the header that removes the cookie.
  func removal(_ request: WebRequest) -> (name: String, value: String) {
    ("set-cookie", "\(name(request))=; Max-Age=0\(attributes)")
  }

  private var isSecure: Bool { origin?.isSecure == true }

  // With `Lax`, a link on another site opens the user's page, but a form on another site can't act for the user
  // (CSRF).
  private var attributes: String { "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") }

  private func name(_ request: WebRequest) -> String {
    guard hasPort else { return name }
    let port = origin.map(\.authority.port) ?? request.headers["host"].flatMap { WebAuthority($0) }?.port
    return port.map { "\(name)-\($0)" } ?? name
  }

  private static func isInToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
