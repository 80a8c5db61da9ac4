/// A line above a stack of screens that shows their titles, and the key that leads back.
///
/// ```
/// [esc] Sign up › Topics › Summary
/// ```
///
/// Create it again from each state.
public struct NavigationHeader: Hashable, Sendable {
  /// The request after an event that the header handles.
  public enum Outcome: Hashable, Sendable {
    /// Remove the top screen from the stack.
    case goBack
  }

  /// The titles from the root to the top screen. Only the first line of each title is shown.
  public var titles: [StyledText]

  /// Creates a header.
  ///
  /// - Parameter titles: The titles from the root to the top screen.
  public init(_ titles: [StyledText]) { self.titles = titles }

  /// Whether there is a screen below the top screen.
  public var canGoBack: Bool { titles.count > 1 }

  /// Returns whether to go back: after escape or alt-left, if there is a screen below the top screen.
  ///
  /// - Parameter event: The event of the terminal.
  /// - Returns: The outcome; `nil` if the header ignores the event.
  public func handle(_ event: TerminalEvent) -> Outcome? {
    canGoBack && (event == .key(.escape) || event == .key(Key.left.with(.alt))) ? .goBack : nil
  }

  /// Returns the header as one line.
  ///
  /// - Parameter width: The largest number of columns. In a narrow space, an ellipsis replaces titles, beginning with
  ///   the root. The last title is truncated only when the others are already left out.
  public func line(width: Int) -> StyledText {
    let shown = titles.map { $0.lines.first ?? "" }
    guard let top = shown.last?.styled(Theme.current.title) else { return "" }
    let key: StyledText = canGoBack ? "[" + StyledText("esc").styled(Theme.current.key) + "] " : ""
    let parents = shown.dropLast()
    for omitted in 0...parents.count {
      let path = (omitted > 0 ? ["…"] : []) + parents.dropFirst(omitted)
      let line = key + path.reduce("") { $0 + ($1 + " › ").styled(Theme.current.muted) } + top
      if line.width <= width { return line }
    }
    return (key + top).truncated(to: width)
  }
}

extension StyledText {
  /// Returns the name of a key and its effect, as in `[s] Save`.
  ///
  /// - Parameters:
  ///   - key: The key's name, as in ``Key/description`` or shorter.
  ///   - title: The effect of the key.
  ///   - isDisabled: Whether the key has no effect now. The key is hidden then, and the title is dim.
  public static func keyHint(_ key: String, _ title: String, isDisabled: Bool = false) -> StyledText {
    isDisabled
      ? StyledText(String(repeating: " ", count: StyledText(key).width + 3) + title).styled(Theme.current.muted)
      : "[" + StyledText(key).styled(Theme.current.key) + "] " + StyledText(title)
  }
}
