import CounterpointHTML

/// The path under which a site is, so that several sites and other responders can have one host.
struct MountPath: Hashable, Sendable {
  /// The path without a slash at its end; empty for a site that has the host for itself.
  let text: String

  /// Creates a path. Stops the program if it is not of the form `/board` or `/boards/red`, or `/`.
  init(_ path: String) {
    let parts = path.splitBytes(at: "/").dropFirst()
    let isValid = parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".." && part.utf8.allSatisfy(Self.isPlain)
    }
    precondition(
      path == "/" || path.hasBytes(prefix: "/") && isValid,
      "'\(path)' is no path for a site: write one such as '/board', of letters, digits, '-' and '_'."
    )
    text = path == "/" ? "" : path
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
    default: false
    }
  }

  /// The path of the page.
  var page: String { text.isEmpty ? "/" : text }

  /// Returns the path of an address below this one.
  func path(of address: String) -> String {
    address == "/" ? page : text + address
  }

  /// The end of the names of cookies, so that sites with one host have different ones.
  var cookieSuffix: String { text.replacing("/", with: "-").replacing(".", with: "_") }

  /// Returns the rest of a request's path, which begins with a slash; `nil` if the path belongs to another site.
  func local(_ path: String) -> String? {
    // Most sites have the host for themselves, and each request asks.
    if text.isEmpty, path.hasBytes(prefix: "/") { return path }
    guard path.hasBytes(prefix: text) else { return nil }
    let rest = path.droppingBytes(text.utf8.count)
    if rest.isEmpty { return "/" }
    return rest.hasBytes(prefix: "/") ? String(rest) : nil
  }
}
