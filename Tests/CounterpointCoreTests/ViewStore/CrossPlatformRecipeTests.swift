import CaseKeyPaths
import CounterpointCore
import Testing

/// One feature, a screen on a phone and one on a desktop.
@MainActor
@Suite struct CrossPlatformRecipeTests {
  struct Prime: Reducer {
    struct State: Equatable {
      var count = 2
      var isRequestInFlight = false
      var nthPrime: Int?
    }

    enum Action: Equatable, Sendable { case increment, requestNthPrime, nthPrimeResponse(Int) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment:
          state.count += 1
          return .none
        case .requestNthPrime:
          state.isRequestInFlight = true
          return .run { [count = state.count] send in await send(.nthPrimeResponse([2, 3, 5, 7][count - 1])) }
        case .nthPrimeResponse(let prime):
          state.isRequestInFlight = false
          state.nthPrime = prime
          return .none
        }
      }
    }
  }

  enum Phone {
    struct State: Equatable {
      var title: String
      var isButtonDisabled: Bool

      init(featureState: Prime.State) {
        title = featureState.nthPrime.map { "Prime: \($0)" } ?? "Count: \(featureState.count)"
        isButtonDisabled = featureState.isRequestInFlight
      }
    }

    enum Action { case incrementButtonTapped, primeButtonTapped, doubleTapped }
  }

  enum Desktop {
    struct State: Equatable {
      var line: String

      init(featureState: Prime.State) {
        line = "\(featureState.count) \(featureState.isRequestInFlight ? "…" : "")"
      }
    }

    enum Action { case plusKey }
  }

  private func phone(_ store: StoreOf<Prime>) -> ViewStore<Phone.State, Phone.Action> {
    store.view(
      state: Phone.State.init(featureState:),
      action: { action in
        switch action {
        case .incrementButtonTapped: .increment
        case .primeButtonTapped, .doubleTapped: .requestNthPrime
        }
      }
    )
  }

  private func desktop(_ store: StoreOf<Prime>) -> ViewStore<Desktop.State, Desktop.Action> {
    store.view(state: Desktop.State.init(featureState:), action: { _ in .increment })
  }

  @Test func bothScreensStayConsistent() async {
    let store = Store(initialState: Prime.State()) { Prime() }
    let phone = phone(store)
    let desktop = desktop(store)
    phone.send(.incrementButtonTapped)
    desktop.send(.plusKey)
    #expect(phone.title == "Count: 4")
    #expect(desktop.line == "4 ")
    let task = phone.send(.primeButtonTapped)
    #expect(phone.isButtonDisabled)
    #expect(desktop.line == "4 …")
    await task.finish()
    #expect(phone.title == "Prime: 7")
    #expect(desktop.line == "4 ")
  }

  @Test func twoGesturesAreOneAction() async {
    let tapped = Store(initialState: Prime.State()) { Prime() }
    let doubleTapped = Store(initialState: Prime.State()) { Prime() }
    await phone(tapped).send(.primeButtonTapped).finish()
    await phone(doubleTapped).send(.doubleTapped).finish()
    #expect(tapped.withState { $0 } == doubleTapped.withState { $0 })
  }

  @Test func aModalsViewStoreWorksOnAScopedStore() {
    let parent = Store(initialState: Level<Prime>.State(child: Prime.State())) { Level(Prime()) }
    let modal = desktop(parent.scope(\.child, action: \.child))
    var lines: [String] = []
    let token = modal.observe { lines.append($0.line) }
    modal.send(.plusKey)
    parent.send(.own)
    parent.send(.child(.increment))
    #expect(lines == ["2 ", "3 ", "4 "])
    token.cancel()
  }
}
