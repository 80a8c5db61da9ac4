extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Makes the key of a character: `key == "q"`.
  public init(extendedGraphemeClusterLiteral value: Character) { self.init(.character(value)) }
}

extension Key {
  /// The return key alone.
  public static let enter = Key(.enter)
  /// The tabulator key alone.
  public static let tab = Key(.tab)
  /// The tabulator key with shift.
  public static let backTab = Key(.backTab)
  /// The escape key alone.
  public static let escape = Key(.escape)
  /// The key that deletes to the left, alone.
  public static let backspace = Key(.backspace)
  /// The key that deletes to the right, alone.
  public static let delete = Key(.delete)
  /// The insert key alone.
  public static let insert = Key(.insert)
  /// The arrow up alone.
  public static let up = Key(.up)
  /// The arrow down alone.
  public static let down = Key(.down)
  /// The arrow to the left alone.
  public static let left = Key(.left)
  /// The arrow to the right alone.
  public static let right = Key(.right)
  /// The home key alone.
  public static let home = Key(.home)
  /// The end key alone.
  public static let end = Key(.end)
  /// The key that goes up a page, alone.
  public static let pageUp = Key(.pageUp)
  /// The key that goes down a page, alone.
  public static let pageDown = Key(.pageDown)

  /// The key of a character, with nothing that a terminal could tell held down.
  public static func character(_ character: Character) -> Key { Key(.character(character)) }
  /// A character with a control key: `.control("c")` is Ctrl-C. Letters are small ones.
  public static func control(_ character: Character) -> Key { Key(.character(character), modifiers: .control) }
  /// A character with an alt key.
  public static func alt(_ character: Character) -> Key { Key(.character(character), modifiers: .alt) }
  /// A function key alone; 1 is F1.
  public static func function(_ number: Int) -> Key { Key(.function(number)) }

  /// The key with more keys held down: `Key.up.with(.shift)`.
  public func with(_ more: Modifiers) -> Key { Key(code, modifiers: modifiers.union(more)) }
}

extension Key: CustomStringConvertible {
  /// The key's name for people and logs, for example `control+c`, `shift+up`, `f5`, `space`.
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
