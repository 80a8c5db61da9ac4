import CounterpointCore

/// Shows a widget for each of some stores. The widget of a row stays as long as the row does.
@MainActor
final class List<ID: Hashable, State, Action>: Widget {
  private var rows: [(id: ID, store: Store<State, Action>, widget: any Widget)] = []
  private var token: ObserveToken?

  init(
    _ stores: @escaping @MainActor () -> StoreCollection<ID, State, Action>,
    row: @escaping @MainActor (Store<State, Action>) -> any Widget
  ) {
    token = show { [weak self] in self?.update(stores(), row) }
  }

  var lines: [String] { rows.flatMap { $0.widget.lines.map { "- \($0)" } } }

  subscript(index: Int) -> any Widget { rows[index].widget }

  private func update(
    _ stores: StoreCollection<ID, State, Action>,
    _ row: @MainActor (Store<State, Action>) -> any Widget
  ) {
    let old = rows
    rows = stores.indices.map { index in
      let (id, store) = (stores.id(at: index), stores[index])
      if let known = old.first(where: { $0.id == id && $0.store === store }) { return known }
      return (id, store, row(store))
    }
  }
}
