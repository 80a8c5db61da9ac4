import CounterpointCore

// A minimal toolkit with a console as output. It uses `observe`, `UIBinding` and stores, and knows no feature.

/// A view that renders as lines of text.
@MainActor
protocol Widget: AnyObject {
  var lines: [String] { get }
}

extension Widget {
  /// Waits until the widget shows these lines.
  func shows(_ lines: [String]) async {
    while self.lines != lines {
      await withCheckedContinuation { Console.waiting.append($0) }
    }
  }

  /// Observes what a widget shows, for as long as the token is there.
  func show(_ update: @escaping @MainActor () -> Void) -> ObserveToken {
    observe {
      update()
      Console.didShow()
    }
  }
}

/// Resumes the tests that wait for a change of a widget.
@MainActor
private enum Console {
  static var waiting: [CheckedContinuation<Void, Never>] = []

  static func didShow() {
    let all = waiting
    waiting = []
    for continuation in all { continuation.resume() }
  }
}

/// Shows a text.
@MainActor
final class Label: Widget {
  private(set) var lines: [String] = []
  private var token: ObserveToken?

  init(_ text: @escaping @MainActor () -> String) {
    token = show { [weak self] in self?.lines = [text()] }
  }
}

/// Shows a text that its user edits.
@MainActor
final class TextField: Widget {
  private(set) var lines: [String] = []
  private let text: UIBinding<String>
  private var token: ObserveToken?

  init(_ title: String, text: UIBinding<String>) {
    self.text = text
    token = show { [weak self] in self?.lines = ["\(title): \(text.wrappedValue)"] }
  }

  func type(_ characters: String) {
    text.wrappedValue += characters
  }
}

/// Shows whether something is on, and switches it.
@MainActor
final class Toggle: Widget {
  private(set) var lines: [String] = []
  private let isOn: UIBinding<Bool>
  private var token: ObserveToken?

  init(_ title: String, isOn: UIBinding<Bool>) {
    self.isOn = isOn
    token = show { [weak self] in self?.lines = ["[\(isOn.wrappedValue ? "x" : " ")] \(title)"] }
  }

  func press() {
    isOn.wrappedValue.toggle()
  }
}

/// Shows widgets one below the other.
@MainActor
final class Column: Widget {
  private let widgets: [any Widget]

  init(_ widgets: any Widget...) {
    self.widgets = widgets
  }

  var lines: [String] { widgets.flatMap(\.lines) }
}
