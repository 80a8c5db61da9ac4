public import CustomDump
public import Foundation

/// A button of a prompt as data.
///
/// ```swift
/// ButtonState(role: .destructive, action: .deletionConfirmed) { TextState("Delete") }
/// ButtonState(role: .cancel) { TextState("Keep") }
/// ```
///
/// A platform sends the button's action when the button is pressed. If the button has none, it closes the prompt (for
/// presented state, it sends `.dismiss`).
///
/// Buttons are equal if their actions, labels and roles are equal; ``id`` is ignored.
public struct ButtonState<Action>: Identifiable {
  /// The id of the button, unique for each new button. Copies keep it.
  public let id: UUID

  /// The action of the button.
  public let action: ButtonStateAction<Action>

  /// The label.
  public let label: TextState

  /// The role; `nil` for an ordinary button.
  public let role: ButtonStateRole?

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - role: The role.
  ///   - action: The action. By default the button only closes the prompt.
  ///   - label: The label.
  public init(
    role: ButtonStateRole? = nil,
    action: ButtonStateAction<Action> = .send(nil),
    label: () -> TextState
  ) {
    self.init(id: UUID(), role: role, action: action, label: label())
  }

  /// Creates a button that sends an action.
  ///
  /// - Parameters:
  ///   - role: The role.
  ///   - action: The action that is sent when the button is pressed.
  ///   - label: The label.
  public init(role: ButtonStateRole? = nil, action: Action, label: () -> TextState) {
    self.init(id: UUID(), role: role, action: .send(action), label: label())
  }

  private init(id: UUID, role: ButtonStateRole?, action: ButtonStateAction<Action>, label: TextState) {
    self.id = id
    self.action = action
    self.label = label
    self.role = role
  }

  /// Returns the button with another type of action, and the same ``id``.
  ///
  /// - Parameter transform: Receives the action, `nil` if there is none. A result of `nil` gives a button that only
  ///   closes the prompt.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(id: id, role: role, action: action.map(transform), label: label)
  }
}

extension ButtonState {
  /// Performs the button's action.
  ///
  /// - Parameter perform: Called once, with the action; `nil` if the button only closes the prompt.
  public func withAction(_ perform: (_ action: Action?) -> Void) {
    perform(action.action)
  }

  /// Performs the button's action, and waits for it.
  ///
  /// - Parameter perform: Called once, on the caller's actor, with the action; `nil` if the button only closes the
  ///   prompt.
  public nonisolated(nonsending) func withAction(
    _ perform: nonisolated(nonsending) (_ action: Action?) async -> Void
  ) async {
    await perform(action.action)
  }
}

extension ButtonState: Equatable where Action: Equatable {
  /// Returns whether two buttons have equal actions, labels and roles.
  public static func == (left: Self, right: Self) -> Bool {
    left.action == right.action && left.label == right.label && left.role == right.role
  }
}

extension ButtonState: Hashable where Action: Hashable {
  /// Hashes the action, the label and the role.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(action)
    hasher.combine(label)
    hasher.combine(role)
  }
}

extension ButtonState: Sendable where Action: Sendable {}

extension ButtonState: Decodable where Action: Decodable {
  /// Decodes the action, the label and the role. The button gets a new ``id``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ButtonKey.self)
    self.init(
      id: UUID(),
      role: try container.decodeIfPresent(ButtonStateRole.self, forKey: .role),
      action: .send(try container.decodeIfPresent(Action.self, forKey: .action)),
      label: try container.decode(TextState.self, forKey: .label)
    )
  }
}

extension ButtonState: Encodable where Action: Encodable {
  /// Encodes the action, the label and the role, without the ``id``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ButtonKey.self)
    try container.encodeIfPresent(role, forKey: .role)
    try container.encodeIfPresent(action.action, forKey: .action)
    try container.encode(label, forKey: .label)
  }
}

private enum ButtonKey: CodingKey {
  case role, action, label
}

extension ButtonState: CustomDumpReflectable {
  /// The button without its id, and without an absent role or action.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = []
    if let role { children.append(("role", role)) }
    if action.action != nil { children.append(("action", action)) }
    children.append(("label", label))
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

/// The role of a button, which determines its presentation.
public enum ButtonStateRole: Hashable, Codable, Sendable {
  /// Leaves everything unchanged. Closing a prompt in another way, for example with Escape, presses this button.
  case cancel
  /// Deletes data, or performs another operation that can't be undone.
  case destructive
}

/// The action of a prompt's button.
public struct ButtonStateAction<Action> {
  /// The action that is sent; `nil` only closes the prompt.
  public var action: Action?

  /// Sends an action.
  ///
  /// - Parameter action: The action; `nil` only closes the prompt.
  public static func send(_ action: Action?) -> Self { Self(action: action) }

  /// Returns the same for another type of action.
  ///
  /// - Parameter transform: Receives the action, `nil` if there is none. A result of `nil` only closes the prompt.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonStateAction<NewAction> {
    .send(transform(action))
  }
}

extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonStateAction: Hashable where Action: Hashable {}
extension ButtonStateAction: Sendable where Action: Sendable {}
extension ButtonStateAction: Decodable where Action: Decodable {}
extension ButtonStateAction: Encodable where Action: Encodable {}

extension ButtonStateAction: CustomDumpReflectable {
  /// The action as the payload of `send`, as it is written in code.
  public var customDumpMirror: Mirror {
    Mirror(self, children: ["send": action.map { $0 as Any } ?? (action as Any)], displayStyle: .enum)
  }
}

/// Builds the list of a prompt's buttons, from top to bottom.
///
/// Supports `if`, `else`, `if let`, `switch`, `for … in`, `if #available`, and an empty list.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  /// A button.
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] { [button] }

  /// The buttons of all lines.
  public static func buildBlock(_ buttons: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    buttons.flatMap(\.self)
  }

  /// An `if` without an `else`.
  public static func buildOptional(_ buttons: [ButtonState<Action>]?) -> [ButtonState<Action>] { buttons ?? [] }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }

  /// The other branch of an `if` or `switch`.
  public static func buildEither(second buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }

  /// A `for … in` loop.
  public static func buildArray(_ buttons: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    buttons.flatMap(\.self)
  }

  /// An `if #available`.
  public static func buildLimitedAvailability(_ buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }
}
