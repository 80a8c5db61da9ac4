import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import Testing

/// `$store.scope(…)` of presented children.
@MainActor
@Suite struct PresentationBindingTests {
  @UIBindable var store = Store(initialState: Library.State(), on: MainActor.shared) { Library() }

  private func present(_ leaf: Leaf?) {
    store.send(.edit { $0.editor = leaf })
  }

  @Test func isTheStoreOfWhatIsPresented() {
    let editor = $store.scope(\.editor, action: \.editor)
    #expect(editor.wrappedValue == nil)
    present(Leaf(count: 1))
    #expect(editor.wrappedValue?.count == 1)
    #expect(editor.wrappedValue === store.scope(\.editor, action: \.editor.presented))
    editor.wrappedValue?.send { $0.count = 2 }
    #expect(store.editor?.count == 2)
  }

  @Test func readingTracksWhetherSomethingIsPresented() {
    let editor = $store.scope(\.editor, action: \.editor)
    #expect(notifications(reading: { _ = editor.wrappedValue }, during: { present(Leaf()) }) == 1)
    let edit = { editor.wrappedValue!.send { $0.count = 5 } }
    #expect(notifications(reading: { _ = editor.wrappedValue }, during: { _ = edit() }) == 0)
    #expect(notifications(reading: { _ = editor.wrappedValue }, during: { present(nil) }) == 1)
  }

  @Test func writingNilDismisses() {
    present(Leaf())
    $store.scope(\.editor, action: \.editor).wrappedValue = nil
    #expect(store.editor == nil)
    #expect(store.log == ["editor.dismiss"])
    $store.scope(\.editor, action: \.editor).wrappedValue = nil
    #expect(store.log == ["editor.dismiss"])
  }

  @Test func writingAStoreDoesNothing() {
    present(Leaf())
    let editor = $store.scope(\.editor, action: \.editor)
    editor.wrappedValue = editor.wrappedValue
    #expect(store.log.isEmpty)
    #expect(store.editor != nil)
  }

  @Test func aLateWriteDoesNotDismissTheNextOne() {
    present(Leaf(id: 1))
    let first = $store.scope(\.editor, action: \.editor)
    present(Leaf(id: 2))
    first.wrappedValue = nil
    #expect(store.editor?.id == 2)
    $store.scope(\.editor, action: \.editor).wrappedValue = nil
    #expect(store.editor == nil)
  }

  @Test func aLateWriteDoesNotDismissANewValueWithTheSameID() {
    present(Leaf(id: 1))
    let first = $store.scope(\.editor, action: \.editor)
    present(nil)
    present(Leaf(id: 1, count: 7))
    first.wrappedValue = nil
    #expect(store.editor?.count == 7)
  }

  @Test func anEditLeavesTheChildTheSame() {
    present(Leaf(id: 1))
    let editor = $store.scope(\.editor, action: \.editor)
    store.send(.editor(.presented { $0.count = 3 }))
    editor.wrappedValue = nil
    #expect(store.editor == nil)
  }

  @Test func anotherValueInTheSameScreenCanBeDismissed() throws {
    present(Leaf(id: 1))
    let editor = $store.scope(\.editor, action: \.editor)
    let screen = try #require(editor.wrappedValue)
    present(Leaf(id: 1, count: 3))
    editor.wrappedValue = nil
    #expect(store.editor == nil)
    withExtendedLifetime(screen) {}
  }

  @Test func aBindingThatWasMadeBeforehandDismissesWhatItWasReadWith() {
    let editor = $store.scope(\.editor, action: \.editor)
    for id in 1...2 {
      present(Leaf(id: id))
      #expect(editor.wrappedValue?.id != nil)
      editor.wrappedValue = nil
      #expect(store.editor == nil)
      #expect(editor.wrappedValue == nil)
    }
    present(Leaf(id: 3))
    #expect(editor.wrappedValue != nil)
    present(Leaf(id: 4))
    #expect(editor.wrappedValue != nil)
    editor.wrappedValue = nil
    #expect(store.editor == nil)
  }

  @Test func aMissingDismissalIsReported() throws {
    let inert = Store<Library.State, Library.Action>(
      initialState: {
        var state = Library.State()
        state.editor = Leaf()
        return state
      }()
    ) {}
    let line: UInt = #line + 1
    let editor = UIBindable(inert).scope(\.editor, action: \.editor)
    let reported = issues { editor.wrappedValue = nil }
    let issue = try #require(reported.first)
    #expect(reported.count == 1)
    #expect(issue.fileID == #fileID)
    #expect(issue.line == line)
    #expect(issue.message.contains("\(#fileID):\(line)"))
    #expect(issue.message.contains("'ifLet'"))
  }

  @Test func thatTheNextOneIsPresentedAtOnceIsNoMistake() {
    let store = Store<Library.State, Library.Action>(initialState: Library.State()) {
      Reduce { state, action in
        switch action {
        case .edit(let edit): edit(&state)
        case .editor(.dismiss): state.editor = Leaf(id: 2)
        default: break
        }
        return .none
      }
    }
    store.send(.edit { $0.editor = Leaf(id: 1) })
    #expect(issues { UIBindable(store).scope(\.editor, action: \.editor).wrappedValue = nil }.isEmpty)
    #expect(store.editor?.id == 2)
  }

  @Test func theProjectedStateServesToo() {
    store.send(.edit { $0.alert.wrappedValue = AlertState { TextState("Delete?") } })
    let alert = $store.scope(\.alert, action: \.alert)
    #expect(alert.wrappedValue?.withState(\.title) == TextState("Delete?"))
    alert.wrappedValue = nil
    #expect(store.log == ["alert.dismiss"])
  }

  @Test func aBindingOfAStoreServesToo() {
    @UIBinding var store = self.store
    present(Leaf())
    let editor = $store.scope(\.editor, action: \.editor)
    #expect(editor.wrappedValue != nil)
    editor.wrappedValue = nil
    #expect(self.store.editor == nil)
  }
}
