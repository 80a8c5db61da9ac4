import CounterpointCore
import CounterpointTerminal
import Testing

@Suite struct PromptBoxTests {
  enum Choice: Hashable { case delete, keep }

  let alert = AlertState<Choice> {
    TextState("Delete “a.txt”?")
  } actions: {
    ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
    ButtonState(role: .cancel, action: .keep) { TextState("Keep") }
  } message: {
    TextState("This can't be undone.")
  }

  let dialog = ConfirmationDialogState<Choice> {
    TextState("Leave?")
  } actions: {
    ButtonState(action: .keep) { TextState("Save") }
    ButtonState(role: .destructive, action: .delete) { TextState("Discard") }
  }

  private func shown(_ prompt: Prompt<Choice>, _ columns: Int, _ rows: Int) -> String {
    let size = TerminalSize(columns: columns, rows: rows)
    return prompt.box(fitting: size).lines(fitting: size).map(\.plainText).joined(separator: "\n")
  }

  @Test func anAlertHasItsButtonsInARow() {
    #expect(
      shown(Prompt(alert), 40, 10) == """
        ┌───────────────────────┐
        │ Delete “a.txt”?       │
        │ This can't be undone. │
        │                       │
        │ [ Delete ]  [>Keep<]  │
        └───────────────────────┘
        """
    )
  }

  @Test func buttonsThatDoNotFitStandBelowEachOther() {
    #expect(
      shown(Prompt(alert, selection: alert.buttons[0].id), 16, 12) == """
        ┌────────────┐
        │ Delete     │
        │ “a.txt”?   │
        │ This can't │
        │ be undone. │
        │            │
        │ [>Delete<] │
        │ [ Keep ]   │
        └────────────┘
        """
    )
  }

  @Test func dialogButtonsFormAColumnAndCanBeCanceled() {
    #expect(
      shown(Prompt(dialog), 40, 12) == """
        ┌─────────────┐
        │ Leave?      │
        │             │
        │ [>Save<]    │
        │ [ Discard ] │
        │ [ Cancel ]  │
        └─────────────┘
        """
    )
  }

  @Test func aHiddenTitleIsNotShown() {
    var hidden = dialog
    hidden.titleVisibility = .hidden
    #expect(shown(Prompt(hidden), 40, 12).contains("Leave?") == false)
    hidden.titleVisibility = .visible
    #expect(shown(Prompt(hidden), 40, 12).contains("Leave?"))
  }

  @Test func rolesAndTheSelectionHaveStyles() {
    let lines = Prompt(alert).box(fitting: .standard).body.lines
    #expect(lines[0] == StyledText("Delete “a.txt”?").bold())
    #expect(lines[3] == StyledText("[ Delete ]").foreground(.red) + "  " + StyledText("[>Keep<]").inverse())
  }

  @Test func choicesAreHiddenLast() {
    #expect(
      shown(Prompt(alert), 40, 5).split(separator: "\n").dropFirst().dropLast() == [
        "│ Delete “a.txt”?       │", "│ This can't be undone. │", "│ [ Delete ]  [>Keep<]  │",
      ]
    )
    #expect(shown(Prompt(alert), 40, 4).contains("Delete “a.txt”?…"))
    #expect(shown(Prompt(alert), 40, 3).split(separator: "\n").dropFirst().dropLast() == ["│ [ Delete ]  [>Keep<] │"])
  }

  @Test func choicesNearTheSelectionAreShown() {
    let dialog = ConfirmationDialogState<Choice> {
      TextState("Which?")
    } actions: {
      for number in 1...9 { ButtonState(action: .keep) { TextState("\(number)") } }
    }
    let prompt = Prompt(dialog, selection: dialog.buttons[6].id)
    #expect(
      shown(prompt, 20, 5) == """
        ┌───────┐
        │ [ 5 ] │
        │ [ 6 ] │
        │ [>7<] │
        └───────┘
        """
    )
  }

  @Test func everySizeIsKept() {
    let prompts = [Prompt(alert), Prompt(dialog), Prompt(alert, selection: alert.buttons[0].id)]
    for prompt in prompts {
      for columns in 0...30 {
        for rows in 0...9 {
          let size = TerminalSize(columns: columns, rows: rows)
          let lines = prompt.box(fitting: size).lines(fitting: size)
          #expect(lines.count <= rows && lines.allSatisfy { $0.width <= columns })
          if rows > 2, columns > 9 { #expect(lines.contains { $0.plainText.contains("[>") }, "\(size)") }
        }
      }
    }
  }

  @Test func escapeCodesInTextAreNotExecuted() {
    let alert = AlertState<Choice> {
      TextState("\u{1B}[2J")
    } message: {
      TextState("a\u{202E}b")
    }
    #expect(shown(Prompt(alert), 40, 9).contains("␛[2J"))
    #expect(shown(Prompt(alert), 40, 9).contains("[>OK<]"))
  }
}
