/// A key that was pressed, with the keys held down meanwhile.
///
/// Compare it with what you wait for:
///
/// ```swift
/// switch key {
/// case "q", .control("d"): quit()
/// case .up: move(-1)
/// default: break
/// }
/// ```
///
/// Terminals don't tell everything: shift comes with characters only as the character that it makes, `control` with
/// letters makes no difference between small and capital ones (they come as small ones), and some combinations are
/// the same to them: Ctrl-I is ``tab``, Ctrl-M and Ctrl-J are ``enter``, Ctrl-H is ``backspace``.
public struct Key: Hashable, Sendable {
  /// Which key it was.
  public enum Code: Hashable, Sendable {
    /// A key that makes a character. A character of several code points (a letter with a combining accent, some emoji)
    /// arrives as several keys, one for each code point: append them to a string and they come together again.
    case character(Character)
    /// The return key.
    case enter
    /// The tabulator key.
    case tab
    /// The tabulator key with shift.
    case backTab
    /// The escape key.
    case escape
    /// The key that deletes to the left.
    case backspace
    /// The key that deletes to the right.
    case delete
    /// The insert key.
    case insert
    /// The arrow up.
    case up
    /// The arrow down.
    case down
    /// The arrow to the left.
    case left
    /// The arrow to the right.
    case right
    /// The home key.
    case home
    /// The end key.
    case end
    /// The key that goes up a page.
    case pageUp
    /// The key that goes down a page.
    case pageDown
    /// A function key: 1…12; a few terminals have more, or send 13…20 for shifted ones.
    case function(Int)
  }

  /// Keys that are held down while another one is pressed.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The set as bits: 1 shift, 2 alt, 4 control.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A shift key.
    public static let shift = Modifiers(rawValue: 1)
    /// An alt or meta key.
    public static let alt = Modifiers(rawValue: 2)
    /// A control key.
    public static let control = Modifiers(rawValue: 4)
  }

  /// Which key it was.
  public var code: Code

  /// The modifier keys that were held down.
  public var modifiers: Modifiers

  /// Makes a key.
  public init(_ code: Code, modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }
}
