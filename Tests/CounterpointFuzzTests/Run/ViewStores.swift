import Counterpoint

/// The view stores of a run.
final class ViewStores {
  struct ViewState: Equatable {
    var n: Int
    var hits: Int
    var pair: Int
    var opt: Int?
    var groups: [Int]

    init(_ state: Tree.State) {
      n = state.n
      hits = state.hits
      pair = state.pair.first
      opt = state.opt?.n
      groups = state.groups.map(\.n)
    }

    init(_ model: Model) {
      n = model.root.n
      hits = model.hits
      pair = model.pair
      opt = model.root.slots[.opt]?.n
      groups = (model.root.lists[.groups] ?? []).map(\.n)
    }
  }

  let viewStore: ViewStore<ViewState, NodeAction>
  private var last: ViewState
  /// The state between the two actions of a step.
  var between: ViewState?
  private var shown: [ViewState] = []
  private var token: ObserveToken?
  private var waiting: CheckedContinuation<Void, Never>?

  init(_ store: StoreOf<Tree>) {
    viewStore = store.view(state: ViewState.init, action: { .node($0) })
    last = viewStore.state
    token = viewStore.observe { [unowned self] in
      shown.append($0)
      stopWaiting()
    }
    shown = []
  }

  private func stopWaiting() {
    waiting?.resume()
    waiting = nil
  }

  /// Waits for the call of the listener after a change outside of the store, which is a later job of the store's actor.
  ///
  /// A wait that reaches the deadline ends without a call: ``check(_:)`` reports that the call is missing.
  @FuzzActor
  func settle(_ model: Model, deadline: Duration) async {
    guard ViewState(model) != last, shown.isEmpty else { return }
    let timer = Task { @FuzzActor [weak self] in
      try await Task.sleep(for: deadline)
      self?.stopWaiting()
    }
    await withCheckedContinuation { waiting = $0 }
    timer.cancel()
  }

  /// Compares the state, which is current before listeners are called.
  func checkState(_ model: Model) throws {
    let expected = ViewState(model)
    if viewStore.state != expected {
      throw FuzzFailure(kind: "view store", message: "the view store shows \(viewStore.state) and not \(expected)")
    }
  }

  /// Compares, and expects that listeners were called once after each action that has changed the state.
  func check(_ model: Model) throws {
    try checkState(model)
    let expected = ViewState(model)
    let calls = [between, expected == between ?? last ? nil : expected].compactMap(\.self)
    if shown != calls {
      throw FuzzFailure(
        kind: "view store",
        message: "the view store's listener was called with \(shown) and not \(calls)"
      )
    }
    last = expected
    between = nil
    shown = []
  }
}
