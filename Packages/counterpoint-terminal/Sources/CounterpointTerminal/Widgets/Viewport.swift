/// A window over many lines of text that scrolls in both directions, and can follow the end.
///
/// The viewport holds the position, but not the lines. ``screen(of:size:line:)`` reads only the visible lines, so its
/// cost does not depend on their number.
///
/// ```swift
/// var viewport = Viewport(isFollowing: true)
/// viewport.screen(of: log, size: size) { StyledText($0) }        // the last lines
/// viewport.handle(.key(.up), count: log.count, height: 20)       // .scrolled; no longer follows
/// viewport.handle(.key(.end), count: log.count, height: 20)      // .scrolled; follows again
/// ```
public struct Viewport: Hashable, Sendable {
  /// The result of an event that the viewport handles.
  public enum Outcome: Hashable, Sendable {
    /// The position has changed.
    case scrolled
    /// The viewport is already at that end.
    case unchanged
  }

  /// A command of a viewport.
  public enum Command: Hashable, Sendable {
    /// Scrolls by a number of lines. Up is negative.
    case scroll(Int)
    /// Scrolls by a number of pages. Up is negative. One line of the old page stays visible.
    case scrollPage(Int)
    /// Scrolls by a number of columns. Left is negative.
    case scrollColumns(Int)
    /// Shows the first line.
    case showStart
    /// Shows the last line, and follows the end.
    case follow
  }

  /// The first visible line, counted from 0, unless the viewport follows the end.
  public private(set) var firstLine: Int

  /// The first visible column, counted from 0.
  public private(set) var firstColumn: Int

  /// Whether the last line stays visible when lines are added.
  public var isFollowing: Bool

  /// Creates a viewport.
  ///
  /// - Parameters:
  ///   - firstLine: The first visible line.
  ///   - firstColumn: The first visible column.
  ///   - isFollowing: Whether the last line stays visible when lines are added.
  public init(firstLine: Int = 0, firstColumn: Int = 0, isFollowing: Bool = false) {
    self.firstLine = max(0, firstLine)
    self.firstColumn = max(0, firstColumn)
    self.isFollowing = isFollowing
  }

  /// The keys of a viewport.
  public static let keys: KeyMap<Command> = [
    KeyBinding(.up, title: "Up", visibility: .help, action: .scroll(-1)),
    KeyBinding(.down, title: "Down", visibility: .help, action: .scroll(1)),
    KeyBinding(.pageUp, title: "Page up", visibility: .help, action: .scrollPage(-1)),
    KeyBinding(.pageDown, title: "Page down", visibility: .help, action: .scrollPage(1)),
    KeyBinding(.left, title: "Left", visibility: .help, action: .scrollColumns(-8)),
    KeyBinding(.right, title: "Right", visibility: .help, action: .scrollColumns(8)),
    KeyBinding(.home, title: "First line", visibility: .help, action: .showStart),
    KeyBinding(.end, title: "Follow the end", visibility: .help, action: .follow),
  ]

  /// Returns the visible lines.
  ///
  /// - Parameters:
  ///   - count: The number of lines.
  ///   - height: The number of lines that fit.
  public func visibleLines(count: Int, height: Int) -> Range<Int> {
    guard count > 0, height > 0 else { return 0..<0 }
    let last = max(count - height, 0)
    let first = isFollowing ? last : min(firstLine, last)
    return first..<min(first + height, count)
  }

  /// Scrolls after a key or a turn of the wheel.
  ///
  /// - Parameters:
  ///   - event: The event of the terminal.
  ///   - count: The number of lines.
  ///   - height: The number of lines that fit.
  /// - Returns: The outcome; `nil` if the viewport ignores the event.
  @discardableResult
  public mutating func handle(_ event: TerminalEvent, count: Int, height: Int) -> Outcome? {
    if case .mouse(let mouse) = event {
      switch mouse.kind {
      case .scrollUp: return perform(.scroll(-MouseEvent.wheelRows), count: count, height: height)
      case .scrollDown: return perform(.scroll(MouseEvent.wheelRows), count: count, height: height)
      case .press, .release: return nil
      }
    }
    return Self.keys.action(for: event).map { perform($0, count: count, height: height) }
  }

  /// Performs a command, for programs with other keys.
  ///
  /// A movement up ends following. A movement down to the last line doesn't begin it.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - count: The number of lines.
  ///   - height: The number of lines that fit.
  /// - Returns: The outcome.
  @discardableResult
  public mutating func perform(_ command: Command, count: Int, height: Int) -> Outcome {
    let before = self
    switch command {
    case .scroll(let lines): scroll(by: lines, count: count, height: height)
    case .scrollPage(let pages): scroll(by: pages * max(height - 1, 1), count: count, height: height)
    case .scrollColumns(let columns): firstColumn = max(firstColumn + columns, 0)
    case .showStart: (firstLine, isFollowing) = (0, false)
    case .follow:
      isFollowing = true
      firstLine = visibleLines(count: count, height: height).lowerBound
    }
    return self == before ? .unchanged : .scrolled
  }

  /// Scrolls as far as necessary to show a line, for example a match of a search. Ends following if it scrolls.
  ///
  /// - Parameters:
  ///   - line: The line, counted from 0. It is shown in the middle if it is not visible yet.
  ///   - count: The number of lines.
  ///   - height: The number of lines that fit.
  public mutating func show(_ line: Int, count: Int, height: Int) {
    guard !visibleLines(count: count, height: height).contains(line) else { return }
    isFollowing = false
    firstLine = min(max(line - height / 2, 0), max(count - height, 0))
  }

  /// Returns the visible lines as a part of the screen.
  ///
  /// - Parameters:
  ///   - lines: All lines. Only the visible ones are read.
  ///   - size: The available space. Wider lines are cut at both edges.
  ///   - line: Creates the text of a line. Called once for each visible line. Only the first line of it is shown.
  /// - Returns: A screen with one line for each visible line.
  public func screen<Lines: RandomAccessCollection>(
    of lines: Lines,
    size: TerminalSize,
    line: (Lines.Element) -> StyledText
  ) -> Screen {
    let visible = visibleLines(count: lines.count, height: size.rows)
    return Screen(
      visible.map { number in
        let text = line(lines[lines.index(lines.startIndex, offsetBy: number)]).lines.first ?? ""
        return text.columns(firstColumn..<firstColumn + size.columns)
      }
    )
  }

  private mutating func scroll(by lines: Int, count: Int, height: Int) {
    let visible = visibleLines(count: count, height: height)
    let target = min(max(visible.lowerBound + lines, 0), max(count - height, 0))
    if isFollowing, lines >= 0 || target == visible.lowerBound { return }
    (firstLine, isFollowing) = (target, false)
  }
}
