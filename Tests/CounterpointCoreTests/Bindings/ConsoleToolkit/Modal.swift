import CounterpointCore

/// Shows a widget while there is something to show, and another one for each new thing. Its user can close it.
@MainActor
final class Modal<State, Action>: Widget {
  private var shown: (store: Store<State, Action>, widget: any Widget, item: UIBinding<Store<State, Action>?>)?
  private var token: ObserveToken?

  /// Creates a modal.
  ///
  /// - Parameter item: Read for each presented item, so that each is closed through a binding of its own.
  init(
    _ item: @autoclosure @escaping @MainActor () -> UIBinding<Store<State, Action>?>,
    content: @escaping @MainActor (Store<State, Action>) -> any Widget
  ) {
    token = show { [weak self] in self?.update(item(), content) }
  }

  var lines: [String] {
    guard let shown else { return [] }
    return ["+--"] + shown.widget.lines.map { "| \($0)" } + ["+--"]
  }

  func close() {
    shown?.item.wrappedValue = nil
  }

  /// A late close by the user, when the modal is already closed and another may be open.
  var lateClose: () -> Void {
    let item = shown?.item
    return { item?.wrappedValue = nil }
  }

  private func update(
    _ item: UIBinding<Store<State, Action>?>,
    _ content: @MainActor (Store<State, Action>) -> any Widget
  ) {
    guard let store = item.wrappedValue else { return shown = nil }
    shown = (store, shown?.store === store ? shown!.widget : content(store), item)
  }
}
