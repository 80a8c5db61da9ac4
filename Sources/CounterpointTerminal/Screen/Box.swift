/// A text in a frame of lines, with an optional title in the frame's upper edge.
///
/// ```
/// ┌─ Quit? ─────────┐
/// │ Unsaved changes │
/// └─────────────────┘
/// ```
public struct Box: Hashable, Sendable {
  /// What stands in the upper edge; nothing if it is empty. Only its first line is shown.
  public var title: StyledText

  /// What stands in the frame; broken into lines where it is too wide.
  public var body: StyledText

  /// How the frame looks.
  public var frameStyle: Style

  /// Makes a box.
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
    let side = StyledText("│", style: frameStyle)
    let rows = content.map { side + " " + $0.clipped(to: inner).padded(to: inner) + " " + side }
    return [upperEdge(heading, inner: inner)] + rows + [edge("└", String(repeating: "─", count: inner + 2), "┘")]
  }

  private func upperEdge(_ heading: StyledText, inner: Int) -> StyledText {
    let visible = heading.truncated(to: inner - 1)
    guard !visible.isEmpty else { return edge("┌", String(repeating: "─", count: inner + 2), "┐") }
    let rest = inner - 1 - visible.width
    return edge("┌", "─ ", "") + visible + edge(" ", String(repeating: "─", count: rest), "┐")
  }

  private func edge(_ left: String, _ middle: String, _ right: String) -> StyledText {
    StyledText(left + middle + right, style: frameStyle)
  }
}
