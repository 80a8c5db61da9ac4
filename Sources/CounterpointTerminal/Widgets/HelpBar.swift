/// The most important keys, on one line at the bottom of the screen.
///
/// ```
/// [/] Filter  [s] Show  [?] Help
/// ```
public struct HelpBar: Hashable, Sendable {
  /// A key and its effect.
  public struct Hint: Hashable, Sendable {
    /// The name of the key.
    public var key: String
    /// The effect of the key.
    public var title: String

    /// Creates a hint.
    public init(_ key: String, _ title: String) {
      self.key = key
      self.title = title
    }
  }

  /// The hints, the most important first.
  public var hints: [Hint]

  /// The hint at the right edge, which is always shown if it fits; `nil` if there is none.
  public var last: Hint?

  /// Creates a help bar.
  ///
  /// - Parameters:
  ///   - hints: The hints, the most important first.
  ///   - last: The hint that is shown before all others, for example the key of the complete help.
  public init(_ hints: [Hint], last: Hint? = nil) {
    self.hints = hints
    self.last = last
  }

  /// Returns as many hints as fit on a line.
  ///
  /// - Parameter width: The number of columns.
  public func line(width: Int) -> StyledText {
    let end = last.map { StyledText.keyHint($0.key, $0.title) }
    let room = width - (end.map { $0.width + Self.gap } ?? 0)
    var line = StyledText()
    for hint in hints {
      let longer = Self.joined(line, .keyHint(hint.key, hint.title))
      if longer.width > room { break }
      line = longer
    }
    return end.map { Self.joined(line, $0) }?.truncated(to: width) ?? line
  }

  private static let gap = 2

  private static func joined(_ left: StyledText, _ right: StyledText) -> StyledText {
    left.isEmpty ? right : left + StyledText.blanks(gap) + right
  }
}
