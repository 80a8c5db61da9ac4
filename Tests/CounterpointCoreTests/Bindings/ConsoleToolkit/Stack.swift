import CounterpointCore

/// Shows the topmost screen of a stack. Its user can go back.
@MainActor
final class Stack<State, Action>: Widget {
  private let root: any Widget
  private let path: UIBinding<StackState<State>.PathView>
  private var screens: [StackElementID: any Widget] = [:]
  private var top: StackElementID?
  private var token: ObserveToken?

  init(
    _ stack: UIBinding<Store<StackState<State>, StackAction<State, Action>>>,
    root: any Widget,
    screen: @escaping @MainActor (Store<State, Action>) -> any Widget
  ) {
    self.root = root
    path = stack.pathView()
    token = show { [weak self, path] in
      let ids = path.wrappedValue.map(\.id)
      self?.update(ids) { id in stack.wrappedValue.scope(id: id).map(screen) }
    }
  }

  var lines: [String] {
    guard let top, let screen = screens[top] else { return root.lines }
    return ["<"] + screen.lines
  }

  func back() {
    if !path.wrappedValue.isEmpty { path.wrappedValue.removeLast() }
  }

  private func update(_ ids: [StackElementID], _ screen: (StackElementID) -> (any Widget)?) {
    let old = screens
    screens = [:]
    for id in ids { screens[id] = old[id] ?? screen(id) }
    top = ids.last
  }
}
