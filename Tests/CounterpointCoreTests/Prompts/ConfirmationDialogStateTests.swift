import CounterpointCore
import Testing

@Suite struct ConfirmationDialogStateTests {
  enum Choice: Hashable { case save, discard }
  typealias Dialog = ConfirmationDialogState<Choice>

  private func dialog(
    _ visibility: ConfirmationDialogStateTitleVisibility = .automatic,
    title: String = "Leave?",
    message: String = "There are changes.",
    choice: Choice = .save
  ) -> Dialog {
    Dialog(titleVisibility: visibility) {
      TextState(title)
    } actions: {
      ButtonState(action: choice) { TextState("Go") }
    } message: {
      TextState(message)
    }
  }

  @Test func equalityIsTitleMessageAndButtons() {
    #expect(dialog() == dialog())
    #expect(dialog() != dialog(title: "Stay?"))
    #expect(dialog() != dialog(message: "There is nothing."))
    #expect(dialog() != dialog(choice: .discard))
  }

  @Test func theHashFeedsAllThatEqualityCompares() {
    let dialogs = [dialog(), dialog(title: "Stay?"), dialog(message: "Nothing"), dialog(choice: .discard)]
    #expect(Set(dialogs.map(\.hashValue)).count == dialogs.count)
  }

  @Test func idAndVisibilityDoNotCount() {
    let hidden = dialog(.hidden)
    let visible = dialog(.visible)
    #expect(hidden.id != visible.id)
    #expect(hidden.titleVisibility == .hidden && visible.titleVisibility == .visible)
    #expect(Set([hidden, visible, dialog()]).count == 1)
  }

  @Test func onlyATitleIsNeeded() {
    let dialog = Dialog { TextState("Leave?") }
    #expect(dialog.titleVisibility == .automatic)
    #expect(dialog.message == nil)
    #expect(dialog.buttons == [])
  }

  @Test func mapChangesTheActionsAndKeepsTheRest() {
    let dialog = dialog(.hidden)
    let mapped = dialog.map { $0.map { "\($0)" } }
    #expect(mapped.id == dialog.id)
    #expect(mapped.buttons.map(\.id) == dialog.buttons.map(\.id))
    #expect(mapped.titleVisibility == .hidden)
    #expect(mapped.title == dialog.title && mapped.message == dialog.message)
    #expect(mapped.buttons.map(\.action) == [.send("save")])
  }
}
