/// A click or a turn of the wheel.
///
/// A session reports them if its ``TerminalOptions/reportsMouse`` is true.
public struct MouseEvent: Hashable, Sendable {
  /// The change of the mouse.
  public enum Kind: Hashable, Sendable {
    /// A button was pressed.
    case press(Button)
    /// A button was released.
    case release(Button)
    /// The wheel was turned up by one notch.
    case scrollUp
    /// The wheel was turned down by one notch.
    case scrollDown
  }

  /// A button of the mouse.
  public enum Button: Hashable, Sendable, CaseIterable {
    /// The left button.
    case left
    /// The middle button, often the wheel.
    case middle
    /// The right button.
    case right
  }

  /// The number of rows by which widgets scroll for a notch of the wheel.
  static let wheelRows = 3

  /// The change of the mouse.
  public var kind: Kind

  /// The character cell below the pointer.
  public var position: ScreenPosition

  /// The modifier keys. Terminals keep shift for their own selection of text.
  public var modifiers: Key.Modifiers

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - kind: The change of the mouse.
  ///   - position: The character cell below the pointer.
  ///   - modifiers: The modifier keys.
  public init(_ kind: Kind, at position: ScreenPosition, modifiers: Key.Modifiers = []) {
    self.kind = kind
    self.position = position
    self.modifiers = modifiers
  }
}

extension MouseEvent {
  /// Creates the event of an SGR report: `ESC [ < code ; column ; row`, and `M` for a press or `m` for a release.
  ///
  /// - Parameters:
  ///   - numbers: The parameters. Columns and rows are counted from 1.
  ///   - isPress: Whether the report ends in `M`.
  /// - Returns: `nil` for movements and for buttons without a case.
  init?(reportNumbers numbers: [Int], isPress: Bool) {
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    let code = numbers[0]
    let kind: Kind
    // 32 is a movement, and 128 the additional buttons of some mice.
    switch (code & 0b1110_0011, isPress) {
    case (0, true): kind = .press(.left)
    case (1, true): kind = .press(.middle)
    case (2, true): kind = .press(.right)
    case (0, false): kind = .release(.left)
    case (1, false): kind = .release(.middle)
    case (2, false): kind = .release(.right)
    case (64, true): kind = .scrollUp
    case (65, true): kind = .scrollDown
    default: return nil
    }
    var modifiers: Key.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    self.init(kind, at: ScreenPosition(column: numbers[1] - 1, row: numbers[2] - 1), modifiers: modifiers)
  }
}

extension TerminalEvent {
  /// Returns the event for a widget in a part of the screen.
  ///
  /// ```swift
  /// let frames = layout.frames(in: size)
  /// if let event = event.relative(to: frames[1]) { list.handle(event, count: count, height: frames[1].size.rows) }
  /// ```
  ///
  /// - Parameter frame: The part of the screen.
  /// - Returns: A mouse event with a position in the part, `nil` for a mouse event outside, and all other events
  ///   unchanged.
  public func relative(to frame: ScreenFrame) -> TerminalEvent? {
    guard case .mouse(var mouse) = self else { return self }
    guard frame.contains(mouse.position) else { return nil }
    mouse.position.column -= frame.origin.column
    mouse.position.row -= frame.origin.row
    return .mouse(mouse)
  }
}
