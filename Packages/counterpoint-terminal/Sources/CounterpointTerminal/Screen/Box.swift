/// A text in a frame, with an optional title in the top edge.
///
/// ```
/// ┌─ Quit? ─────────┐
/// │ Unsaved changes │
/// └─────────────────┘
/// ```
///
/// With ``AmbiguousWidth/wide``, the frame consists of `+`, `-` and `|`.
public struct Box: Hashable, Sendable {
  /// The title in the top edge. Only its first line is shown.
  public var title: StyledText

  /// The text in the frame. Wide lines are wrapped.
  public var body: StyledText

  /// The style of the frame.
  public var frameStyle: Style

  /// Creates a box.
  public init(title: StyledText = "", body: StyledText, frameStyle: Style = .plain) {
    self.title = title
    self.body = body
    self.frameStyle = frameStyle
  }

  /// The columns of the frame: a line and a blank on each side.
  static let margin = 4

  /// The rows of the frame: one at the top and one at the bottom.
  static let edges = 2

  /// Returns the box as lines of equal width.
  ///
  /// - Parameter size: The available space. A body that is too high ends in a line with an ellipsis.
  /// - Returns: The lines from top to bottom; no lines if the frame and one character don't fit.
  public func lines(fitting size: TerminalSize) -> [StyledText] {
    let heading = title.lines.first ?? ""
    let wanted = max(body.width, heading.isEmpty ? 1 : heading.width + 1, 1)
    let inner = min(wanted, size.columns - Self.margin)
    guard inner > 0, size.rows > Self.edges else { return [] }
    var content = body.wrapped(to: inner)
    if content.count > size.rows - Self.edges {
      content = Array(content.prefix(size.rows - 3)) + ["…"]
    }
    let line = FrameCharacters.current
    let side = StyledText(line.vertical, style: frameStyle)
    let rows = content.map { side + " " + $0.clipped(to: inner).padded(to: inner) + " " + side }
    return [upperEdge(heading, line, inner: inner)] + rows + [edge(line.lowerLeft, line, inner + 2, line.lowerRight)]
  }

  private func upperEdge(_ heading: StyledText, _ line: FrameCharacters, inner: Int) -> StyledText {
    let visible = heading.truncated(to: inner - 1)
    guard !visible.isEmpty else { return edge(line.upperLeft, line, inner + 2, line.upperRight) }
    let rest = inner - 1 - visible.width
    return edge(line.upperLeft, line, 1, " ") + visible + edge(" ", line, rest, line.upperRight)
  }

  private func edge(_ left: String, _ line: FrameCharacters, _ length: Int, _ right: String) -> StyledText {
    StyledText(left + String(repeating: line.horizontal, count: length) + right, style: frameStyle)
  }
}

/// The characters of a frame. Each of them takes one column.
struct FrameCharacters {
  var horizontal = "─"
  var vertical = "│"
  var upperLeft = "┌"
  var upperRight = "┐"
  var lowerLeft = "└"
  var lowerRight = "┘"

  static var current: FrameCharacters {
    guard DisplayWidth.ambiguousWidth == .wide else { return FrameCharacters() }
    return FrameCharacters(
      horizontal: "-",
      vertical: "|",
      upperLeft: "+",
      upperRight: "+",
      lowerLeft: "+",
      lowerRight: "+"
    )
  }
}
