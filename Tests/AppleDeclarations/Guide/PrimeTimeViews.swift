import Counterpoint
import CounterpointSwiftUI
import PrimeTime
import SwiftUI

/// The counter on a phone: the modal is a sheet, and a double tap asks for the prime.
struct PhoneCounterView: View {
  struct State: Equatable {
    var count: Int
    var isNthPrimeButtonDisabled: Bool
    var isModalShown: Bool
    var answer: String?

    init(counter state: CounterFeature.State) {
      count = state.count
      isNthPrimeButtonDisabled = state.isNthPrimeRequestInFlight
      isModalShown = state.isPrimeModalShown
      answer = state.alertNthPrime?.title
    }
  }

  let store: StoreOf<CounterFeature>
  let viewStore: ViewStore<State, Counter.Action>

  init(store: StoreOf<CounterFeature>) {
    self.store = store
    viewStore = ViewStore(store, observe: State.init(counter:), send: { .counter($0) })
  }

  var body: some View {
    VStack {
      HStack {
        Button("−") { viewStore.send(.decrTapped) }
        Text(verbatim: "\(viewStore.count)")
        Button("+") { viewStore.send(.incrTapped) }
      }
      Button("Is this prime?") { viewStore.send(.isPrimeButtonTapped) }
      Button("What is the nth prime?") { viewStore.send(.requestNthPrime) }
        .disabled(viewStore.isNthPrimeButtonDisabled)
    }
    .sheet(isPresented: Binding(viewStore.binding(get: \.isModalShown, send: .primeModalDismissed))) {
      IsPrimeView(store: store)
    }
    .alert(
      Text(verbatim: viewStore.answer ?? ""),
      isPresented: Binding(viewStore.binding(get: { $0.answer != nil }, send: .alertDismissButtonTapped)),
      presenting: viewStore.answer
    ) { _ in
      Button("OK") { viewStore.send(.alertDismissButtonTapped) }
    } message: { _ in
    }
  }
}

/// The counter on a Mac: the modal is a popover, and nothing is tapped twice.
struct MacCounterView: View {
  let store: StoreOf<CounterFeature>
  let viewStore: ViewStore<PhoneCounterView.State, Counter.Action>

  init(store: StoreOf<CounterFeature>) {
    self.store = store
    viewStore = ViewStore(store, observe: PhoneCounterView.State.init(counter:), send: { .counter($0) })
  }

  var body: some View {
    VStack {
      Text(verbatim: "\(viewStore.count)")
      Button("Is this prime?") { viewStore.send(.isPrimeButtonTapped) }
        .popover(isPresented: Binding(viewStore.binding(get: \.isModalShown, send: .primeModalDismissed))) {
          IsPrimeView(store: store)
        }
    }
  }
}

/// The content of the modal and of the popover.
struct IsPrimeView: View {
  let store: StoreOf<CounterFeature>

  var body: some View {
    VStack {
      if store.favoritePrimes.contains(store.count) {
        Button("Remove from favorite primes") { store.send(.primeModal(.removeFavoritePrimeTapped)) }
      } else {
        Button("Save to favorite primes") { store.send(.primeModal(.saveFavoritePrimeTapped)) }
      }
    }
  }
}
