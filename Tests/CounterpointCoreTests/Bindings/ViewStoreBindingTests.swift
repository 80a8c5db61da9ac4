import CounterpointCore
import Testing

/// `viewStore.binding(get:send:)`.
@MainActor
@Suite struct ViewStoreBindingTests {
  enum ViewAction {
    case typed(String)
    case cleared
  }

  let store = Store(initialState: Profile.State(), on: MainActor.shared) { Profile() }

  private var viewStore: ViewStore<String, ViewAction> {
    store.view(state: \.name) { action in
      switch action {
      case .typed(let name): .nameTyped(name)
      case .cleared: .set(\.name, "")
      }
    }
  }

  @Test func readsThePartAndSendsTheAction() {
    let count = viewStore.binding(get: \.count, send: { .typed("\($0)") })
    #expect(count.wrappedValue == 0)
    count.wrappedValue = 5
    #expect(store.name == "typed 5")
    #expect(count.wrappedValue == 7)
  }

  @Test func sendsTheSameActionWhateverIsWritten() {
    store.name = "Bach"
    let isFull = viewStore.binding(get: { !$0.isEmpty }, send: .cleared)
    #expect(isFull.wrappedValue)
    isFull.wrappedValue = true
    #expect(!isFull.wrappedValue)
  }

  @Test func theWholeStateIsReadWithoutAGetter() {
    let name = viewStore.binding(send: ViewAction.typed)
    name.wrappedValue = "Bach"
    #expect(name.wrappedValue == "typed Bach")
    viewStore.binding(send: .cleared).wrappedValue = "x"
    #expect(store.name == "")
  }

  @Test func readingIsTracked() {
    let name = viewStore.binding(send: ViewAction.typed)
    #expect(notifications(reading: { _ = name.wrappedValue }, during: { store.name = "Bach" }) == 1)
    #expect(notifications(reading: { _ = name.wrappedValue }, during: { store.isPublic = true }) == 0)
  }
}
