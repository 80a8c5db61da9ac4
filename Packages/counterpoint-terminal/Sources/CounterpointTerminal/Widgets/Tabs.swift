/// A line of titles, one of which is selected.
///
/// ```
/// [Changes]  State   Action
/// ```
///
/// Create it again from each state.
public struct Tabs: Hashable, Sendable {
  /// The result of an event that the tabs handle.
  public enum Outcome: Hashable, Sendable {
    /// Select this tab, counted from 0.
    case selected(Int)
  }

  /// The titles from left to right. Only the first line of each title is shown.
  public var titles: [StyledText]

  /// The number of the selected tab, counted from 0. If there is no such tab, as after others were removed, the nearest
  /// one is shown as selected.
  public var selection: Int

  /// Creates tabs.
  ///
  /// - Parameters:
  ///   - titles: The titles from left to right.
  ///   - selection: The number of the selected tab.
  public init(_ titles: [StyledText], selection: Int) {
    self.titles = titles
    self.selection = selection
  }

  /// Returns the next tab for the right arrow, and the previous one for the left arrow. The last tab is beside the
  /// first one.
  ///
  /// - Parameter event: The event of the terminal.
  /// - Returns: `nil` if the tabs ignore the event, or if there is only one tab.
  public func handle(_ event: TerminalEvent) -> Outcome? {
    guard titles.count > 1 else { return nil }
    switch event {
    case .key(.left): return .selected((selected + titles.count - 1) % titles.count)
    case .key(.right): return .selected((selected + 1) % titles.count)
    default: return nil
    }
  }

  /// Returns the tab in a column, for a click on the line.
  ///
  /// - Parameters:
  ///   - column: The column, counted from 0.
  ///   - width: The number of columns of the line.
  /// - Returns: The number of the tab, counted from 0; `nil` if there is none.
  public func tab(atColumn column: Int, width: Int) -> Int? {
    guard column >= 0, column < width else { return nil }
    let first = firstTitle(width: width)
    return titles.indices.dropFirst(first).first { line(from: first, through: $0).width > column }
  }

  /// Returns the tabs as a line. If it is too long, it begins with a later title, so that the selected one is visible.
  ///
  /// - Parameter width: The number of columns.
  public func line(width: Int) -> StyledText {
    line(from: firstTitle(width: width), through: titles.count - 1).truncated(to: width)
  }

  private var selected: Int { min(max(selection, 0), max(titles.count - 1, 0)) }

  /// The first title with which the selected one is visible.
  private func firstTitle(width: Int) -> Int {
    var first = 0
    while first < selected, line(from: first, through: selected).width > width { first += 1 }
    return first
  }

  private func line(from first: Int, through last: Int) -> StyledText {
    guard first <= last else { return "" }
    return titles.indices[first...last].reduce(into: StyledText()) { line, index in
      let title = titles[index].lines.first ?? ""
      if index > first { line += " " }
      line +=
        index == selected
        ? ("[" + title + "]").styled(Theme.current.title) : " " + title.styled(Theme.current.muted) + " "
    }
  }
}
