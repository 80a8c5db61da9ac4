public import CustomDump
public import Foundation

/// An alert as data: a message that requires the user's attention, with buttons below it.
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
/// Any platform can show it, and a test can compare it. If an `ifLet` presents it, it is removed after the user's
/// choice.
///
/// Alerts are equal if their texts and buttons are equal; ``id`` is ignored. The ``id`` distinguishes an alert from
/// its replacement.
public struct AlertState<Action>: Identifiable {
  /// The id of the alert, unique for each new alert. Edited copies keep it.
  public let id: UUID

  /// The title.
  public var title: TextState

  /// The message below the title.
  public var message: TextState?

  /// The buttons. A platform shows an alert without buttons with a single button that closes it.
  public var buttons: [ButtonState<Action>]

  /// Creates an alert. This takes a few microseconds, mostly for its id and those of its buttons.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - actions: The buttons.
  ///   - message: The message below the title.
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
  /// Returns whether two alerts have equal texts and buttons.
  public static func == (left: Self, right: Self) -> Bool {
    left.title == right.title && left.message == right.message && left.buttons == right.buttons
  }
}

extension AlertState: Hashable where Action: Hashable {
  /// Hashes the texts and the buttons.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension AlertState: Sendable where Action: Sendable {}

extension AlertState: Decodable where Action: Decodable {
  /// Decodes the texts and the buttons. The alert gets a new ``id``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AlertKey.self)
    self.init(
      id: UUID(),
      title: try container.decode(TextState.self, forKey: .title),
      message: try container.decodeIfPresent(TextState.self, forKey: .message),
      buttons: try container.decode([ButtonState<Action>].self, forKey: .buttons)
    )
  }
}

extension AlertState: Encodable where Action: Encodable {
  /// Encodes the texts and the buttons, without the ``id``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AlertKey.self)
    try container.encode(title, forKey: .title)
    try container.encodeIfPresent(message, forKey: .message)
    try container.encode(buttons, forKey: .buttons)
  }
}

private enum AlertKey: CodingKey {
  case title, message, buttons
}

extension AlertState: CustomDumpReflectable {
  /// The alert without its id, and without an absent message or absent buttons.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = [("title", title)]
    if let message { children.append(("message", message)) }
    if !buttons.isEmpty { children.append(("buttons", buttons)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
