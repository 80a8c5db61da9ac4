import CounterpointCore
import CustomDump
import Testing

@Suite struct PromptDumpTests {
  enum Choice: Equatable { case delete }

  private func dump(_ value: some Any) -> String {
    var text = ""
    customDump(value, to: &text)
    return text
  }

  @Test func aTextIsItsCharacters() {
    #expect(dump(TextState("a").bold() + TextState("b\"")) == dump("ab\""))
  }

  @Test func aButtonHasNoIDAndNoEmptyParts() {
    #expect(
      dump(ButtonState<Choice>(role: .destructive, action: .delete) { TextState("Delete") }) == """
        ButtonState(
          role: .destructive,
          action: .send(.delete),
          label: "Delete"
        )
        """
    )
    let silent = ButtonState<Choice> { TextState("OK") }
    #expect(!dump(silent).contains("role") && !dump(silent).contains("action"))
    #expect(dump(silent).contains(#"label: "OK""#))
  }

  @Test func anActionIsDumpedAsItIsWritten() {
    #expect(dump(ButtonStateAction<Choice>.send(nil)) == "ButtonStateAction.send(nil)")
    #expect(dump(ButtonStateAction<Choice>.send(.delete)).hasSuffix(".send(.delete)"))
  }

  @Test func anAlertHasNoIDsAndNoEmptyParts() {
    let alert = AlertState<Choice> {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .cancel, action: .delete) { TextState("Delete") }
    } message: {
      TextState("For good.")
    }
    #expect(
      dump(alert) == """
        AlertState(
          title: "Delete?",
          message: "For good.",
          buttons: [
            [0]: ButtonState(
              role: .cancel,
              action: .send(.delete),
              label: "Delete"
            )
          ]
        )
        """
    )
    let bare = dump(AlertState<Choice> { TextState("Saved") })
    #expect(bare.contains(#"title: "Saved""#))
    #expect(!bare.contains("message") && !bare.contains("buttons") && !bare.contains("id"))
  }

  @Test func aDialogShowsItsVisibilityOnlyIfItIsSet() {
    let hidden = ConfirmationDialogState<Choice>(titleVisibility: .hidden) { TextState("Leave?") }
    #expect(
      dump(hidden) == """
        ConfirmationDialogState(
          titleVisibility: .hidden,
          title: "Leave?"
        )
        """
    )
    var full = hidden
    full.titleVisibility = .automatic
    full.message = TextState("Changes")
    full.buttons = [ButtonState { TextState("Stay") }]
    let dumped = dump(full)
    #expect(!dumped.contains("titleVisibility") && !dumped.contains("id:"))
    #expect(dumped.contains(#"message: "Changes""#) && dumped.contains("buttons: ["))
  }

  @Test func aDifferenceNamesWhatDiffers() {
    let before = AlertState<Choice> {
      TextState("Saved")
    } message: {
      TextState("To disk")
    }
    var after = before
    after.title = TextState("Not saved")
    #expect(
      diff(before, after) == """
          AlertState(
        -   title: "Saved",
        +   title: "Not saved",
            message: "To disk"
          )
        """
    )
    #expect(diff(before, before.map { $0 }) == nil)
  }
}
