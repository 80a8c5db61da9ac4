import CaseKeyPaths
@testable import CounterpointCore
import CounterpointTestSupport
import Testing

/// `$store.name` and `$store.name.sending(…)`.
@MainActor
@Suite struct StoreBindingTests {
  @UIBindable var store = Store(initialState: Profile.State(), on: MainActor.shared) { Profile() }

  @Test func aPropertyIsReadAndWrittenThroughAnAction() {
    let name = $store.name
    name.wrappedValue = "Bach"
    #expect(name.wrappedValue == "Bach")
    #expect(store.greeting == "Hello, Bach")
    store.send(.nameTyped("x"))
    #expect(name.wrappedValue == "typed x")
  }

  @Test func readingIsTracked() {
    let name = $store.name
    #expect(notifications(reading: { _ = name.wrappedValue }, during: { name.wrappedValue = "Bach" }) == 1)
    #expect(notifications(reading: { _ = name.wrappedValue }, during: { store.isPublic = true }) == 0)
    #expect(
      notifications(
        reading: {},
        during: {
          _ = $store.name; name.wrappedValue = "Bax"
        }
      ) == 0
    )
  }

  @Test func aPropertyOfAPartSendsItsOwnPath() {
    let seen = Recorder<BindingAction<Profile.State>>()
    let store = Store<Profile.State, Profile.Action>(initialState: Profile.State()) {
      BindingReducer()
      Reduce { _, action in
        if let binding = action.binding { seen.note(binding) }
        return .none
      }
    }
    UIBindable(store).address.city.wrappedValue = "Leipzig"
    #expect(seen.entries == [.set(\.address.city, "Leipzig")])
    #expect(store.address.city == "Leipzig")
  }

  @Test func aPropertyOfAPartIsWrittenWhereItIs() {
    let city = $store.address.city
    let before = store.address
    let tags = notifications(reading: { _ = store.address.tags }, during: { city.wrappedValue = "Weimar" })
    #expect(tags == 0)
    #expect(notifications(reading: { _ = city.wrappedValue }, during: { city.wrappedValue = "Leipzig" }) == 1)
    #expect(notifications(reading: { _ = city.wrappedValue }, during: { city.wrappedValue = "Leipzig" }) == 0)
    #expect(notifications(reading: { _ = store.address }, during: { city.wrappedValue = "Köthen" }) == 0)
    // The part was edited, so that the copy from before is another value.
    #expect(before._$id != store.withState(\.address)._$id)
  }

  @Test func sendingSendsAnActionOfTheFeatureItself() {
    let name = $store.name.sending(\.nameTyped)
    name.wrappedValue = "Bach"
    #expect(name.wrappedValue == "typed Bach")
    let city = $store.address.city.sending(\.cityTyped)
    city.wrappedValue = "Leipzig"
    #expect(city.wrappedValue == "Leipzig")
    #expect(notifications(reading: { _ = city.wrappedValue }, during: { city.wrappedValue = "Weimar" }) == 1)
  }

  @Test func aBindingOfAStoreLeadsToItsProperties() {
    @UIBinding var store = self.store
    $store.name.wrappedValue = "Bach"
    $store.address.city.sending(\.cityTyped).wrappedValue = "Leipzig"
    $store.address.city.wrappedValue += "!"
    #expect(self.store.state.name == "Bach")
    #expect(self.store.address.city == "Leipzig!")
  }

  @Test func identifiersTellWhereABindingLeads() {
    let other = UIBindable(Store(initialState: Profile.State()) { Profile() })
    #expect(UIBindingIdentifier($store.name) == UIBindingIdentifier($store.name))
    #expect(UIBindingIdentifier($store.name) != UIBindingIdentifier($store.greeting))
    #expect(UIBindingIdentifier($store.name) != UIBindingIdentifier(other.name))
    #expect(UIBindingIdentifier($store.address.city) == UIBindingIdentifier($store.address.city))
    #expect(
      UIBindingIdentifier($store.name.sending(\.nameTyped)) == UIBindingIdentifier($store.name.sending(\.nameTyped))
    )
    #expect(UIBindingIdentifier($store.name.sending(\.nameTyped)) != UIBindingIdentifier($store.name))
  }

  @Test func aBindingDoesNotKeepItsStore() {
    var store: StoreOf<Profile>? = Store(initialState: Profile.State(name: "Bach")) { Profile() }
    weak let released = store
    let (name, sent) = (UIBindable(store!).name, UIBindable(store!).name.sending(\.nameTyped))
    name.wrappedValue = "Bax"
    #expect((name.wrappedValue, sent.wrappedValue) == ("Bax", "Bax"))
    store = nil
    #expect(released == nil)
    name.wrappedValue = "x"
    sent.wrappedValue = "y"
    #expect((name.wrappedValue, sent.wrappedValue) == ("Bax", "Bax"))
  }

  @Test func anUnhandledWriteIsReportedAtTheBindingsLocation() throws {
    let inert = Store<Profile.State, Profile.Action>(initialState: Profile.State()) {}
    let line: UInt = #line + 1
    let name = UIBindable(inert).name
    let reported = issues { name.wrappedValue = "Bach" }
    let issue = try #require(reported.first)
    #expect(reported.count == 1)
    #expect(issue.fileID == #fileID)
    #expect(issue.line == line)
  }
}
