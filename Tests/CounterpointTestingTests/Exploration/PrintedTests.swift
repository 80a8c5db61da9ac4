import Counterpoint
import CounterpointTesting
import Foundation
import Testing

private let isFixed = false

/// The tests that `explore` prints for the planted faults, to the letter. Each of them fails.
enum PrintedTests {
  static func lateAnswer() async {
    await withOrder([.send, .send, .answer(1, 0)]) {
      let store = TestStore(initialState: LateAnswer.State()) {
        LateAnswer(isFixed: isFixed)
      } withDependencies: {
        $0[QueryClient.self] = .explored
      }

      await store.send(.queryChanged("a")) {
        $0.query = "a"
        $0.isLoading = true
      }
      await store.send(.queryChanged("b")) {
        $0.query = "b"
      }
      await store.receive(\.response, "results of a") {
        $0.results = "results of a"
        $0.isLoading = false
      }
      await store.skipInFlightEffects()
      let holds: (LateAnswer.State) -> Bool = { $0.fits }
      #expect(holds(store.state), "results fit the query")
    }
  }

  static func doublePush() async {
    let store = TestStore(initialState: DoublePush.State()) {
      DoublePush(isFixed: isFixed)
    }

    await store.send(.startTapped) {
      $0.path[id: 0] = DoublePush.Screen.State(title: "first")
    }
    await store.send(.path(.element(id: 0, action: .nextTapped))) {
      $0.path[id: 1] = DoublePush.Screen.State(title: "second")
    }
    await store.send(.path(.element(id: 0, action: .nextTapped))) {
      $0.path[id: 2] = DoublePush.Screen.State(title: "second")
    }
    let holds: (DoublePush.State) -> Bool = { $0.path.count < 3 }
    #expect(holds(store.state), "there is one second screen")
  }

  static func lostCancellation() async {
    await withOrder([.send, .send, .answer(1, 0)]) {
      let store = TestStore(initialState: LostCancellation.State()) {
        LostCancellation(isFixed: isFixed)
      } withDependencies: {
        $0[QueryClient.self] = .explored
      }

      await store.send(.startTapped) {
        $0.isLoading = true
      }
      await store.send(.cancelTapped) {
        $0.isLoading = false
        $0.wasCanceled = true
      }
      await store.receive(\.loaded, "results of file") {
        $0.text = "results of file"
      }
      let holds: (LostCancellation.State) -> Bool = { !$0.wasCanceled || $0.text == nil }
      #expect(holds(store.state), "nothing loads after a cancellation")
    }
  }

  static func race() async {
    await withOrder([.send, .effect(2), .effect(1)]) {
      let store = TestStore(initialState: Race.State()) {
        Race(isFixed: isFixed)
      }

      await store.send(.appeared) {
        $0.hasAppeared = true
      }
      await store.receive(\.loaded, "It rains") {
        $0.headline = "It rains"
        $0.arrived = 1
        $0.isNewest = true
      }
      await store.receive(\.cached, "It may rain") {
        $0.headline = "It may rain"
        $0.arrived = 2
      }
      let holds: (Race.State) -> Bool = { $0.arrived < 2 || $0.headline == "It rains" }
      #expect(holds(store.state), "the newest headline stays")
    }
  }

  static func endless() async {
    await withOrder([.send, .rest]) {
      let store = TestStore(initialState: Endless.State()) {
        Endless(isFixed: isFixed)
      } withDependencies: {
        $0.continuousClock = TestClock()
      }

      await store.send(.toggled) {
        $0.isOn = true
      }
    }
  }

  static func ghostTicks() async {
    await withOrder([.send, .send, .time, .effect(1)]) {
      let store = TestStore(initialState: GhostTicks.State()) {
        GhostTicks(isFixed: isFixed)
      } withDependencies: {
        $0.continuousClock = TestClock()
      }

      await store.send(.startTapped) {
        $0.isOn = true
      }
      await store.send(.stopTapped) {
        $0.isOn = false
      }
      await store.advanceToNextDeadline()
      await store.receive(\.tick) {
        $0.ghosts = 1
      }
      await store.skipInFlightEffects()
      let holds: (GhostTicks.State) -> Bool = { $0.ghosts == 0 }
      #expect(holds(store.state), "nothing ticks after a stop")
    }
  }

  static func twoAlarms() async {
    await withOrder([.send, .time, .effect(2)]) {
      let store = TestStore(initialState: TwoAlarms.State()) {
        TwoAlarms(isFixed: isFixed)
      } withDependencies: {
        $0.continuousClock = TestClock()
      }

      await store.send(.setTapped) {
        $0.isSet = true
      }
      await store.advanceToNextDeadline()
      await store.receive(\.rang, "second") {
        $0.rung.append("second")
      }
      await store.skipInFlightEffects()
      let holds: (TwoAlarms.State) -> Bool = { $0.rung.first != "second" }
      #expect(holds(store.state), "the first alarm is the first")
    }
  }

  static func brokenAtStart() async {
    await withOrder([.effect(1)]) {
      let store = TestStore(initialState: BrokenAtStart.State()) {
        BrokenAtStart(isFixed: isFixed)
      }

      await store.receive(\.broke) {
        $0.count = 1
      }
      let holds: (BrokenAtStart.State) -> Bool = { $0.count == 0 }
      #expect(holds(store.state), "nothing is broken")
    }
  }

  static func countedUndo() async {
    let store = TestStore(initialState: CountedUndo.State()) {
      CountedUndo(isFixed: isFixed)
    }

    await store.send(.edited("b")) {
      $0.text = "b"
      $0.history.record("a")
    }
    await store.send(.history(.undo)) {
      $0.text = "a"
      $0.undone = 1
      $0.history.undo("b")
    }
    let holds: (CountedUndo.State) -> Bool = { $0.undone == 0 }
    #expect(holds(store.state), "nothing is undone")
  }

  static func secretLogin() async {
    let store = TestStore(initialState: SecretLogin.State()) {
      SecretLogin(isFixed: isFixed)
    }

    let actions: (SecretLogin.State) -> [SecretLogin.Action] = { state in
      [.retry, .logIn(SecretLogin.Password("wrong"))]
    }

    await store.send(actions(store.state)[1]) {
      $0.failures = 1
    }
    let holds: (SecretLogin.State) -> Bool = { $0.failures == 0 }
    #expect(holds(store.state), "nobody fails")
  }

  static func wallet() async {
    Shared<Int>(wrappedValue: 2, .inMemory("coins")).withLock { $0 = 2 }
    Shared<String>(wrappedValue: "Mr. Blob", .appStorage("name")).withLock { $0 = "Mr. Blob" }
    Shared<[Int]>(wrappedValue: [7], .fileStorage(URL(string: "file:///rates.json")!)).withLock { $0 = [7] }
    let store = TestStore(initialState: Wallet.State()) {
      Wallet(isFixed: isFixed)
    }

    await store.send(.spend) {
      $0.$coins.withLock { $0 = 1 }
    }
    await store.send(.spend) {
      $0.$coins.withLock { $0 = 0 }
    }
    await store.send(.spend) {
      $0.$coins.withLock { $0 = -1 }
    }
    let holds: (Wallet.State) -> Bool = { $0.coins >= 0 }
    #expect(holds(store.state), "no debts")
  }
  static func kiosk() async {
    Shared<Int>(wrappedValue: 1, .inMemory("stock")).withLock { $0 = 1 }
    Shared<[Int]>(wrappedValue: [9], .fileStorage(URL(string: "file:///hours.json")!)).withLock { $0 = [9] }
    let store = TestStore(initialState: Kiosk.State()) {
      Kiosk(isFixed: isFixed)
    }

    await store.send(.buyTapped) {
      $0.sold = 1
    }
    await store.send(.buyTapped) {
      $0.sold = 2
    }
    let holds: (Kiosk.State) -> Bool = { $0.sold <= $0.stock }
    #expect(holds(store.state), "only what is there is sold")
  }
  /// Not a failure but a trap, which the file of the steps repeats.
  static func fragile() async {
    await withOrder([.send, .send, .rest]) {
      let store = TestStore(initialState: Fragile.State()) {
        Fragile(isFixed: isFixed)
      } withDependencies: {
        $0[QueryClient.self] = .explored
      }

      store.exhaustivity = .off
      await store.send(.deleteTapped)
      await store.send(.deleteTapped)
      await store.skipReceivedActions(strict: false)
    }
  }

  static func fragileByChance() async {
    await withOrder([.send, .answer(1, 1), .send, .send, .send, .rest]) {
      let store = TestStore(initialState: Fragile.State()) {
        Fragile(isFixed: isFixed)
      } withDependencies: {
        $0[QueryClient.self] = .explored
      }

      store.exhaustivity = .off
      await store.send(.deleteTapped)
      await store.send(.deleteTapped)
      await store.send(.deleteTapped)
      await store.send(.deleteTapped)
      await store.skipReceivedActions(strict: false)
    }
  }
}
