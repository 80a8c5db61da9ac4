/// The keys of a screen, their actions, and the texts of the help.
///
/// A screen decodes its keys with the same value from which ``HelpBar`` generates the help, so a key is written once:
///
/// ```swift
/// enum Command { case add, remove, quit }
///
/// let keys: KeyMap<Command> = [
///   KeyBinding("a", title: "Add", action: .add),
///   KeyBinding("d", .delete, title: "Remove", isEnabled: !items.isEmpty, action: .remove),
///   KeyBinding("q", title: "Quit", visibility: .pinned, action: .quit),
/// ]
/// keys.action(for: .key("a"))        // .add
/// HelpBar(keys).line(width: 40)      // [a] Add  [d] Remove  [q] Quit
/// ```
///
/// Create it again from each state. If two enabled bindings have the same key, the first one has an effect.
public struct KeyMap<Action>: ExpressibleByArrayLiteral {
  /// The bindings in the order of the help.
  public var bindings: [KeyBinding<Action>]

  /// Creates a key map.
  ///
  /// - Parameter bindings: The bindings in the order of the help, the most important first.
  public init(_ bindings: [KeyBinding<Action>]) { self.bindings = bindings }

  /// Creates a key map from its bindings.
  public init(arrayLiteral elements: KeyBinding<Action>...) { self.init(elements) }

  /// Returns the action of an event.
  ///
  /// - Parameter event: The event of the terminal.
  /// - Returns: The action of the first enabled binding with the pressed key; `nil` for other keys and events.
  /// - Complexity: O(k), where k is the number of keys in the map.
  public func action(for event: TerminalEvent) -> Action? {
    guard case .key(let key) = event else { return nil }
    return bindings.first { $0.isEnabled && $0.keys.contains(key) }?.action
  }

  /// Returns the map with other actions for the same keys.
  ///
  /// - Parameter transform: Returns the new action for an action.
  public func map<Other>(_ transform: (Action) throws -> Other) rethrows -> KeyMap<Other> {
    KeyMap<Other>(
      try bindings.map { binding in
        KeyBinding<Other>(
          keys: binding.keys,
          title: binding.title,
          help: binding.help,
          label: binding.label,
          visibility: binding.visibility,
          isEnabled: binding.isEnabled,
          action: try transform(binding.action)
        )
      }
    )
  }

  /// Returns the bindings of the left map, and then those of the right one.
  public static func + (left: KeyMap, right: KeyMap) -> KeyMap { KeyMap(left.bindings + right.bindings) }

  /// The keys of several enabled bindings, of which all but the first have no effect. Empty in a correct map.
  public var conflictingKeys: [Key] {
    var seen: Set<Key> = []
    return bindings.filter(\.isEnabled).flatMap { Set($0.keys) }.filter { !seen.insert($0).inserted }
  }
}

/// One or more keys with the same action.
public struct KeyBinding<Action> {
  /// The keys. The first one is shown on a help bar.
  public var keys: [Key]

  /// The effect of the keys, in one or two words.
  public var title: String

  /// The effect of the keys in the complete help; `nil` for the title.
  public var help: String?

  /// The name of the keys in the help; `nil` for the labels of the keys.
  public var label: String?

  /// The parts of the help that show the binding.
  public var visibility: KeyVisibility

  /// Whether the keys have an effect now. The help shows a disabled binding without its key, so the others don't move.
  public var isEnabled: Bool

  /// The action of the keys.
  public var action: Action

  /// Creates a binding.
  ///
  /// - Parameters:
  ///   - keys: The keys. The first one is shown on a help bar.
  ///   - title: The effect of the keys, in one or two words.
  ///   - help: The effect of the keys in the complete help; `nil` for the title.
  ///   - label: The name of the keys in the help; `nil` for the labels of the keys.
  ///   - visibility: The parts of the help that show the binding.
  ///   - isEnabled: Whether the keys have an effect now.
  ///   - action: The action of the keys.
  public init(
    keys: [Key],
    title: String,
    help: String? = nil,
    label: String? = nil,
    visibility: KeyVisibility = .bar,
    isEnabled: Bool = true,
    action: Action
  ) {
    self.keys = keys
    self.title = title
    self.help = help
    self.label = label
    self.visibility = visibility
    self.isEnabled = isEnabled
    self.action = action
  }

  /// Creates a binding.
  ///
  /// - Parameters:
  ///   - keys: The keys. The first one is shown on a help bar.
  ///   - title: The effect of the keys, in one or two words.
  ///   - help: The effect of the keys in the complete help; `nil` for the title.
  ///   - label: The name of the keys in the help; `nil` for the labels of the keys.
  ///   - visibility: The parts of the help that show the binding.
  ///   - isEnabled: Whether the keys have an effect now.
  ///   - action: The action of the keys.
  public init(
    _ keys: Key...,
    title: String,
    help: String? = nil,
    label: String? = nil,
    visibility: KeyVisibility = .bar,
    isEnabled: Bool = true,
    action: Action
  ) {
    self.init(
      keys: keys,
      title: title,
      help: help,
      label: label,
      visibility: visibility,
      isEnabled: isEnabled,
      action: action
    )
  }
}

/// The parts of the help that show a binding.
public enum KeyVisibility: Hashable, Sendable, CaseIterable {
  /// The complete help and the right end of the help bar, where it is shown before all others.
  case pinned
  /// The complete help, and the help bar if it has room.
  case bar
  /// The complete help.
  case help
  /// No part, for example because the binding before it mentions these keys too.
  case hidden
}

extension KeyMap: Equatable where Action: Equatable {}
extension KeyMap: Hashable where Action: Hashable {}
extension KeyMap: Sendable where Action: Sendable {}
extension KeyBinding: Equatable where Action: Equatable {}
extension KeyBinding: Hashable where Action: Hashable {}
extension KeyBinding: Sendable where Action: Sendable {}
