public import CustomDump
public import Foundation

/// An alert as data: a message that has the user's attention, with buttons below it.
///
/// ```swift
/// state.alert = AlertState {
///   TextState("Delete “\(item.name)”?")
/// } actions: {
///   ButtonState(role: .destructive, action: .deletionConfirmed) { TextState("Delete") }
///   ButtonState(role: .cancel) { TextState("Keep") }
/// } message: {
///   TextState("This can't be undone.")
/// }
/// ```
///
/// Any platform can show it, and a test can compare it. If an `ifLet` presents it, it ends with the user's choice.
///
/// Alerts are equal if their texts and buttons are equal; ``id`` is ignored. The ``id`` distinguishes an alert from its
/// replacement.
public struct AlertState<Action>: Identifiable {
  /// Tells the alert from all others: fresh for each one that is made, the same in copies that were edited.
  public let id: UUID

  /// The title.
  public var title: TextState

  /// The message below the title.
  public var message: TextState?

  /// The buttons. A platform shows an alert without buttons with a single button that closes it.
  public var buttons: [ButtonState<Action>]

  /// Creates an alert. It costs a few microseconds, most of them for its id and those of its buttons.
  ///
  /// - Parameters:
  ///   - title: What the alert is about.
  ///   - actions: What the user can choose.
  ///   - message: What else there is to say.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(id: UUID(), title: title(), message: message?(), buttons: actions())
  }

  private init(id: UUID, title: TextState, message: TextState?, buttons: [ButtonState<Action>]) {
    self.id = id
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  /// Returns the alert with another type of action, and the same ids.
  ///
  /// - Parameter transform: Receives the action of each button, `nil` if it has none. A result of `nil` gives a
  ///   button that only closes the alert.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> AlertState<NewAction> {
    AlertState<NewAction>(id: id, title: title, message: message, buttons: buttons.map { $0.map(transform) })
  }
}

extension AlertState: Equatable where Action: Equatable {
  /// Whether two alerts say the same and have equal buttons.
  public static func == (left: Self, right: Self) -> Bool {
    left.title == right.title && left.message == right.message && left.buttons == right.buttons
  }
}

extension AlertState: Hashable where Action: Hashable {
  /// Feeds the texts and the buttons.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension AlertState: Sendable where Action: Sendable {}

extension AlertState: CustomDumpReflectable {
  /// The alert without its id, and without the message and the buttons that it does not have.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = [("title", title)]
    if let message { children.append(("message", message)) }
    if !buttons.isEmpty { children.append(("buttons", buttons)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
