import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import Testing

/// Screens that are still shown while they disappear go on writing: to a feature whose state is gone.
@MainActor
@Suite struct RemovedStateBindingTests {
  struct Parent: Reducer {
    struct State: ObservableState {
      private var _profile: Profile.State? = Profile.State(name: "Bach")
      var _$observationRegistrar = ObservationStateRegistrar()

      init() {}

      var profile: Profile.State? {
        get { _$observationRegistrar.access(0); return _profile }
        set { _$observationRegistrar.set(&_profile, to: newValue, field: 0) }
      }

      static func _$fields(_ fields: _ObservedFields<Self>) {
        fields.add(0, \.profile, stored: \._profile, registrar: \._$observationRegistrar)
      }

      var _$id: ObservableStateID { _$observationRegistrar.id }
      mutating func _$willModify() { _$observationRegistrar.willModify() }
    }

    enum Action: CasePathable {
      case profile(Profile.Action)
      case close

      struct AllCasePaths: Sendable {
        var profile: AnyCasePath<Action, Profile.Action> {
          AnyCasePath(embed: Action.profile, extract: { if case .profile(let action) = $0 { action } else { nil } })
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    let seen: Recorder<String>

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .close: state.profile = nil
      case .profile: seen.note("profile")
      }
      return .none
    }
  }

  let seen = Recorder<String>()
  let store: StoreOf<Parent>
  let child: StoreOf<Profile>

  init() throws {
    store = Store(initialState: Parent.State()) { [seen] in Parent(seen: seen) }
    child = try #require(store.scope(\.profile, action: \.profile))
  }

  @Test func theirWritesAreDropped() {
    let name = UIBindable(child).name
    let sent = UIBindable(child).name.sending(\.nameTyped)
    let viewed = child.view.binding(get: \.name, send: Profile.Action.nameTyped)
    store.send(.close)
    let reported = issues {
      name.wrappedValue = "late"
      sent.wrappedValue = "late"
      viewed.wrappedValue = "late"
      child.name = "late"
    }
    #expect(reported.isEmpty)
    #expect(seen.entries.isEmpty)
    #expect([name.wrappedValue, sent.wrappedValue, child.name] == ["Bach", "Bach", "Bach"])
    child.send(.nameTyped("late"))
    #expect(seen.entries == ["profile"])
  }

  @Test func aWriteThatRemovesTheStateIsNotReported() {
    // The parent closes the child in response to the write, so that no reducer can perform it.
    let store = Store<Parent.State, Parent.Action>(initialState: Parent.State()) {
      Reduce { state, action in
        if case .profile = action { state.profile = nil }
        return .none
      }
    }
    let child = store.scope(\.profile, action: \.profile)!
    #expect(issues { child.name = "Bax" }.isEmpty)
  }
}
