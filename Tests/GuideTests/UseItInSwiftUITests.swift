#if canImport(SwiftUI)
import Counterpoint
import SwiftUI

// The code of the guide "Use it in SwiftUI", to the letter. It is compiled where there is SwiftUI.

@Reducer
struct Tally {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var title = ""
  }

  enum Action {
    case decremented
    case incremented
    case titleChanged(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decremented: state.count -= 1
      case .incremented: state.count += 1
      case .titleChanged(let title): state.title = title
      }
      return .none
    }
  }
}

struct CounterView: View {
  let store: StoreOf<Tally>

  var body: some View {
    HStack {
      Button("−") { store.send(.decremented) }
      Text("\(store.count)")
      Button("+") { store.send(.incremented) }
    }
  }
}

struct TitleField: View {
  let store: StoreOf<Tally>

  var body: some View {
    TextField("Title", text: Binding(get: { store.title }, set: { store.send(.titleChanged($0)) }))
  }
}

struct TallyApp: App {
  static let store = Store(initialState: Tally.State(), on: MainActor.shared) { Tally() }

  var body: some Scene {
    WindowGroup { CounterView(store: Self.store) }
  }
}
#endif
