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
  private var shown: [ViewState] = []
  private var token: ObserveToken?

  init(_ store: StoreOf<Tree>) {
    viewStore = store.view(state: ViewState.init, action: { .node($0) })
    last = viewStore.state
    token = viewStore.observe { [unowned self] in shown.append($0) }
    shown = []
  }

  /// Compares, and expects that listeners were called once if the state has changed and not otherwise.
  func check(_ model: Model) throws {
    let expected = ViewState(model)
    if viewStore.state != expected {
      throw FuzzFailure(kind: "view store", message: "the view store shows \(viewStore.state) and not \(expected)")
    }
    let calls = expected == last ? [] : [expected]
    if shown != calls {
      throw FuzzFailure(
        kind: "view store",
        message: "the view store's listener was called with \(shown) and not \(calls)"
      )
    }
    last = expected
    shown = []
  }
}
