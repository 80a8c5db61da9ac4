import CaseKeyPaths
import CounterpointCore
import Testing

/// Bindings of features whose actions have those of their screen in a case of their own.
@MainActor
@Suite struct ViewActionBindingTests {
  enum Action: ViewAction, CasePathable {
    case view(Profile.Action)

    struct AllCasePaths: Sendable {
      var view: AnyCasePath<Action, Profile.Action> {
        AnyCasePath(embed: Action.view, extract: { if case .view(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @UIBindable var store = Store<Profile.State, Action>(initialState: Profile.State(), on: MainActor.shared) {
    BindingReducer(action: \Action.Cases.view)
  }

  @Test func propertiesAreWrittenThroughTheScreensActions() {
    store.name = "Bach"
    #expect(store.name == "Bach")
    $store.name.wrappedValue += "!"
    $store.address.city.wrappedValue = "Leipzig"
    #expect(store.name == "Bach!")
    #expect(store.address.city == "Leipzig")
    store.state = Profile.State(name: "Bax")
    #expect(store.state == Profile.State(name: "Bax"))
  }

  @Test func aBindingOfAStoreServesToo() {
    @UIBinding var store = self.store
    $store.name.wrappedValue = "Bach"
    #expect(self.store.name == "Bach")
  }
}
