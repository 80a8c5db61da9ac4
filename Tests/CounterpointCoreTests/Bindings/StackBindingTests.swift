import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import Testing

/// `$store.scope(\.path, action: \.path).pathView()`.
@MainActor
@Suite struct StackBindingTests {
  @UIBindable var store = Store(initialState: Library.State(), on: MainActor.shared) { Library() }

  private func push(_ ids: Int...) {
    store.send(.edit { state in for id in ids { state.path.append(Leaf(id: id)) } })
  }

  private var path: UIBinding<StackState<Leaf>.PathView> {
    $store.scope(\.path, action: \.path).pathView()
  }

  @Test func readsTheElementsWithTheirIDs() {
    push(1, 2)
    #expect(path.wrappedValue.map(\.element.id) == [1, 2])
    #expect(path.wrappedValue.map(\.id) == Array(store.path.ids))
    #expect(notifications(reading: { _ = path.wrappedValue }, during: { push(3) }) == 1)
    let id = path.wrappedValue[0].id
    let edit: () -> Void = { store.send(.path(.element(id: id) { $0.count = 7 })) }
    #expect(notifications(reading: { _ = path.wrappedValue }, during: edit) == 0)
  }

  @Test func fewerElementsPopFromTheLowestThatIsMissing() {
    push(1, 2, 3)
    path.wrappedValue.removeLast()
    #expect(store.log == ["pop 3"])
    path.wrappedValue.removeAll()
    #expect(store.log == ["pop 3", "pop 1"])
    #expect(store.path.isEmpty)
  }

  @Test func oneFromTheMiddlePopsWhatIsAbove() {
    push(1, 2, 3)
    path.wrappedValue.remove(at: 1)
    #expect(store.log == ["pop 2"])
    #expect(store.path.map(\.id) == [1])
  }

  @Test func moreElementsArePushed() {
    push(1)
    let other = Store(initialState: Library.State()) { Library() }
    other.send(.edit { $0.path.append(Leaf(id: 5)) })
    let component = other.path.pathView[0]
    path.wrappedValue.append(component)
    #expect(store.log == ["push 5"])
    #expect(path.wrappedValue.last?.id == component.id)
  }

  @Test func asManyElementsAreReported() throws {
    push(1)
    let line: UInt = #line + 1
    let path = $store.scope(\.path, action: \.path).pathView()
    let reported = issues { path.wrappedValue = path.wrappedValue }
    let issue = try #require(reported.first)
    #expect(reported.count == 1)
    #expect(issue.fileID == #fileID)
    #expect(issue.line == line)
    #expect(issue.message.contains("'forEach'"))
    #expect(store.log.isEmpty)
  }
}
