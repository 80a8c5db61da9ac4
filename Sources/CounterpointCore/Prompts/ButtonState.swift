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
  /// Tells the button from all others: fresh for each one that is made, the same in copies.
  public let id: UUID

  /// The action of the button.
  public let action: ButtonStateAction<Action>

  /// The label.
  public let label: TextState

  /// The role, if the button has a special one.
  public let role: ButtonStateRole?

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - role: What kind of thing it does.
  ///   - action: What pressing it does; by default it only closes the prompt.
  ///   - label: What stands on it.
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
  ///   - role: What kind of thing it does.
  ///   - action: What is sent when it is pressed.
  ///   - label: What stands on it.
  public init(role: ButtonStateRole? = nil, action: Action, label: () -> TextState) {
    self.init(id: UUID(), role: role, action: .send(action), label: label())
  }

  private init(id: UUID, role: ButtonStateRole?, action: ButtonStateAction<Action>, label: TextState) {
    self.id = id
    self.action = action
    self.label = label
    self.role = role
  }

  /// The button for another type of action, with the same ``id``.
  ///
  /// - Parameter transform: Gets the action, `nil` if there is none; `nil` from it only closes the prompt.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(id: id, role: role, action: action.map(transform), label: label)
  }
}

extension ButtonState {
  /// Does what shall be done when the button is pressed.
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
  /// Whether two buttons do the same, say the same and have the same role.
  public static func == (left: Self, right: Self) -> Bool {
    left.action == right.action && left.label == right.label && left.role == right.role
  }
}

extension ButtonState: Hashable where Action: Hashable {
  /// Feeds what the button does, what it says and its role.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(action)
    hasher.combine(label)
    hasher.combine(role)
  }
}

extension ButtonState: Sendable where Action: Sendable {}

extension ButtonState: CustomDumpReflectable {
  /// The button without its id, and without the role or the action that it does not have.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = []
    if let role { children.append(("role", role)) }
    if action.action != nil { children.append(("action", action)) }
    children.append(("label", label))
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
