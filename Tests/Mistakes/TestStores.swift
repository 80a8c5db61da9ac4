import Counterpoint
import CounterpointTesting

// Mistakes in tests of a feature.

@Reducer
struct Screen {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var text = ""
  }

  enum Action {
    case tap
    case loaded(String)
    case moved(from: Int, to: Int)
  }
}

@Reducer
struct NotEquatable {
  struct State {
    var count = 0
  }

  enum Action {
    case tap
  }
}

func test(_ store: TestStoreOf<Screen>) async {
  store.send(.tap)  // error: expression is 'async' but is not marked with 'await'
  await store.send(.tpa)  // error: type 'Screen.Action' has no member 'tpa'
  await store.send(.loaded)  // error: member 'loaded' expects argument of type 'String'
  await store.send(.loaded(1))  // error: cannot convert value of type 'Int' to expected argument type 'String'
  await store.send(.tap) { $0.cuont = 1 }  // error: value of type 'Screen.State' has no member 'cuont'
  await store.send(.tap) { $0.count = "1" }  // error: cannot assign value of type 'String' to type 'Int'
  await store.send(.tap) { $0.count == 1 }  // error: result of operator '==' is unused [#no-usage]
  await store.send(.tap) { state, _ in state.count = 1 }  // error: contextual closure type '(inout Screen.State) throws
  await store.receive(\.laoded)  // error: cannot convert value of type 'Ke // error: cannot infer key path type from
  await store.receive(\.loaded, 1)  // error: cannot convert value of type 'Int' to expected argument type 'String'
  await store.receive(.tap)  // error: 'receive(_:timeout:assert:fileID:file:line:column:)' is unavailable: Receive the
  await store.receive(\.loaded) { $0.txet = "" }  // error: value of type 'Screen.State' has no member 'txet'
  await store.receive { $0.is(\.laoded) }  // error: value of type 'KeyPath<Case // error: generic parameter 'Member'
  await store.receive(\.moved.from)  // error: generic parameter 'Value' coul // error: type '(from: Int, to: Int)' ca
  store.finish()  // error: expression is 'async' but is not marked with 'await'
  store.exhaustivity = .none  // error: type 'Exhaustivity' has no member 'none'
  store.state.count = 1  // error: cannot assign to property: 'state' is a get-only property
  _ = store.cuont  // error: value of type 'TestStoreOf<Screen>'
}

func make() {
  _ = TestStore(initialState: NotEquatable.State()) { NotEquatable() }  // error: generic class 'TestStore' requires tha
  _ = TestStore(initialState: Screen.State())  // error: missing argument for para // error: generic parameter 'R' cou
  _ = TestStore(initialState: NotEquatable.State()) { Screen() }  // error: cannot convert value of type 'NotEquatable.S
  _ = TestStore(initialState: Screen.State()) {
    Screen()
  } withDependencies: {
    $0.continuosClock = 1  // error: value of type 'DependencyValues' has no member 'continuosClock'
  }
}
