import CounterpointCore
import Testing

@Suite struct ButtonStateTests {
  enum Choice: Hashable { case delete, keep }
  typealias Button = ButtonState<Choice>

  @Test func equalityIsActionLabelAndRole() {
    let button = Button(role: .destructive, action: .delete) { TextState("Delete") }
    let same = Button(role: .destructive, action: .send(.delete)) { TextState("Delete") }
    #expect(button == same)
    #expect(button.hashValue == same.hashValue)
    #expect(button != Button(role: .destructive, action: .keep) { TextState("Delete") })
    #expect(button != Button(role: .destructive) { TextState("Delete") })
    #expect(button != Button(role: .destructive, action: .delete) { TextState("Remove") })
    #expect(button != Button(action: .delete) { TextState("Delete") })
    #expect(button != Button(role: .cancel, action: .delete) { TextState("Delete") })
  }

  @Test func eachButtonHasAnIDOfItsOwnThatDoesNotCount() {
    let first = Button(action: .keep) { TextState("Keep") }
    let second = Button(action: .keep) { TextState("Keep") }
    #expect(first.id != second.id)
    #expect(Set([first, second]).count == 1)
  }

  @Test func aButtonWithoutAnActionHasNone() {
    let button = Button { TextState("OK") }
    #expect(button.action.action == nil)
    #expect(button.action == .send(nil))
    #expect(button.role == nil)
  }

  @Test func mapChangesTheActionAlone() {
    let button = Button(role: .cancel, action: .keep) { TextState("Keep") }
    let mapped = button.map { $0.map { "\($0)" } }
    #expect(mapped == ButtonState(role: .cancel, action: "keep") { TextState("Keep") })
    #expect(mapped.id == button.id)
  }

  @Test func mapMayAddAndTakeAwayTheAction() {
    let silent = Button { TextState("OK") }
    #expect(silent.map { $0 == nil ? 1 : 2 }.action.action == 1)
    #expect(Button(action: .keep) { TextState("OK") }.map { _ in Int?.none }.action.action == nil)
  }

  @Test func withActionGivesTheActionOnce() {
    var given: [Choice?] = []
    Button(action: .delete) { TextState("Delete") }.withAction { given.append($0) }
    Button { TextState("OK") }.withAction { given.append($0) }
    #expect(given == [.delete, nil])
  }

  @MainActor
  @Test func withActionWaitsForWorkOnTheMainActor() async {
    var given: [Choice?] = []
    let button = Button(action: .delete) { TextState("Delete") }
    await button.withAction { action in
      await Task.yield()  // A suspension, so that it is the asynchronous function that is called.
      MainActor.preconditionIsolated()
      given.append(action)
    }
    #expect(given == [.delete])
  }

  actor Screen {
    var given: [Choice?] = []

    func press(_ button: Button) async {
      await button.withAction { action in
        await Task.yield()
        self.preconditionIsolated()
        given.append(action)
      }
    }
  }

  @Test func withActionStaysOnAnyActor() async {
    let screen = Screen()
    await screen.press(Button(action: .keep) { TextState("Keep") })
    #expect(await screen.given == [.keep])
  }
}
