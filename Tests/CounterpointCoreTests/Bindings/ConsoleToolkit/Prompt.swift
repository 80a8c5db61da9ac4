import CounterpointCore

/// Shows an alert with its buttons.
@MainActor
final class Prompt<Action>: Widget {
  private let alert: UIBinding<Store<AlertState<Action>, Action>?>
  private var shown: (store: Store<AlertState<Action>, Action>, alert: AlertState<Action>)?
  private var token: ObserveToken?

  init(_ alert: UIBinding<Store<AlertState<Action>, Action>?>) {
    self.alert = alert
    token = show { [weak self] in
      self?.shown = alert.wrappedValue.map { store in (store, store.withState { $0 }) }
    }
  }

  var lines: [String] {
    guard let shown else { return [] }
    let buttons = shown.alert.buttons.map { "(\(String(state: $0.label)))" }
    return [String(state: shown.alert.title), buttons.joined(separator: " ")]
  }

  /// Presses a button: one with an action sends it, any other only closes the alert.
  func press(_ index: Int) {
    guard let shown else { return }
    shown.alert.buttons[index].withAction { action in
      if let action { shown.store.send(action) } else { alert.wrappedValue = nil }
    }
  }
}
