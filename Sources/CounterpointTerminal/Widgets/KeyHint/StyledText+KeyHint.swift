extension StyledText {
  /// A key and what it does, as in `[s] Save`.
  ///
  /// - Parameters:
  ///   - key: The key's name, as ``Key`` describes it or shorter.
  ///   - title: What it does.
  ///   - isDisabled: Whether it does nothing now. The key is left out then, and the title is fainter.
  public static func keyHint(_ key: String, _ title: String, isDisabled: Bool = false) -> StyledText {
    isDisabled
      ? StyledText(String(repeating: " ", count: StyledText(key).width + 3) + title).dim()
      : "[" + StyledText(key).foreground(.cyan) + "] " + StyledText(title)
  }
}
