public import CounterpointCore
public import Foundation

/// An alert or a confirmation dialog on a terminal: a box with the choices that the user has.
///
/// ```swift
/// let prompt = Prompt(alert, selection: state.selectedButton)
/// screen.showing(prompt.box(fitting: size), in: size)
/// switch prompt.event(for: key) {
/// case .send(let action): …
/// ```
///
/// Create it again from each state. The selection is the id of a button: one that was kept from an earlier prompt
/// selects nothing in this one, so a new prompt begins with its own default.
public struct Prompt<Action> {
  /// Something that the user can choose.
  struct Choice {
    let id: UUID
    let label: TextState
    let role: ButtonStateRole?
    /// The action to send; `nil` closes the prompt.
    let action: Action?
  }

  /// The arrangement of the choices.
  enum Arrangement {
    /// Next to each other if the room suffices, one below the other if not.
    case row
    /// One below the other.
    case column
  }

  let title: TextState?
  let message: TextState?
  let choices: [Choice]
  let arrangement: Arrangement

  /// The place of the selected choice; `nil` if no choice may be made without having been selected before.
  let selected: Int?

  /// Creates a prompt of an alert. One without buttons gets the choice “OK”, which only closes it.
  ///
  /// - Parameters:
  ///   - alert: The alert.
  ///   - selection: The id of the button that the user has selected. If it is none of the alert's, the first button is
  ///     selected that destroys nothing, and none if all do.
  public init(_ alert: AlertState<Action>, selection: UUID? = nil) {
    self.init(
      title: alert.title,
      message: alert.message,
      buttons: alert.buttons,
      closing: alert.buttons.isEmpty ? "OK" : nil,
      closingID: alert.id,
      arrangement: .row,
      selection: selection
    )
  }

  /// Creates a prompt of a confirmation dialog. One without a button in the role of `cancel` gets the choice
  /// “Cancel”, which only closes it.
  ///
  /// - Parameters:
  ///   - dialog: The dialog. Its title is shown unless it is hidden.
  ///   - selection: The id of the button that the user has selected. If it is none of the dialog's, the first button
  ///     is selected that destroys nothing.
  public init(_ dialog: ConfirmationDialogState<Action>, selection: UUID? = nil) {
    self.init(
      title: dialog.titleVisibility == .hidden ? nil : dialog.title,
      message: dialog.message,
      buttons: dialog.buttons,
      closing: dialog.buttons.contains { $0.role == .cancel } ? nil : "Cancel",
      closingID: dialog.id,
      arrangement: .column,
      selection: selection
    )
  }

  private init(
    title: TextState?,
    message: TextState?,
    buttons: [ButtonState<Action>],
    closing: String?,
    closingID: UUID,
    arrangement: Arrangement,
    selection: UUID?
  ) {
    var choices = buttons.map { Choice(id: $0.id, label: $0.label, role: $0.role, action: $0.action.action) }
    if let closing {
      // The prompt's own id, because it has to be the same one each time that the prompt is made from its state.
      choices.append(Choice(id: closingID, label: TextState(closing), role: .cancel, action: nil))
    }
    self.title = title
    self.message = message
    self.choices = choices
    self.arrangement = arrangement
    self.selected =
      choices.firstIndex { $0.id == selection } ?? choices.firstIndex { $0.role != .destructive }
  }
}
