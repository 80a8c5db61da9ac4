public import CounterpointCore
public import Foundation

/// An alert or a confirmation dialog on a terminal: a box with a message and buttons.
///
/// ```swift
/// let prompt = Prompt(alert, selection: state.selectedButton)
/// screen.showing(prompt.box(fitting: size), in: size)
/// switch prompt.handle(event) {
/// case .send(let action): …
/// ```
///
/// Create it again from each state. The selection is the id of a button. An id from an earlier prompt has no effect, so
/// a new prompt begins with its own default button.
public struct Prompt<Action> {
  /// The request after an event that the prompt handles.
  ///
  /// If a feature presents the prompt, `send` is its `.presented(action)`, and `dismiss` is its `.dismiss`. The
  /// selection is state of the terminal.
  public enum Outcome {
    /// Send the action of the chosen button.
    case send(Action)
    /// Close the prompt: the user canceled it, or chose a button without an action.
    case dismiss
    /// Store the id of the button that the user has moved to, and create later prompts with it.
    case select(UUID)
  }

  /// A button of the prompt.
  struct Choice {
    let id: UUID
    let label: TextState
    let role: ButtonStateRole?
    /// The action to send; `nil` closes the prompt.
    let action: Action?
  }

  /// The arrangement of the buttons.
  enum Arrangement {
    /// In one line if they fit, otherwise in a column.
    case row
    /// In a column.
    case column
  }

  let title: TextState?
  let message: TextState?
  let choices: [Choice]
  let arrangement: Arrangement

  /// The index of the selected choice; `nil` if every choice is destructive and the user has selected none.
  let selected: Int?

  /// Creates a prompt for an alert. An alert without buttons gets the button “OK”, which closes it.
  ///
  /// - Parameters:
  ///   - alert: The alert.
  ///   - selection: The id of the button that the user has selected. If the alert has no such button, the first button
  ///     without the role `destructive` is selected.
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

  /// Creates a prompt for a confirmation dialog. A dialog without a button with the role `cancel` gets the button
  /// “Cancel”, which closes it.
  ///
  /// - Parameters:
  ///   - dialog: The dialog.
  ///   - selection: The id of the button that the user has selected. If the dialog has no such button, the first button
  ///     without the role `destructive` is selected.
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
      // The id of the state, because prompts that are created from the same state must have equal ids.
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

extension Prompt.Outcome: Equatable where Action: Equatable {}
extension Prompt.Outcome: Hashable where Action: Hashable {}
extension Prompt.Outcome: Sendable where Action: Sendable {}

extension Prompt {
  /// Returns the request of the user.
  ///
  /// Tab and the arrow keys select another button. Return and the space bar choose the selected button. Escape chooses
  /// the button with the role `cancel`, and closes the prompt if there is none.
  ///
  /// - Parameter event: The event of the terminal.
  /// - Returns: The outcome; `nil` if the prompt ignores the event. The screen below should ignore it too, because the
  ///   prompt is modal.
  public func handle(_ event: TerminalEvent) -> Outcome? {
    switch event {
    case .key(.escape): return outcome(of: choices.first { $0.role == .cancel })
    case .key(.enter), .key(" "): return selected.flatMap { outcome(of: choices[$0]) }
    case .key(.right), .key(.down): return handle(.key(.tab))
    case .key(.left), .key(.up): return handle(.key(.backTab))
    default:
      let order = FocusOrder(choices.indices.map(\.self))
      guard case .focus(let index) = order.handle(event, focused: selected) else { return nil }
      return .select(choices[index].id)
    }
  }

  private func outcome(of choice: Choice?) -> Outcome {
    (choice?.action).map { .send($0) } ?? .dismiss
  }
}

extension Prompt {
  /// Returns the prompt as a box to show over a screen.
  ///
  /// The title is bold. The selected button is inverse, between `>` and `<`. Destructive buttons are red. In a small
  /// space, the message is cut first, then the title. If there are too many buttons, those near the selected one are
  /// shown.
  ///
  /// - Parameter size: The available space.
  public func box(fitting size: TerminalSize) -> Box {
    let width = max(size.columns - Box.margin, 0)
    let height = max(size.rows - Box.edges, 0)
    let choices = choiceLines(width: width, height: height)
    let room = max(height - choices.count, 0)
    var texts = title.map { StyledText($0).styled(Theme.current.title).wrapped(to: width) } ?? []
    texts += message.map { StyledText($0).wrapped(to: width) } ?? []
    if texts.count > room {
      texts = Array(texts.prefix(room))
      let sign: StyledText = "…"
      texts = texts.dropLast() + texts.suffix(1).map { $0.clipped(to: width - sign.width) + sign }
    }
    // The blank line is left out first.
    let gap: [StyledText] = texts.isEmpty || texts.count == room ? [] : [""]
    let lines = texts + gap + choices
    return Box(body: lines.dropFirst().reduce(lines.first ?? "") { $0 + "\n" + $1 })
  }

  private func choiceLines(width: Int, height: Int) -> [StyledText] {
    let shown = choices.indices.map(choice)
    let row = shown.dropFirst().reduce(shown.first ?? "") { $0 + "  " + $1 }
    if arrangement == .row, row.width <= width { return [row] }
    let visible = ScrollingList(selection: selected ?? 0).visibleRows(count: shown.count, height: height)
    return shown[visible].map { $0.truncated(to: width) }
  }

  private func choice(at index: Int) -> StyledText {
    let choice = choices[index]
    let label = StyledText(choice.label).lines.first ?? ""
    let button = index == selected ? ("[>" + label + "<]").styled(Theme.current.selection) : "[ " + label + " ]"
    return choice.role == .destructive ? button.styled(Theme.current.error) : button
  }
}
