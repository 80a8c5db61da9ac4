/// The styles of the parts of a screen.
///
/// Widgets show their parts in the styles of ``current``. A session binds the theme of its ``TerminalOptions`` while it
/// creates screens. Bind another one in a test, or for a part of a screen:
///
/// ```swift
/// Theme.$current.withValue(.dark) { list.screen(of: names, size: size) { StyledText($0) } }
/// ```
///
/// Without colors, ``standard`` and its relatives still differ from plain text by weight and inversion.
public struct Theme: Hashable, Sendable {
  /// The theme of the current task. The default is ``standard``.
  @TaskLocal public static var current = Theme.standard

  /// Titles and headings.
  public var title: Style
  /// The names of keys.
  public var key: Style
  /// Marks of chosen things, progress bars and spinners.
  public var accent: Style
  /// The selected row, button or text.
  public var selection: Style
  /// Less important text.
  public var muted: Style
  /// Matches of a search.
  public var match: Style
  /// Errors and destructive buttons.
  public var error: Style
  /// Warnings and notices.
  public var warning: Style
  /// Good news.
  public var success: Style

  /// Creates a theme. Omitted styles are those of ``standard``.
  public init(
    title: Style = Style(isBold: true),
    key: Style = Style(foreground: .cyan),
    accent: Style = Style(foreground: .cyan),
    selection: Style = Style(isInverse: true),
    muted: Style = Style(isDim: true),
    match: Style = Style(isBold: true, foreground: .yellow),
    error: Style = Style(foreground: .red),
    warning: Style = Style(foreground: .yellow),
    success: Style = Style(foreground: .green)
  ) {
    self.title = title
    self.key = key
    self.accent = accent
    self.selection = selection
    self.muted = muted
    self.match = match
    self.error = error
    self.warning = warning
    self.success = success
  }
}

extension Theme {
  /// The named colors of the terminal, which suit a light and a dark background.
  public static let standard = Theme()

  /// Exact colors for a dark background.
  public static let dark = Theme(
    title: Style(isBold: true, foreground: .rgb(red: 235, green: 235, blue: 245)),
    key: Style(foreground: .rgb(red: 122, green: 200, blue: 250)),
    accent: Style(foreground: .rgb(red: 122, green: 200, blue: 250)),
    selection: Style(background: .rgb(red: 52, green: 66, blue: 92)),
    muted: Style(foreground: .rgb(red: 140, green: 146, blue: 160)),
    match: Style(isBold: true, foreground: .rgb(red: 250, green: 204, blue: 90)),
    error: Style(foreground: .rgb(red: 255, green: 122, blue: 122)),
    warning: Style(foreground: .rgb(red: 250, green: 204, blue: 90)),
    success: Style(foreground: .rgb(red: 134, green: 214, blue: 134))
  )

  /// Exact colors for a light background.
  public static let light = Theme(
    title: Style(isBold: true, foreground: .rgb(red: 28, green: 30, blue: 40)),
    key: Style(foreground: .rgb(red: 0, green: 92, blue: 170)),
    accent: Style(foreground: .rgb(red: 0, green: 92, blue: 170)),
    selection: Style(background: .rgb(red: 205, green: 222, blue: 245)),
    muted: Style(foreground: .rgb(red: 105, green: 110, blue: 122)),
    match: Style(isBold: true, foreground: .rgb(red: 150, green: 90, blue: 0)),
    error: Style(foreground: .rgb(red: 178, green: 28, blue: 28)),
    warning: Style(foreground: .rgb(red: 150, green: 90, blue: 0)),
    success: Style(foreground: .rgb(red: 24, green: 120, blue: 40))
  )

  /// Returns ``light`` or ``dark`` for a terminal that describes its background, and otherwise ``standard``.
  ///
  /// - Parameter environment: The variables by name. rxvt, Konsole and others set `COLORFGBG` to the numbers of their
  ///   colors, the background last: `0;15` is black on white.
  public init(environment: [String: String]) {
    let numbers = (environment["COLORFGBG"] ?? "").split(separator: ";")
    switch numbers.last.flatMap({ Int($0) }) {
    case 7, 15: self = .light
    case 0, 8: self = .dark
    default: self = .standard
    }
  }
}
