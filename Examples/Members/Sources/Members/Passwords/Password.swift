/// A password that a visitor has typed. It is never written anywhere: its encoding, its description and its mirror are
/// empty, so recordings, logs and failures of tests do not contain it.
public struct Password: Hashable, Sendable {
  /// The typed text.
  public let text: String

  /// Creates a password.
  ///
  /// - Parameter text: The typed text.
  public init(_ text: String = "") {
    self.text = text
  }

  /// The smallest number of characters of a new password.
  public static let minimumLength = 8
  /// The largest number of bytes, which bounds the work of a request.
  public static let maximumSize = 256

  /// The problem with a new password; `nil` if there is none.
  public var problem: String? {
    if text.utf8.contains(0) { return "Use no zero characters." }
    if text.count < Self.minimumLength { return "Use at least \(Self.minimumLength) characters." }
    return text.utf8.count > Self.maximumSize ? "Use at most \(Self.maximumSize) bytes." : nil
  }
}

extension Password: Codable {
  /// Decodes an empty password.
  public init(from decoder: any Decoder) throws {
    self.init()
  }

  /// Encodes nothing of the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("")
  }
}

extension Password: CustomStringConvertible, CustomReflectable {
  /// A text without the password.
  public var description: String { "Password(hidden)" }

  /// A mirror without the password.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
