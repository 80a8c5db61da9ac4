/// The rows of a long list that a page has: those that the visitor sees, and a margin.
public struct ListWindow: Hashable, Sendable {
  /// The index of the first row.
  public var first: Int
  /// The number of rows.
  public var size: Int

  /// Creates a window. A list clamps it to its rows.
  ///
  /// - Parameters:
  ///   - first: The index of the first row.
  ///   - size: The number of rows; 1 to ``maximumSize``.
  public init(first: Int, size: Int) {
    self.first = Swift.max(0, first)
    self.size = Swift.min(Swift.max(1, size), Self.maximumSize)
  }

  /// The maximum number of rows. It bounds the cost of a page, because any number can be requested.
  public static let maximumSize = 200

  /// Returns the rows of a list that the window has. At the end of the list, the window is full if the list is as long.
  func range(ofRows count: Int) -> Range<Int> {
    let start = Swift.min(first, Swift.max(0, count - size))
    return start..<Swift.min(count, start + size)
  }

  /// The windows of the page that is rendered, by the names of their lists.
  @TaskLocal fileprivate static var current: [String: ListWindow] = [:]

  static func current(of name: String) -> ListWindow? { current[name] }
}

/// Renders a page whose visitor has scrolled its lists, for tests.
///
/// ```swift
/// let page = withListWindows(["orders": ListWindow(first: 5_000, size: 50)]) { screen(state) }
/// ```
///
/// - Parameters:
///   - windows: The windows by the names of their lists. Other lists begin at their first row.
///   - render: Renders the page. Called once.
/// - Returns: The result of `render`.
public func withListWindows<Result>(_ windows: [String: ListWindow], _ render: () throws -> Result) rethrows -> Result {
  try ListWindow.$current.withValue(windows, operation: render)
}

extension ListWindow {
  /// The text of a request: the first row, the size and the name of the list, separated by blanks.
  package func text(forList name: String) -> String { "\(first) \(size) \(name)" }

  /// Reads the text of a request; `nil` if it is not one. Any client can send it.
  package static func read(_ text: String) -> (name: String, window: ListWindow)? {
    let parts = text.splitBytes(at: " ", maxSplits: 2)
    guard parts.count == 3, let first = number(parts[0]), let size = number(parts[1]), parts[2].utf8.count <= 64
    else { return nil }
    return (String(parts[2]), ListWindow(first: first, size: size))
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
