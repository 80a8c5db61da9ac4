import CaseKeyPaths
import CounterpointCore
import IdentifiedArrays
import Testing

/// A toolkit that is written on bindings alone shows features and changes them.
@MainActor
@Suite struct ConsoleToolkitTests {
  @UIBindable var profile = Store(initialState: Profile.State(), on: MainActor.shared) { Profile() }
  @UIBindable var library = Store(initialState: Library.State(), on: MainActor.shared) { Library() }

  private func edit(_ edit: @escaping (inout Library.State) -> Void) {
    library.send(.edit(edit))
  }

  @Test func aForm() async {
    let field = TextField("Name", text: $profile.name)
    let form = Column(field, Toggle("Public", isOn: $profile.isPublic), Label { profile.greeting })
    #expect(form.lines == ["Name: ", "[ ] Public", ""])
    field.type("Ba")
    field.type("ch")
    await form.shows(["Name: Bach", "[ ] Public", "Hello, Bach"])
    profile.send(.set(\.isPublic, true))
    await form.shows(["Name: Bach", "[x] Public", "Hello, Bach"])
  }

  @Test func aToggle() async {
    let toggle = Toggle("Public", isOn: $profile.isPublic)
    toggle.press()
    await toggle.shows(["[x] Public"])
    #expect(profile.isPublic)
  }

  @Test func severalChangesAreShownOnceAndOthersNotAtAll() async {
    var shown: [String] = []
    let label = Label {
      shown.append(profile.name)
      return profile.name
    }
    let other = Label { "\(profile.isPublic)" }
    profile.name = "a"
    profile.name = "b"
    await label.shows(["b"])
    profile.isPublic = true
    await other.shows(["true"])
    #expect(shown == ["", "b"])
  }

  @Test func aList() async throws {
    edit { state in state.rows = [Leaf(id: 1, count: 10), Leaf(id: 2, count: 20)] }
    let list = List({ library.scope(\.rows, action: \.rows) }) { row in Label { "\(row.state.id): \(row.count)" } }
    #expect(list.lines == ["- 1: 10", "- 2: 20"])
    let second = list[1]
    library.send(.rows(.element(id: 2) { $0.count = 21 }))
    edit { state in state.rows.remove(id: 1) }
    await list.shows(["- 2: 21"])
    #expect(list[0] === second)
  }

  @Test func aModal() async {
    let modal = Modal($library.scope(\.editor, action: \.editor)) { editor in Label { "count \(editor.count)" } }
    #expect(modal.lines.isEmpty)
    edit { $0.editor = Leaf(id: 1) }
    await modal.shows(["+--", "| count 0", "+--"])
    library.send(.editor(.presented { $0.count = 3 }))
    await modal.shows(["+--", "| count 3", "+--"])
    modal.close()
    await modal.shows([])
    #expect(library.log == ["editor.dismiss"])
  }

  @Test func aModalThatIsClosedTooLate() async {
    let modal = Modal($library.scope(\.editor, action: \.editor)) { editor in Label { "\(editor.state.id)" } }
    edit { $0.editor = Leaf(id: 1) }
    await modal.shows(["+--", "| 1", "+--"])
    let lateClose = modal.lateClose
    edit { $0.editor = nil }
    edit { $0.editor = Leaf(id: 2) }
    lateClose()
    #expect(library.log.isEmpty)
    await modal.shows(["+--", "| 2", "+--"])
    modal.close()
    #expect(library.log == ["editor.dismiss"])
  }

  @Test func aStack() async {
    let stack = Stack($library.scope(\.path, action: \.path), root: Label { "root" }) { store in
      Label { "screen \(store.state.id): \(store.count)" }
    }
    #expect(stack.lines == ["root"])
    edit { state in
      state.path.append(Leaf(id: 1))
      state.path.append(Leaf(id: 2))
    }
    await stack.shows(["<", "screen 2: 0"])
    stack.back()
    await stack.shows(["<", "screen 1: 0"])
    stack.back()
    stack.back()
    await stack.shows(["root"])
    #expect(library.log == ["pop 2", "pop 1"])
  }

  @Test func aPrompt() async {
    let prompt = Prompt($library.scope(\.alert, action: \.alert))
    let alert = AlertState<Library.AlertChoice> {
      TextState("Delete?")
    } actions: {
      ButtonState(action: .delete) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    }
    for button in 0..<2 {
      edit { $0.alert.wrappedValue = alert }
      await prompt.shows(["Delete?", "(Delete) (Keep)"])
      prompt.press(button)
      await prompt.shows([])
    }
    #expect(library.log == ["alert.delete", "alert.dismiss"])
  }

  @Test func nothingIsShownOnceAWidgetIsGone() async {
    var shown = 0
    var label: Label? = Label {
      shown += 1
      return profile.name
    }
    withExtendedLifetime(label) {}
    label = nil
    let other = Label { profile.name }
    profile.name = "Bach"
    await other.shows(["Bach"])
    #expect(shown == 1)
  }
}
