import CounterpointCore
import Testing

/// Bindings live where their store lives: on the main actor, on another actor, in types that are on no actor.
@Suite struct ActorBindingTests {
  actor Shop {
    private lazy var store = Store(initialState: Profile.State(), isolation: self) { Profile() }

    func rename(_ name: String) -> String {
      @UIBindable var store = self.store
      let binding = $store.name
      binding.wrappedValue = name
      store.isPublic = true
      return store.greeting
    }
  }

  /// On no actor, so that it can be used on any.
  final class Screen {
    @UIBindable var store: StoreOf<Profile>

    init(store: StoreOf<Profile>) {
      self.store = store
    }

    var name: UIBinding<String> { $store.name }
  }

  struct Row {
    @UIBindable var store: StoreOf<Profile>
    @UIBinding var name: String

    init(store: StoreOf<Profile>, name: UIBinding<String>) {
      self.store = store
      self._name = name
    }
  }

  @MainActor final class MainScreen {
    @UIBindable var store = Store(initialState: Profile.State(), on: MainActor.shared) { Profile() }
  }

  actor Desk {
    private lazy var screen = Screen(store: Store(initialState: Profile.State(), isolation: self) { Profile() })

    func rename(_ name: String) -> String {
      screen.name.wrappedValue = name
      let row = Row(store: screen.store, name: screen.name)
      row.name += "!"
      return row.$store.greeting.wrappedValue
    }
  }

  @Test func onAnActor() async {
    #expect(await Shop().rename("Bach") == "Hello, Bach")
    #expect(await Desk().rename("Bach") == "Hello, Bach!")
  }

  @MainActor @Test func onTheMainActor() {
    let screen = MainScreen()
    screen.$store.name.wrappedValue = "Bach"
    #expect(screen.store.greeting == "Hello, Bach")
    let row = Row(store: screen.store, name: screen.$store.name)
    row.$name.wrappedValue = "Bax"
    #expect(screen.store.name == "Bax")
  }
}
