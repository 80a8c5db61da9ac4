/// The number of colors that a terminal can show, from none to all.
public enum ColorSupport: Int, Hashable, Sendable, Comparable, CaseIterable {
  /// No colors: the terminal has none, or the user asked for none with `NO_COLOR`.
  case none
  /// The sixteen named colors.
  case ansi16
  /// The palette of 256 colors.
  case palette256
  /// Any red, green and blue.
  case trueColor

  /// Orders by what can be shown: ``none`` is the smallest.
  public static func < (left: ColorSupport, right: ColorSupport) -> Bool { left.rawValue < right.rawValue }
}
