import CounterpointCore
import Testing

private enum AnimationKey: UITransactionKey {
  static let defaultValue: String? = nil
}

extension UITransaction {
  fileprivate var animation: String? {
    get { self[AnimationKey.self] }
    set { self[AnimationKey.self] = newValue }
  }
}

/// The transaction of a write reaches the observers of the change.
@MainActor
@Suite struct UITransactionTests {
  @UIBindable var store = Store(initialState: Profile.State(), on: MainActor.shared) { Profile() }

  /// Notes with which animation each run comes, and lets a test wait for the next.
  @MainActor final class Screen {
    private(set) var animations: [String?] = []
    private var waiting: CheckedContinuation<Void, Never>?

    func show(_ transaction: UITransaction) {
      animations.append(transaction.animation)
      waiting?.resume()
      waiting = nil
    }

    func nextRun() async {
      await withCheckedContinuation { waiting = $0 }
    }
  }

  private func observation(_ screen: Screen) -> ObserveToken {
    observe { transaction in
      _ = store.name
      screen.show(transaction)
    }
  }

  @Test func observersReceiveTheTransactionOfTheChange() async {
    let screen = Screen()
    let token = observation(screen)
    withUITransaction(\.animation, "fade") { store.name = "Bach" }
    await screen.nextRun()
    store.name = "Bax"
    await screen.nextRun()
    #expect(screen.animations == [nil, "fade", nil])
    withExtendedLifetime(token) {}
  }

  @Test func aBindingHasATransactionOfItsOwn() async {
    let screen = Screen()
    let token = observation(screen)
    var transaction = UITransaction()
    transaction.animation = "slide"
    let name = $store.name.transaction(transaction)
    name.wrappedValue = "Bach"
    await screen.nextRun()
    withUITransaction(\.animation, "fade") { name.wrappedValue = "Bax" }
    await screen.nextRun()
    #expect(screen.animations == [nil, "slide", "fade"])
    withExtendedLifetime(token) {}
  }

  @Test func whatIsMadeOfABindingHasItsTransaction() {
    var transaction = UITransaction()
    transaction.animation = "slide"
    let address = $store.address.transaction(transaction)
    #expect(address.city.transaction.animation == "slide")
    #expect(UIBinding<String?>(address.city).transaction.animation == "slide")
    #expect($store.name.transaction.animation == nil)
  }

  @Test func valuesAreSetOnTopOfTheActiveTransaction() async {
    let screen = Screen()
    let token = observation(screen)
    withUITransaction(\.animation, "fade") {
      withUITransaction(UITransaction()) { store.name = "Bach" }
    }
    await screen.nextRun()
    withUITransaction(\.animation, "fade") {
      withUITransaction(\.animation, nil) {}
      store.name = "Bax"
    }
    await screen.nextRun()
    #expect(screen.animations == [nil, nil, "fade"])
    withExtendedLifetime(token) {}
  }

  @Test func whatAnEffectChangesLaterIsNoPartOfIt() async {
    let gate = Gate()
    let store = Store<Profile.State, Profile.Action>(initialState: Profile.State()) {
      BindingReducer()
      Reduce { _, action in
        guard case .nameTyped = action else { return .none }
        return .run { send in
          await gate.wait()
          await send(.set(\.name, "late"))
        }
      }
    }
    let screen = Screen()
    let token = observe { transaction in
      _ = store.name
      screen.show(transaction)
    }
    withUITransaction(\.animation, "fade") { _ = store.send(.nameTyped("")) }
    gate.open()
    await screen.nextRun()
    #expect(screen.animations == [nil, nil])
    withExtendedLifetime(token) {}
  }
}
