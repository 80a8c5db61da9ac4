/// A failure of a test's visitor.
public enum TestVisitorError: Error, Hashable, CustomStringConvertible {
  /// The page has no such button or field, or it is disabled. `offered` are those that the page has.
  case missing(String, offered: [String])
  /// The site has refused a request.
  case refused(status: Int, text: String)

  /// The status of the refused request; `nil` if there was no request.
  public var status: Int? {
    guard case .refused(let status, _) = self else { return nil }
    return status
  }

  /// The reason.
  public var description: String {
    switch self {
    case .missing(let control, let offered):
      "The page has no enabled \(control). It has: \(offered.map { "'\($0)'" }.joined(separator: ", "))."
    case .refused(let status, let text):
      "The site has answered with status \(status): \(text)"
    }
  }
}
