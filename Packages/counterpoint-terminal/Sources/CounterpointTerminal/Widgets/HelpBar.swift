/// The most important keys, on one line at the bottom of the screen.
///
/// ```
/// [/] Filter  [s] Show  [?] Help
/// ```
///
/// A ``KeyMap`` is the usual source of its hints.
public struct HelpBar: Hashable, Sendable {
  /// A key and its effect.
  public struct Hint: Hashable, Sendable {
    /// The name of the key.
    public var key: String
    /// The effect of the key.
    public var title: String
    /// Whether the key has no effect now. The key is hidden then, and the title is dim.
    public var isDisabled: Bool

    /// Creates a hint.
    ///
    /// - Parameters:
    ///   - key: The name of the key.
    ///   - title: The effect of the key.
    ///   - isDisabled: Whether the key has no effect now.
    public init(_ key: String, _ title: String, isDisabled: Bool = false) {
      self.key = key
      self.title = title
      self.isDisabled = isDisabled
    }

    /// The hint as a part of a line, as in `[s] Save`.
    public var text: StyledText { .keyHint(key, title, isDisabled: isDisabled) }
  }

  /// The hints, the most important first.
  public var hints: [Hint]

  /// The hint at the right edge, which is always shown if it fits; `nil` if there is none.
  public var last: Hint?

  /// Creates a help bar.
  ///
  /// - Parameters:
  ///   - hints: The hints, the most important first.
  ///   - last: The hint that is shown before all others, for example the key of the complete help.
  public init(_ hints: [Hint], last: Hint? = nil) {
    self.hints = hints
    self.last = last
  }

  /// Creates the help bar of a key map.
  ///
  /// - Parameter keys: The keys. The bar shows the bindings that are visible on a bar, the first pinned one as `last`.
  public init<Action>(_ keys: KeyMap<Action>) {
    let pinned = keys.bindings.first { $0.visibility == .pinned }
    self.init(keys.bindings.filter { $0.visibility == .bar }.map(\.hint), last: pinned?.hint)
  }

  /// Returns as many hints as fit on a line.
  ///
  /// - Parameter width: The number of columns.
  public func line(width: Int) -> StyledText {
    let end = last?.text
    let room = width - (end.map { $0.width + Self.gap } ?? 0)
    var line = StyledText()
    for hint in hints {
      let longer = Self.joined(line, hint.text)
      if longer.width > room { break }
      line = longer
    }
    return end.map { Self.joined(line, $0) }?.truncated(to: width) ?? line
  }

  /// Returns all hints, on as few lines as possible. A hint that is wider than a line has its own line.
  ///
  /// - Parameter width: The number of columns.
  public func lines(width: Int) -> [StyledText] {
    (hints + [last].compactMap(\.self)).reduce(into: []) { lines, hint in
      let longer = lines.last.map { Self.joined($0, hint.text) }
      if let longer, longer.width <= width { lines[lines.count - 1] = longer } else { lines.append(hint.text) }
    }
  }

  private static let gap = 2

  private static func joined(_ left: StyledText, _ right: StyledText) -> StyledText {
    left.isEmpty ? right : left + StyledText.blanks(gap) + right
  }
}

extension KeyBinding {
  /// The binding on a help bar, with the label of its first key unless it has its own label.
  public var hint: HelpBar.Hint {
    HelpBar.Hint(label ?? keys.first?.label ?? "", title, isDisabled: !isEnabled)
  }
}

extension KeyMap {
  /// The complete help: a line for each binding that isn't hidden, with all of its keys. Show it in a ``Box``.
  ///
  /// ```
  /// a      Add
  /// d del  Remove
  /// q      Quit
  /// ```
  public var helpText: StyledText {
    let lines = bindings.filter { $0.visibility != .hidden }.map { binding in
      (keys: binding.label ?? binding.keys.map(\.label).joined(separator: " "), binding: binding)
    }
    let width = lines.map { StyledText($0.keys).width }.max() ?? 0
    return lines.enumerated().reduce(into: StyledText()) { text, line in
      if line.offset > 0 { text += "\n" }
      let (keys, binding) = line.element
      let shown =
        StyledText(keys).styled(Theme.current.key).padded(to: width) + "  "
        + StyledText(binding.help ?? binding.title)
      text += binding.isEnabled ? shown : shown.styled(Theme.current.muted)
    }
  }
}
