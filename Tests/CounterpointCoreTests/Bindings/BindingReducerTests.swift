import CaseKeyPaths
@testable import CounterpointCore
import CounterpointTestSupport
import CustomDump
import Testing

/// Bindable actions: what they say, and what the reducer makes of them.
@MainActor
@Suite struct BindingReducerTests {
  typealias Action = Profile.Action

  let store = Store(initialState: Profile.State(), on: MainActor.shared) { Profile() }

  @Test func setsAProperty() {
    store.send(.set(\.name, "Bach"))
    store.send(.binding(.set(\.isPublic, true)))
    store.send(.set(\.address.city, "Leipzig"))
    store.withState { state in
      #expect(state.name == "Bach")
      #expect(state.isPublic)
      #expect(state.address.city == "Leipzig")
    }
  }

  @Test func reducersBelowSeeTheNewValueAndReducersAboveTheOldOne() {
    let seen = Recorder<String>()
    let look = Reduce<Profile.State, Action> { state, _ in
      seen.note(state.name)
      return .none
    }
    let store = Store(initialState: Profile.State(name: "old")) {
      look
      BindingReducer()
      look
    }
    store.send(.set(\.name, "new"))
    #expect(seen.entries == ["old", "new"])
  }

  @Test func findsTheActionsOfAScreenInTheirCase() {
    enum Outer: CasePathable {
      case view(Profile.Action)

      struct AllCasePaths: Sendable {
        var view: AnyCasePath<Outer, Profile.Action> {
          AnyCasePath(embed: Outer.view, extract: { if case .view(let action) = $0 { action } else { nil } })
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    let store = Store(initialState: Profile.State()) { BindingReducer(action: \Outer.Cases.view) }
    store.send(.view(.set(\.name, "Bach")))
    #expect(store.withState(\.name) == "Bach")
  }

  @Test func thePatternMatchesItsOwnPathOnly() {
    func matches(_ action: Action) -> String {
      switch action {
      case .binding(\.name): "name"
      case .binding(\.address.city): "city"
      case .binding(\.address): "address"
      case .binding: "other"
      default: "none"
      }
    }
    #expect(matches(.set(\.name, "")) == "name")
    #expect(matches(.set(\.address.city, "")) == "city")
    #expect(matches(.set(\.address, Address())) == "address")
    #expect(matches(.set(\.isPublic, true)) == "other")
    #expect(matches(.nameTyped("")) == "none")
  }

  @Test func equalityIsThatOfThePathAndTheValue() {
    let action = BindingAction<Profile.State>.set(\.name, "Bach")
    #expect(action == .set(\.name, "Bach"))
    #expect(action != .set(\.name, "Bax"))
    #expect(action != .set(\.greeting, "Bach"))
    #expect(action.keyPath as PartialKeyPath == \Profile.State.name)
  }

  @Test func theCasePathIsThatOfTheProperty() {
    let action = Action.set(\.name, "Bach")
    #expect(action[case: \.binding.name] == "Bach")
    #expect(action[case: \.binding.greeting] == nil)
    #expect(action.is(\.binding.name))
    let path: CaseKeyPath<Action, String> = \.binding.name
    #expect(path("Bach") == action)
  }

  @Test func theBindingIsFoundInItsCaseOnly() {
    #expect(Action.set(\.name, "Bach").binding == .set(\.name, "Bach"))
    #expect(Action.nameTyped("Bach").binding == nil)
  }

  @Test func theDumpNamesThePropertyAndTheValue() {
    var text = ""
    customDump(BindingAction<Profile.State>.set(\.name, "Bach"), to: &text)
    #expect(text == #".set(\State.name, "Bach")"#)
    text = ""
    customDump(Action.set(\.isPublic, true), to: &text)
    #expect(text == #"Profile.Action.binding(.set(\State.isPublic, true))"#)
  }
}
