/// The line above a stack of screens: the way to the one on top, and the key that leads back.
///
/// ```
/// [esc] Sign up › Topics › Summary
/// ```
///
/// A plain value: make it from the titles of the root and of what is on the stack.
public struct NavigationHeader: Hashable, Sendable {
  /// The titles from the root to the screen on top. Only the first line of each is shown.
  public var titles: [StyledText]

  /// Makes a header.
  ///
  /// - Parameter titles: The titles from the root to the screen on top.
  public init(_ titles: [StyledText]) { self.titles = titles }

  /// Whether there is a screen to go back to.
  public var canGoBack: Bool { titles.count > 1 }

  /// Whether a key takes the topmost screen off the stack.
  ///
  /// - Parameter key: The key that was pressed.
  /// - Returns: `true` for escape and for the left arrow with alt, if there is a screen to go back to.
  public func isBack(_ key: Key) -> Bool {
    canGoBack && (key == .escape || key == Key.left.with(.alt))
  }

  /// The header as a line.
  ///
  /// - Parameter width: The largest number of columns. Where it does not suffice, titles are left out from the root
  ///   on, an ellipsis in their place; the title on top is cut only when nothing else is left.
  public func line(width: Int) -> StyledText {
    let shown = titles.map { $0.lines.first ?? "" }
    guard let top = shown.last?.bold() else { return "" }
    let key: StyledText = canGoBack ? "[" + StyledText("esc").foreground(.cyan) + "] " : ""
    let parents = shown.dropLast()
    for omitted in 0...parents.count {
      let path = (omitted > 0 ? ["…"] : []) + parents.dropFirst(omitted)
      let line = key + path.reduce("") { $0 + ($1 + " › ").dim() } + top
      if line.width <= width { return line }
    }
    return (key + top).truncated(to: width)
  }
}
