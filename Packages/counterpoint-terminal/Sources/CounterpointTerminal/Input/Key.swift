/// A pressed key with its modifiers.
///
/// ```swift
/// switch key {
/// case "q", .control("d"): quit()
/// case .up: move(-1)
/// default: break
/// }
/// ```
///
/// Terminals report only some modifiers. Shift with a character is reported as the resulting character. Control with a
/// letter is always reported as the lowercase letter. Some combinations can't be told apart: Ctrl-I is ``tab``, Ctrl-M
/// and Ctrl-J are ``enter``, and Ctrl-H is ``backspace``.
public struct Key: Hashable, Sendable {
  /// A key without modifiers.
  public enum Code: Hashable, Sendable {
    /// A character key. A character of several code points, for example some emoji, arrives as one key for each code
    /// point. Append them to a string to combine them.
    case character(Character)
    /// The return key.
    case enter
    /// The tab key.
    case tab
    /// The tab key with shift.
    case backTab
    /// The escape key.
    case escape
    /// The backspace key, which deletes to the left.
    case backspace
    /// The delete key, which deletes to the right.
    case delete
    /// The insert key.
    case insert
    /// The up arrow.
    case up
    /// The down arrow.
    case down
    /// The left arrow.
    case left
    /// The right arrow.
    case right
    /// The home key.
    case home
    /// The end key.
    case end
    /// The page up key.
    case pageUp
    /// The page down key.
    case pageDown
    /// A function key, from 1 to 12. Some terminals have more, or send 13 to 20 for shifted keys.
    case function(Int)
  }

  /// The modifier keys that are held down with a key.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The set as bits: 1 shift, 2 alt, 4 control.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The shift key.
    public static let shift = Modifiers(rawValue: 1)
    /// The alt or meta key.
    public static let alt = Modifiers(rawValue: 2)
    /// The control key.
    public static let control = Modifiers(rawValue: 4)
  }

  /// The key without its modifiers.
  public var code: Code

  /// The modifier keys.
  public var modifiers: Modifiers

  /// Creates a key.
  public init(_ code: Code, modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates the key of a character, as in `key == "q"`.
  public init(extendedGraphemeClusterLiteral value: Character) { self.init(.character(value)) }
}

extension Key {
  /// The return key without modifiers.
  public static let enter = Key(.enter)
  /// The tab key without modifiers.
  public static let tab = Key(.tab)
  /// The tab key with shift.
  public static let backTab = Key(.backTab)
  /// The escape key without modifiers.
  public static let escape = Key(.escape)
  /// The backspace key without modifiers.
  public static let backspace = Key(.backspace)
  /// The delete key without modifiers.
  public static let delete = Key(.delete)
  /// The insert key without modifiers.
  public static let insert = Key(.insert)
  /// The up arrow without modifiers.
  public static let up = Key(.up)
  /// The down arrow without modifiers.
  public static let down = Key(.down)
  /// The left arrow without modifiers.
  public static let left = Key(.left)
  /// The right arrow without modifiers.
  public static let right = Key(.right)
  /// The home key without modifiers.
  public static let home = Key(.home)
  /// The end key without modifiers.
  public static let end = Key(.end)
  /// The page up key without modifiers.
  public static let pageUp = Key(.pageUp)
  /// The page down key without modifiers.
  public static let pageDown = Key(.pageDown)

  /// Returns the key of a character without modifiers.
  public static func character(_ character: Character) -> Key { Key(.character(character)) }
  /// Returns a character with control: `.control("c")` is Ctrl-C. Letters are lowercase.
  public static func control(_ character: Character) -> Key { Key(.character(character), modifiers: .control) }
  /// Returns a character with alt.
  public static func alt(_ character: Character) -> Key { Key(.character(character), modifiers: .alt) }
  /// Returns a function key without modifiers. 1 is F1.
  public static func function(_ number: Int) -> Key { Key(.function(number)) }

  /// Returns the key with more modifiers, as in `Key.up.with(.shift)`.
  public func with(_ more: Modifiers) -> Key { Key(code, modifiers: modifiers.union(more)) }
}

extension Key: CustomStringConvertible {
  /// The key's name, for example `control+c`, `shift+up`, `f5` or `space`.
  public var description: String {
    var parts: [String] = []
    if modifiers.contains(.control) { parts.append("control") }
    if modifiers.contains(.alt) { parts.append("alt") }
    if modifiers.contains(.shift) { parts.append("shift") }
    parts.append(code.name)
    return parts.joined(separator: "+")
  }
}

extension Key.Code {
  fileprivate var name: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .function(let number): "f\(number)"
    case .enter: "enter"
    case .tab: "tab"
    case .backTab: "backtab"
    case .escape: "escape"
    case .backspace: "backspace"
    case .delete: "delete"
    case .insert: "insert"
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    case .home: "home"
    case .end: "end"
    case .pageUp: "pageup"
    case .pageDown: "pagedown"
    }
  }
}
