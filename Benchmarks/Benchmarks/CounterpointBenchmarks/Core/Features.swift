import Counterpoint

/// The counter of the cases.
@Reducer
struct Leaf {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
    var title = ""
  }

  enum Action: Equatable, Sendable {
    case increment
    /// Sends itself so many times more.
    case chain(Int)
    /// Work that sends an action back.
    case start
    /// Work that does nothing.
    case startNothing
    /// Work with an id that waits until it is canceled.
    case wait(Int)
    case cancel(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .chain(let rest):
        state.count += 1
        return rest > 0 ? .send(.chain(rest - 1)) : .none
      case .start:
        return .run { send in await send(.increment) }
      case .startNothing:
        return .run { _ in }
      case .wait(let id):
        // Work that only a cancellation ends.
        return .run { _ in try await Task.sleep(for: .seconds(3600)) }.cancellable(id: id)
      case .cancel(let id):
        return .cancel(id: id)
      }
    }
  }
}

/// A list of leaves.
@Reducer
struct Rows {
  @ObservableState
  struct State: Equatable {
    var rows: IdentifiedArrayOf<Leaf.State>
    var refreshes = 0

    init(count: Int) {
      rows = IdentifiedArray(uniqueElements: (0..<count).map { Leaf.State(id: $0) })
    }
  }

  enum Action: Equatable, Sendable {
    case rows(IdentifiedActionOf<Leaf>)
    case refresh
    case append(id: Int)
    case removeLast
    case moveLast(to: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rows:
        break
      case .refresh:
        state.refreshes += 1
      case .append(let id):
        state.rows.append(Leaf.State(id: id))
      case .removeLast:
        state.rows.removeLast()
      case .moveLast(let offset):
        state.rows.move(fromOffsets: [state.rows.count - 1], toOffset: offset)
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Leaf() }
  }
}
