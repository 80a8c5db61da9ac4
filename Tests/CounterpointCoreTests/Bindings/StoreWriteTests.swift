import CounterpointCore
import CounterpointTestSupport
import Foundation
import Testing

/// `store.name = value`, for features with bindable actions.
@MainActor
@Suite struct StoreWriteTests {
  let store = Store(initialState: Profile.State(), on: MainActor.shared) { Profile() }

  @Test func anAssignmentIsAnAction() {
    store.name = "Bach"
    #expect(store.name == "Bach")
    #expect(store.greeting == "Hello, Bach")
    store.name += " jr."
    #expect(store.greeting == "Hello, Bach jr.")
  }

  @Test func theWholeStateCanBeAssigned() {
    store.state = Profile.State(name: "Bach")
    #expect(store.state == Profile.State(name: "Bach"))
  }

  @Test func equalValuesNotifyNoObserver() {
    #expect(notifications(reading: { _ = store.name }, during: { store.name = "" }) == 0)
    #expect(notifications(reading: { _ = store.name }, during: { store.name = "Bach" }) == 1)
    #expect(notifications(reading: { _ = store.isPublic }, during: { store.name = "Bax" }) == 0)
  }

  @Test func aPartThatIsAssignedIsAnotherPart() {
    let address = Address(city: "Leipzig")
    #expect(notifications(reading: { _ = store.address.city }, during: { store.address = address }) == 1)
    #expect(store.address.city == "Leipzig")
    #expect(notifications(reading: { _ = store.address.city }, during: { store.address = address }) == 0)
    // Observers read the new value, even if they were notified of an edit of the copy.
    store.address.city = "Weimar"
    #expect(store.address.city == "Weimar")
    #expect(notifications(reading: { _ = store.address.city }, during: { store.address.city = "Köthen" }) == 1)
  }

  @Test func aPartThatWasEditedAsACopyIsAnotherPart() {
    var address = store.address
    address.city = "Weimar"
    // An observer that read after the copy was edited has not been notified of the edit.
    #expect(notifications(reading: { _ = store.address.city }, during: { store.address = address }) == 1)
    #expect(store.address.city == "Weimar")
  }

  @Test func anUnhandledWriteIsReported() throws {
    let store = Store<Profile.State, Profile.Action>(initialState: Profile.State()) {}
    let reported = issues { store.name = "Bach" }
    let issue = try #require(reported.first)
    #expect(reported.count == 1)
    #expect(issue.message.contains("Profile.Action"))
    #expect(issue.message.contains(#".set(\State.name, "Bach")"#))
    #expect(issue.message.contains("Add 'BindingReducer()'"))
    #expect(store.name == "")
  }

  @Test func aWriteThatIsHandledIsNotReported() {
    #expect(issues { store.name = "Bach" }.isEmpty)
    // An action sent by hand may be of interest to an observer only.
    let inert = Store<Profile.State, Profile.Action>(initialState: Profile.State()) {}
    #expect(issues { inert.send(.set(\.name, "Bach")) }.isEmpty)
  }

  @Test func aWriteThatHadToWaitIsReportedOnALaterTurn() async {
    let store = Store<Profile.State, Profile.Action>(initialState: Profile.State()) {
      Reduce { state, action in
        if case .nameTyped(let name) = action { state.greeting = name }
        return .none
      }
    }
    let reported = await issues {
      let viewStore = store.view(state: \.greeting, action: { (action: Profile.Action) in action })
      let token = viewStore.observe { greeting in
        if greeting == "busy" { store.name = "Bach" }
      }
      store.send(.nameTyped("busy"))
      withExtendedLifetime(token) {}
      // What is due on the actor is due before this.
      await Task { @MainActor in }.value
    }
    #expect(reported.count == 1)
  }

  @Test func aWriteThatIsHandledLaterIsNotReported() {
    var kept: Profile.Action?
    let store = Store<Profile.State, Profile.Action>(initialState: Profile.State()) {
      Reduce { state, action in
        guard kept == nil else {
          return BindingReducer().reduce(into: &state, action: action)
        }
        kept = action
        return .none
      }
    }
    let reported = issues {
      store.name = "Bach"
      if let action = kept { store.send(action) }
      kept = nil
    }
    #expect(reported.isEmpty)
    #expect(store.name == "Bach")
  }
}
