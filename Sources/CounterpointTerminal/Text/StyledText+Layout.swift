extension StyledText {
  /// The alignment of text in a wider space.
  public enum Alignment: Hashable, Sendable, CaseIterable {
    /// At the left edge.
    case leading
    /// In the middle; an odd column of space goes to the right.
    case center
    /// At the right edge.
    case trailing
  }

  /// The text cut to a width.
  ///
  /// - Parameter width: The largest number of columns that each line may take.
  /// - Returns: Lines that fit as they are, others cut; a wide character across the edge becomes a blank.
  public func clipped(to width: Int) -> StyledText {
    mapLines { $0.columns(0..<max(0, width)) }
  }

  /// The text cut to a width, with a sign where something is missing.
  ///
  /// - Parameters:
  ///   - width: The largest number of columns that each line may take, the sign included.
  ///   - ellipsis: The sign, in the style of the character before it if it has none of its own.
  public func truncated(to width: Int, ellipsis: StyledText = "…") -> StyledText {
    mapLines { line in
      guard line.width > width else { return line }
      let sign = ellipsis.clipped(to: width)
      var kept = line.columns(0..<max(0, width - sign.width))
      let style = kept.runs.last?.style ?? line.runs.first?.style ?? .plain
      for run in sign.runs { kept.append(harmless: run.text, style: run.style == .plain ? style : run.style) }
      return kept
    }
  }

  /// The text with blanks around it, so that each line takes at least a width.
  ///
  /// - Parameters:
  ///   - width: The number of columns to fill; lines that are wider stay as they are.
  ///   - alignment: Where the text stands in them.
  public func padded(to width: Int, alignment: Alignment = .leading) -> StyledText {
    mapLines { line in
      let space = width - line.width
      guard space > 0 else { return line }
      let left =
        switch alignment {
        case .leading: 0
        case .center: space / 2
        case .trailing: space
        }
      return StyledText.blanks(left) + line + StyledText.blanks(space - left)
    }
  }

  /// The text in the middle of a width; wider lines stay as they are.
  ///
  /// - Parameter width: The number of columns to fill.
  public func centered(in width: Int) -> StyledText { padded(to: width, alignment: .center) }

  static func blanks(_ count: Int) -> StyledText {
    StyledText(String(repeating: " ", count: max(0, count)))
  }
}
