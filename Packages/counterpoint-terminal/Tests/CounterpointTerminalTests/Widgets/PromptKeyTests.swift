import CounterpointCore
import CounterpointTerminal
import Testing

@Suite struct PromptKeyTests {
  enum Choice: Hashable { case delete, archive, keep }

  let alert = AlertState<Choice> {
    TextState("Delete?")
  } actions: {
    ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
    ButtonState(action: .archive) { TextState("Archive") }
    ButtonState(role: .cancel, action: .keep) { TextState("Keep") }
  }

  @Test(arguments: [Key.enter, " "])
  func theDefaultIsNotDestructive(key: Key) {
    #expect(Prompt(alert).handle(.key(key)) == .send(.archive))
  }

  @Test func theSelectedChoiceIsSent() {
    #expect(Prompt(alert, selection: alert.buttons[0].id).handle(.key(.enter)) == .send(.delete))
    #expect(Prompt(alert, selection: alert.buttons[2].id).handle(.key(.enter)) == .send(.keep))
  }

  @Test(arguments: [
    (Key.tab, 0, 1), (.right, 1, 2), (.down, 2, 0), (.backTab, 0, 2), (.left, 2, 1), (.up, 1, 0),
  ])
  func arrowsAndTabMoveTheSelection(key: Key, from: Int, to: Int) {
    let prompt = Prompt(alert, selection: alert.buttons[from].id)
    #expect(prompt.handle(.key(key)) == .select(alert.buttons[to].id))
  }

  @Test func selectionsOfOtherPromptsAreIgnored() {
    let other = AlertState<Choice> { TextState("Saved") }
    #expect(Prompt(alert, selection: other.id).handle(.key(.enter)) == .send(.archive))
  }

  @Test func escapeTakesTheButtonThatCancels() {
    #expect(Prompt(alert).handle(.key(.escape)) == .send(.keep))
    var silent = alert
    silent.buttons[2] = ButtonState(role: .cancel) { TextState("Keep") }
    #expect(Prompt(silent).handle(.key(.escape)) == .dismiss)
    silent.buttons.removeLast()
    #expect(Prompt(silent).handle(.key(.escape)) == .dismiss)
  }

  @Test func aButtonWithoutAnActionDismisses() {
    let alert = AlertState<Choice> {
      TextState("Saved")
    } actions: {
      ButtonState { TextState("Fine") }
    }
    #expect(Prompt(alert).handle(.key(.enter)) == .dismiss)
  }

  @Test func anAlertWithoutButtonsCanBeClosed() {
    let alert = AlertState<Choice> { TextState("Saved") }
    #expect(Prompt(alert).handle(.key(.enter)) == .dismiss)
    #expect(Prompt(alert).handle(.key(.escape)) == .dismiss)
  }

  @Test func onlyDestructiveChoicesHaveNoDefault() {
    let alert = AlertState<Choice> {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
    }
    #expect(Prompt(alert).handle(.key(.enter)) == nil)
    #expect(Prompt(alert).handle(.key(.tab)) == .select(alert.buttons[0].id))
    #expect(Prompt(alert, selection: alert.buttons[0].id).handle(.key(.enter)) == .send(.delete))
  }

  @Test func dialogsCanAlwaysBeCanceled() {
    let dialog = ConfirmationDialogState<Choice> {
      TextState("Leave?")
    } actions: {
      ButtonState(role: .destructive, action: .delete) { TextState("Discard") }
    }
    #expect(Prompt(dialog).handle(.key(.enter)) == .dismiss)
    #expect(Prompt(dialog).handle(.key(.escape)) == .dismiss)
    // The added choice has the same id in each prompt from the same state.
    let selection = dialog.id
    #expect(Prompt(dialog, selection: dialog.buttons[0].id).handle(.key(.down)) == .select(selection))
    #expect(Prompt(dialog, selection: selection).handle(.key(.up)) == .select(dialog.buttons[0].id))
  }

  @Test(arguments: ["x", .control("c"), .pageUp, .function(1)] as [Key])
  func otherKeysAreIgnored(key: Key) {
    #expect(Prompt(alert).handle(.key(key)) == nil)
  }
}
