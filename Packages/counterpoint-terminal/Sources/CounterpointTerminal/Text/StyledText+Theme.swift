extension StyledText {
  /// Returns the text in a style.
  ///
  /// Attributes are added to those of the text. Runs that already have a color keep it, so the inner of two calls wins.
  ///
  /// - Parameter style: The style, for example one of ``Theme/current``.
  public func styled(_ style: Style) -> StyledText {
    styled { run in
      run.isBold = run.isBold || style.isBold
      run.isDim = run.isDim || style.isDim
      run.isItalic = run.isItalic || style.isItalic
      run.isUnderlined = run.isUnderlined || style.isUnderlined
      run.isStruckThrough = run.isStruckThrough || style.isStruckThrough
      run.isInverse = run.isInverse || style.isInverse
      run.foreground = run.foreground ?? style.foreground
      run.background = run.background ?? style.background
    }
  }
}
