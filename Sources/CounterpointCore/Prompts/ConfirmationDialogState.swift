public import CustomDump
public import Foundation

/// A confirmation dialog as data: a choice between the ways in which something that the user began can go on.
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
/// Any platform can show it, and a test compares it. Where an `ifLet` presents it, it is gone once the user has chosen.
///
/// Dialogs are equal if they say the same and have equal buttons: ``id`` and ``titleVisibility`` do not count.
public struct ConfirmationDialogState<Action>: Identifiable {
  /// Tells the dialog from all others: fresh for each one that is made, the same in copies that were edited.
  public let id: UUID

  /// The title.
  public var title: TextState

  /// Whether the title is shown.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility

  /// The message below the title.
  public var message: TextState?

  /// The buttons. A platform shows a dialog without buttons with a single button that closes it.
  public var buttons: [ButtonState<Action>]

  /// Creates a dialog. It costs a few microseconds, most of them for its id and those of its buttons.
  ///
  /// - Parameters:
  ///   - titleVisibility: Whether the title is shown.
  ///   - title: What the choice is about.
  ///   - actions: What the user can choose.
  ///   - message: What else there is to say.
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
  /// Whether two dialogs say the same and have equal buttons.
  public static func == (left: Self, right: Self) -> Bool {
    left.title == right.title && left.message == right.message && left.buttons == right.buttons
  }
}

extension ConfirmationDialogState: Hashable where Action: Hashable {
  /// Feeds the texts and the buttons.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: CustomDumpReflectable {
  /// The dialog without its id, and without the visibility, the message and the buttons where there is nothing to tell.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = []
    if titleVisibility != .automatic { children.append(("titleVisibility", titleVisibility)) }
    children.append(("title", title))
    if let message { children.append(("message", message)) }
    if !buttons.isEmpty { children.append(("buttons", buttons)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
