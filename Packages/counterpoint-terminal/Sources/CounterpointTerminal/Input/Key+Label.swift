extension Key {
  /// The short name of the key in a help text, for example `↑`, `esc`, `ctrl-x`, `shift-tab` or `space`.
  public var label: String {
    var prefix = ""
    if modifiers.contains(.control) { prefix += "ctrl-" }
    if modifiers.contains(.alt) { prefix += "alt-" }
    if modifiers.contains(.shift) { prefix += "shift-" }
    return prefix + code.label
  }
}

extension Key.Code {
  fileprivate var label: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .function(let number): "f\(number)"
    case .enter: "enter"
    case .tab: "tab"
    case .backTab: "shift-tab"
    case .escape: "esc"
    case .backspace: "backspace"
    case .delete: "del"
    case .insert: "ins"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "home"
    case .end: "end"
    case .pageUp: "pgup"
    case .pageDown: "pgdn"
    }
  }
}
