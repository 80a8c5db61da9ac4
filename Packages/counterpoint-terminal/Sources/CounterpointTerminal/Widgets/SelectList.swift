/// A list in which the user chooses one option or several.
///
/// ```swift
/// var colors = SelectList<Color>(.many)
/// colors.handle(.key(" "), options: Color.allCases, height: 8)   // .chosen
/// colors.screen(of: Color.allCases, size: size) { StyledText($0.rawValue) }
/// // › [x] red
/// //   [ ] green
/// ```
///
/// The list holds the chosen options and the cursor, but not the options.
public struct SelectList<Option: Hashable & Sendable>: Hashable, Sendable {
  /// The number of options that can be chosen.
  public enum Mode: Hashable, Sendable {
    /// One option. Another choice replaces it.
    case one
    /// Any number of options. A second choice of an option removes it.
    case many
  }

  /// The result of an event that the list handles.
  public enum Outcome: Hashable, Sendable {
    /// The chosen options have changed.
    case chosen
    /// The cursor has moved to another row.
    case cursorMoved
    /// Nothing has changed.
    case unchanged
  }

  /// A command of the list besides the movements of a ``ScrollingList``.
  public enum Command: Hashable, Sendable {
    /// Chooses the option at the cursor, or removes it from the chosen ones.
    case choose
    /// Chooses all options, or none if all are chosen.
    case chooseAll
  }

  /// The number of options that can be chosen.
  public let mode: Mode

  /// The chosen options.
  public private(set) var chosen: Set<Option>

  private var list = ScrollingList()

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - mode: The number of options that can be chosen.
  ///   - chosen: The options that are chosen at the beginning.
  public init(_ mode: Mode, chosen: Set<Option> = []) {
    self.mode = mode
    self.chosen = chosen
  }

  /// The keys of the list, besides those of a ``ScrollingList``.
  public var keys: KeyMap<Command> {
    [
      KeyBinding(" ", title: "Choose", action: .choose),
      KeyBinding("a", title: "All", isEnabled: mode == .many, action: .chooseAll),
    ]
  }

  /// Moves the cursor, or chooses options. A click chooses the option below the pointer.
  ///
  /// - Parameters:
  ///   - event: The event of the terminal. The position of a mouse event is relative to the list.
  ///   - options: All options.
  ///   - height: The number of rows that fit.
  /// - Returns: The outcome; `nil` if the list ignores the event or is empty.
  @discardableResult
  public mutating func handle<Options: RandomAccessCollection<Option>>(
    _ event: TerminalEvent,
    options: Options,
    height: Int
  ) -> Outcome? {
    guard let row = list.selectedRow(count: options.count) else { return nil }
    switch keys.action(for: event) {
    case .choose: return choose(options[options.index(options.startIndex, offsetBy: row)])
    case .chooseAll:
      chosen = chosen.isSuperset(of: options) ? [] : chosen.union(options)
      return .chosen
    case nil: break
    }
    guard let outcome = list.handle(event, count: options.count, height: height) else { return nil }
    if case .mouse(let mouse) = event, mouse.kind == .press(.left) {
      return choose(options[options.index(options.startIndex, offsetBy: list.selection)])
    }
    return outcome == .unchanged ? .unchanged : .cursorMoved
  }

  /// Returns the visible options as a part of the screen, each with the mark of a chosen or another option.
  ///
  /// - Parameters:
  ///   - options: All options. Only the visible ones are read.
  ///   - size: The available space.
  ///   - row: Creates the text of an option.
  public func screen<Options: RandomAccessCollection<Option>>(
    of options: Options,
    size: TerminalSize,
    row: (Option) -> StyledText
  ) -> Screen {
    let marks: (chosen: StyledText, other: StyledText) = mode == .many ? ("[x] ", "[ ] ") : ("(*) ", "( ) ")
    return list.screen(of: options, size: size) { option in
      (chosen.contains(option) ? marks.chosen.styled(Theme.current.accent) : marks.other) + row(option)
    }
  }

  private mutating func choose(_ option: Option) -> Outcome {
    switch mode {
    case .one where chosen == [option]: return .unchanged
    case .one: chosen = [option]
    case .many: if chosen.remove(option) == nil { chosen.insert(option) }
    }
    return .chosen
  }
}
