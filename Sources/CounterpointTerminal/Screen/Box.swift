/// A text in a frame of lines, with an optional title in the frame's upper edge.
///
/// ```
/// ┌─ Quit? ─────────┐
/// │ Unsaved changes │
/// └─────────────────┘
/// ```
///
/// Where the lines of boxes take two columns (``AmbiguousWidth/wide``), the frame is made of `+`, `-` and `|`.
public struct Box: Hashable, Sendable {
  /// The text in the upper edge; nothing if it is empty. Only its first line is shown.
  public var title: StyledText

  /// The text in the frame, broken into lines where it is too wide.
  public var body: StyledText

  /// The style of the frame.
  public var frameStyle: Style

  /// Creates a box.
  public init(title: StyledText = "", body: StyledText, frameStyle: Style = .plain) {
    self.title = title
    self.body = body
    self.frameStyle = frameStyle
  }

  /// The frame takes a line and a blank on the left and on the right.
  static let margin = 4

  /// The frame takes a row above and one below.
  static let edges = 2

  /// The box as lines of equal width.
  ///
  /// - Parameter size: What the box may take at most. A body that is too high ends in a line with an ellipsis.
  /// - Returns: The lines from top to bottom; none if there is no room for the frame and one character in it.
  public func lines(fitting size: TerminalSize) -> [StyledText] {
    let heading = title.lines.first ?? ""
    let wanted = max(body.width, heading.isEmpty ? 1 : heading.width + 1, 1)
    let inner = min(wanted, size.columns - Self.margin)
    guard inner > 0, size.rows > Self.edges else { return [] }
    var content = body.wrapped(to: inner)
    if content.count > size.rows - Self.edges {
      content = Array(content.prefix(size.rows - 3)) + ["…"]
    }
    let line = FrameLine.current
    let side = StyledText(line.vertical, style: frameStyle)
    let rows = content.map { side + " " + $0.clipped(to: inner).padded(to: inner) + " " + side }
    return [upperEdge(heading, line, inner: inner)] + rows + [edge(line.lowerLeft, line, inner + 2, line.lowerRight)]
  }

  private func upperEdge(_ heading: StyledText, _ line: FrameLine, inner: Int) -> StyledText {
    let visible = heading.truncated(to: inner - 1)
    guard !visible.isEmpty else { return edge(line.upperLeft, line, inner + 2, line.upperRight) }
    let rest = inner - 1 - visible.width
    return edge(line.upperLeft, line, 1, " ") + visible + edge(" ", line, rest, line.upperRight)
  }

  private func edge(_ left: String, _ line: FrameLine, _ length: Int, _ right: String) -> StyledText {
    StyledText(left + String(repeating: line.horizontal, count: length) + right, style: frameStyle)
  }
}

/// The characters of a frame, each of which takes one column.
private struct FrameLine {
  var horizontal = "─"
  var vertical = "│"
  var upperLeft = "┌"
  var upperRight = "┐"
  var lowerLeft = "└"
  var lowerRight = "┘"

  static var current: FrameLine {
    guard DisplayWidth.ambiguousWidth == .wide else { return FrameLine() }
    return FrameLine(
      horizontal: "-",
      vertical: "|",
      upperLeft: "+",
      upperRight: "+",
      lowerLeft: "+",
      lowerRight: "+"
    )
  }
}
