import CounterpointTerminal
import Foundation

/// A viewer of a log that follows its end, filters its lines, and searches in them.
struct LogViewer: Equatable {
  enum Command { case filter, search, next, follow, submit, clear }

  /// The text that the user types.
  enum Prompt: String { case filter, search }

  private(set) var prompt: Prompt?
  private(set) var viewport = Viewport(isFollowing: true)
  private var field = TextField()
  private var filter = RowFilter()
  private var search = ""
  /// The last found line among those that pass the filter.
  private var found: Int?

  /// The keys that are possible now, besides those of the viewport.
  var keys: KeyMap<Command> {
    let isTyping = prompt != nil
    return [
      KeyBinding("f", title: "Follow", isEnabled: !isTyping, action: .follow),
      KeyBinding("/", title: "Filter", isEnabled: !isTyping, action: .filter),
      KeyBinding("s", title: "Search", isEnabled: !isTyping, action: .search),
      KeyBinding("n", title: "Next", help: "next match", isEnabled: !isTyping && !search.isEmpty, action: .next),
      KeyBinding(.enter, title: "Done", visibility: isTyping ? .bar : .hidden, isEnabled: isTyping, action: .submit),
      KeyBinding(.escape, title: "Clear", help: "remove filter and search", action: .clear),
    ]
  }

  /// Returns whether the viewer handles an event.
  mutating func handle(_ event: TerminalEvent, lines: [String], size: TerminalSize) -> Bool {
    let height = max(size.rows - 1, 0)
    let passing = passing(lines)
    if let command = keys.action(for: event) {
      perform(command, lines: lines, height: height)
      return true
    }
    if prompt != nil, let outcome = field.handle(event) {
      if outcome == .edited { apply(lines: lines, height: height) }
      return true
    }
    let frame = ScreenFrame(size: TerminalSize(columns: size.columns, rows: height))
    guard let event = event.relative(to: frame) else { return false }
    return viewport.handle(event, count: passing.count, height: height) != nil
  }

  private mutating func perform(_ command: Command, lines: [String], height: Int) {
    switch command {
    case .follow: viewport.perform(.follow, count: passing(lines).count, height: height)
    case .filter: open(.filter, text: filter.text)
    case .search: open(.search, text: search)
    case .next: findNext(lines: lines, height: height)
    case .submit: prompt = nil
    case .clear:
      (prompt, search, found) = (nil, "", nil)
      filter.reset()
    }
  }

  private mutating func open(_ prompt: Prompt, text: String) {
    (self.prompt, field) = (prompt, TextField(text))
  }

  /// Filters or searches while the user types.
  private mutating func apply(lines: [String], height: Int) {
    switch prompt {
    case .filter:
      filter.update(field.text, rows: lines) { $0 }
      found = nil
    case .search:
      (search, found) = (field.text, nil)
      findNext(lines: lines, height: height)
    case nil: break
    }
  }

  /// Shows the next line that contains the searched text. After the last match follows the first one.
  private mutating func findNext(lines: [String], height: Int) {
    guard !search.isEmpty else { return }
    let passing = passing(lines)
    let start = found.map { $0 + 1 } ?? viewport.visibleLines(count: passing.count, height: height).lowerBound
    found = [start..<passing.count, 0..<start].joined()
      .first { passing[$0].range(of: search, options: .caseInsensitive) != nil }
    if let found { viewport.show(found, count: passing.count, height: height) }
  }

  private func passing(_ lines: [String]) -> FilteredRows<[String]> {
    var current = filter
    current.update(filter.text, rows: lines) { $0 }
    return current.rows(of: lines)
  }
}

extension LogViewer {
  /// Returns the visible lines, and below them the prompt or the position.
  func screen(of lines: [String], size: TerminalSize) -> Screen {
    let passing = passing(lines)
    return Layout.rows([
      .fill { size in viewport.screen(of: passing, size: size) { line($0) } },
      .fixed(1) { size in
        guard let prompt else { return Screen([status(of: passing, lines: lines, size: size)]) }
        let label = StyledText("\(prompt.rawValue): ").styled(Theme.current.key)
        var screen = Screen()
        screen.append(field.screen(width: max(size.columns - label.width, 1), isFocused: true), label: label)
        return screen
      },
    ])
    .screen(size: size)
  }

  private func status(of passing: FilteredRows<[String]>, lines: [String], size: TerminalSize) -> StyledText {
    var parts = ["\(passing.count) of \(lines.count) lines"]
    if viewport.isFollowing { parts.append("following") }
    if !filter.text.isEmpty { parts.append("filter “\(filter.text)”") }
    if !search.isEmpty { parts.append(found == nil ? "no match of “\(search)”" : "search “\(search)”") }
    return StyledText(parts.joined(separator: ", ")).styled(Theme.current.muted).truncated(to: size.columns)
  }

  /// Returns a line in the color of its level, with the matches of the search.
  private func line(_ text: String) -> StyledText {
    let style: Style =
      text.contains(" ERROR ")
      ? Theme.current.error : text.contains(" WARN ") ? Theme.current.warning : .plain
    guard !search.isEmpty, let match = text.range(of: search, options: .caseInsensitive) else {
      return StyledText(text, style: style)
    }
    return StyledText(text[..<match.lowerBound], style: style)
      + StyledText(text[match], style: Theme.current.match) + StyledText(text[match.upperBound...], style: style)
  }
}
