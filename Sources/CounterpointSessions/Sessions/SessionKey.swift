/// The secret key that a site signs its cookies with: 128 bits.
///
/// Without a key of its own a site makes a random one, and its cookies are valid until the process ends. Give the
/// same key to the processes that serve one site, or to a process and its successor, to let them accept each other's
/// cookies.
///
/// ```swift
/// let key = ProcessInfo.processInfo.environment["SESSION_KEY"].flatMap { SessionKey($0) }
/// ```
public struct SessionKey: Sendable {
  let first: UInt64
  let second: UInt64

  /// Makes a random key with the system's generator, which is made for keys.
  public init() {
    var generator = SystemRandomNumberGenerator()
    first = generator.next()
    second = generator.next()
  }

  /// Reads a key from text, such as the output of `openssl rand -hex 16`.
  ///
  /// - Parameter text: 32 lowercase hexadecimal digits that come from a random generator; `nil` for anything else.
  public init?(_ text: String) {
    guard text.utf8.count == 32, let first = UInt64(hexadecimal: text.utf8.prefix(16)),
      let second = UInt64(hexadecimal: text.utf8.dropFirst(16))
    else { return nil }
    // The digits are bytes in their order, as the reference of SipHash reads keys.
    self.first = first.byteSwapped
    self.second = second.byteSwapped
  }
}

extension SessionKey: CustomStringConvertible, CustomReflectable {
  /// A text without the key, because descriptions end in logs.
  public var description: String { "SessionKey(secret)" }

  /// A mirror without the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
