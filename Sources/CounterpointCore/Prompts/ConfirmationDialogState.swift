public import CustomDump
public import Foundation

/// A confirmation dialog as data: a choice between the ways to continue an operation that the user began.
///
/// ```swift
/// state.dialog = ConfirmationDialogState(titleVisibility: .visible) {
///   TextState("Leave without saving?")
/// } actions: {
///   ButtonState(action: .save) { TextState("Save") }
///   ButtonState(role: .destructive, action: .discard) { TextState("Discard") }
///   ButtonState(role: .cancel) { TextState("Stay") }
/// }
/// ```
///
/// Any platform can show it, and a test can compare it. If an `ifLet` presents it, it is removed after the user's
/// choice.
///
/// Dialogs are equal if their texts and buttons are equal; ``id`` and ``titleVisibility`` are ignored.
public struct ConfirmationDialogState<Action>: Identifiable {
  /// The id of the dialog, unique for each new dialog. Edited copies keep it.
  public let id: UUID

  /// The title.
  public var title: TextState

  /// Whether the title is shown.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility

  /// The message below the title.
  public var message: TextState?

  /// The buttons. A platform shows a dialog without buttons with a single button that closes it.
  public var buttons: [ButtonState<Action>]

  /// Creates a dialog. This takes a few microseconds, mostly for its id and those of its buttons.
  ///
  /// - Parameters:
  ///   - titleVisibility: Whether the title is shown.
  ///   - title: The title.
  ///   - actions: The buttons.
  ///   - message: The message below the title.
  public init(
    titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(
      id: UUID(),
      title: title(),
      titleVisibility: titleVisibility,
      message: message?(),
      buttons: actions()
    )
  }

  private init(
    id: UUID,
    title: TextState,
    titleVisibility: ConfirmationDialogStateTitleVisibility,
    message: TextState?,
    buttons: [ButtonState<Action>]
  ) {
    self.id = id
    self.title = title
    self.titleVisibility = titleVisibility
    self.message = message
    self.buttons = buttons
  }

  /// Returns the dialog with another type of action, and the same ids.
  ///
  /// - Parameter transform: Receives the action of each button, `nil` if it has none. A result of `nil` gives a
  ///   button that only closes the dialog.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ConfirmationDialogState<NewAction> {
    ConfirmationDialogState<NewAction>(
      id: id,
      title: title,
      titleVisibility: titleVisibility,
      message: message,
      buttons: buttons.map { $0.map(transform) }
    )
  }
}

extension ConfirmationDialogState: Equatable where Action: Equatable {
  /// Returns whether two dialogs have equal texts and buttons.
  public static func == (left: Self, right: Self) -> Bool {
    left.title == right.title && left.message == right.message && left.buttons == right.buttons
  }
}

extension ConfirmationDialogState: Hashable where Action: Hashable {
  /// Hashes the texts and the buttons.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: Decodable where Action: Decodable {
  /// Decodes the texts and the buttons. The dialog gets a new ``id``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DialogKey.self)
    let visibility = try container.decodeIfPresent(
      ConfirmationDialogStateTitleVisibility.self,
      forKey: .titleVisibility
    )
    self.init(
      id: UUID(),
      title: try container.decode(TextState.self, forKey: .title),
      titleVisibility: visibility ?? .automatic,
      message: try container.decodeIfPresent(TextState.self, forKey: .message),
      buttons: try container.decode([ButtonState<Action>].self, forKey: .buttons)
    )
  }
}

extension ConfirmationDialogState: Encodable where Action: Encodable {
  /// Encodes the texts and the buttons, without the ``id`` and the default title visibility.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DialogKey.self)
    try container.encode(title, forKey: .title)
    if titleVisibility != .automatic { try container.encode(titleVisibility, forKey: .titleVisibility) }
    try container.encodeIfPresent(message, forKey: .message)
    try container.encode(buttons, forKey: .buttons)
  }
}

private enum DialogKey: CodingKey {
  case title, titleVisibility, message, buttons
}

extension ConfirmationDialogState: CustomDumpReflectable {
  /// The dialog without its id, the default title visibility, an absent message, and absent buttons.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = []
    if titleVisibility != .automatic { children.append(("titleVisibility", titleVisibility)) }
    children.append(("title", title))
    if let message { children.append(("message", message)) }
    if !buttons.isEmpty { children.append(("buttons", buttons)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

/// Whether a confirmation dialog shows its title.
public enum ConfirmationDialogStateTitleVisibility: Hashable, Codable, Sendable {
  /// The default of the platform.
  case automatic
  /// The title is not shown.
  case hidden
  /// The title is shown.
  case visible
}
