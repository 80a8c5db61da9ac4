extension StyledText {
  /// The text with heavier strokes.
  public func bold() -> StyledText { styled { $0.isBold = true } }

  /// The text in a fainter color.
  public func dim() -> StyledText { styled { $0.isDim = true } }

  /// The text in slanted letters.
  public func italic() -> StyledText { styled { $0.isItalic = true } }

  /// The text with a line below it.
  public func underlined() -> StyledText { styled { $0.isUnderlined = true } }

  /// The text with a line through it.
  public func struckThrough() -> StyledText { styled { $0.isStruckThrough = true } }

  /// The text with foreground and background exchanged, as a selection is shown.
  public func inverse() -> StyledText { styled { $0.isInverse = true } }

  /// The text in a color. Pieces that have a color already keep it, so that the inner of two calls wins.
  public func foreground(_ color: Color) -> StyledText { styled { $0.foreground = $0.foreground ?? color } }

  /// The text on a color. Pieces that have a background already keep it, so that the inner of two calls wins.
  public func background(_ color: Color) -> StyledText { styled { $0.background = $0.background ?? color } }

  /// The text with changed styles.
  ///
  /// - Parameter change: Called once for each run, with its style.
  public func styled(_ change: (inout Style) -> Void) -> StyledText {
    var result = StyledText()
    for run in runs {
      var style = run.style
      change(&style)
      result.append(harmless: run.text, style: style)
    }
    return result
  }
}
