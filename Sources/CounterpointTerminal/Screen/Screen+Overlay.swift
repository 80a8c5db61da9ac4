extension Screen {
  /// The screen with other lines laid over it.
  ///
  /// - Parameters:
  ///   - lines: What is laid over, from top to bottom. Each line covers as many columns as it is wide; a wide character
  ///     of the screen that is covered in part becomes a blank.
  ///   - position: Where the first line begins. Lines and columns above or left of the screen are cut off; rows that
  ///     the screen does not have are added.
  /// - Returns: The combined screen, with the cursor of this screen.
  public func overlaid(with lines: [StyledText], at position: ScreenPosition) -> Screen {
    var combined = self.lines
    for (index, line) in lines.flatMap(\.lines).enumerated() {
      let row = position.row + index
      guard row >= 0 else { continue }
      while combined.count <= row { combined.append("") }
      let left = max(0, position.column)
      let cover = line.columns(max(0, -position.column)..<Int.max)
      combined[row] =
        combined[row].columns(0..<left).padded(to: left) + cover
        + combined[row].columns(left + cover.width..<Int.max)
    }
    return Screen(combined, cursor: cursor)
  }

  /// The screen with a box in its middle, for a question or a message.
  ///
  /// - Parameters:
  ///   - box: What is shown; it is made smaller where the terminal has not enough room.
  ///   - size: The terminal in whose middle the box stands.
  /// - Returns: The combined screen without a cursor: the box has the user's attention.
  public func showing(_ box: Box, in size: TerminalSize) -> Screen {
    let lines = box.lines(fitting: size)
    let width = lines.first?.width ?? 0
    let corner = ScreenPosition(column: (size.columns - width) / 2, row: (size.rows - lines.count) / 2)
    var combined = overlaid(with: lines, at: corner)
    combined.cursor = nil
    return combined
  }
}
