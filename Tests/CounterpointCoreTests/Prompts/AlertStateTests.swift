import CounterpointCore
import Testing

@Suite struct AlertStateTests {
  enum Choice: Hashable { case delete }

  private func alert(
    title: String = "Delete?",
    message: String? = "It can't be undone.",
    label: String = "Delete"
  ) -> AlertState<Choice> {
    var alert = AlertState<Choice> {
      TextState(title)
    } actions: {
      ButtonState(role: .destructive, action: .delete) { TextState(label) }
      ButtonState(role: .cancel) { TextState("Keep") }
    }
    alert.message = message.map { TextState($0) }
    return alert
  }

  @Test func equalityIsTitleMessageAndButtons() {
    #expect(alert() == alert())
    #expect(alert().hashValue == alert().hashValue)
    #expect(alert() != alert(title: "Remove?"))
    #expect(alert() != alert(message: nil))
    #expect(alert() != alert(label: "Remove"))
    var fewer = alert()
    fewer.buttons.removeLast()
    #expect(alert() != fewer)
  }

  @Test func theHashFeedsAllThatEqualityCompares() {
    var fewer = alert()
    fewer.buttons.removeLast()
    // Each instance hashes with the same seed within a process, so different inputs differ but for a collision in 2⁶⁴.
    let hashes = [alert(), alert(title: "Remove?"), alert(message: nil), alert(label: "Remove"), fewer].map(\.hashValue)
    #expect(Set(hashes).count == hashes.count)
  }

  @Test func eachAlertHasAnIDOfItsOwnThatDoesNotCount() {
    let first = alert()
    let second = alert()
    #expect(first.id != second.id)
    #expect(Set([first, second]).count == 1)
  }

  @Test func anEditedAlertIsTheSameOne() {
    var edited = alert()
    let id = edited.id
    edited.title = TextState("Really delete?")
    #expect(edited.id == id)
  }

  @Test func onlyATitleIsNeeded() {
    let alert = AlertState<Never> { TextState("Saved") }
    #expect(String(state: alert.title) == "Saved")
    #expect(alert.message == nil)
    #expect(alert.buttons == [])
  }

  @Test func theMessageIsWhatItsClosureGives() {
    let alert = AlertState<Choice> {
      TextState("Saved")
    } message: {
      TextState("To disk")
    }
    #expect(alert.message == TextState("To disk"))
  }

  @Test func mapChangesTheActionsAndKeepsTheIDs() {
    let alert = alert()
    let mapped = alert.map { $0 == nil ? nil : "deletion" }
    #expect(mapped.id == alert.id)
    #expect(mapped.buttons.map(\.id) == alert.buttons.map(\.id))
    #expect(mapped.title == alert.title && mapped.message == alert.message)
    #expect(mapped.buttons.map(\.action) == [.send("deletion"), .send(nil)])
    #expect(mapped.buttons.map(\.role) == [.destructive, .cancel])
  }
}
