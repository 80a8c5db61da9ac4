#if canImport(SwiftUI)

public import Counterpoint
public import SwiftUI

extension View {
  /// Shows an alert while its state is present. A button sends its action, and closing it sends `.dismiss`.
  ///
  /// ```swift
  /// .alert($store.scope(\.$alert, action: \.alert))
  /// ```
  ///
  /// - Parameter store: The binding of the alert's store.
  @MainActor public func alert<Action>(_ store: Binding<Store<AlertState<Action>, Action>?>) -> some View {
    let alert = store.wrappedValue?.withState { $0 }
    return self.alert(
      alert.map { Text($0.title) } ?? Text(verbatim: ""),
      isPresented: Binding(presenceOf: store),
      presenting: alert
    ) { alert in
      PromptButtons(buttons: alert.buttons) { store.wrappedValue?.send($0) }
    } message: { alert in
      if let message = alert.message { Text(message) }
    }
  }

  /// Shows a confirmation dialog while its state is present. A button sends its action, and closing it sends
  /// `.dismiss`.
  ///
  /// - Parameter store: The binding of the dialog's store.
  @MainActor public func confirmationDialog<Action>(
    _ store: Binding<Store<ConfirmationDialogState<Action>, Action>?>
  ) -> some View {
    let dialog = store.wrappedValue?.withState { $0 }
    return confirmationDialog(
      dialog.map { Text($0.title) } ?? Text(verbatim: ""),
      isPresented: Binding(presenceOf: store),
      titleVisibility: dialog.map { Visibility($0.titleVisibility) } ?? .automatic,
      presenting: dialog
    ) { dialog in
      PromptButtons(buttons: dialog.buttons) { store.wrappedValue?.send($0) }
    } message: { dialog in
      if let message = dialog.message { Text(message) }
    }
  }
}

/// The buttons of a prompt.
private struct PromptButtons<Action>: View {
  let buttons: [ButtonState<Action>]
  let send: @MainActor (Action) -> Void

  var body: some View {
    ForEach(buttons) { button in
      Button(role: button.role.map { ButtonRole($0) }) {
        button.withAction { if let action = $0 { send(action) } }
      } label: {
        Text(button.label)
      }
    }
  }
}

extension Binding where Value == Bool {
  /// Creates a binding of the presence of a value. Writing `false` makes it `nil`.
  @MainActor fileprivate init<Wrapped>(presenceOf base: Binding<Wrapped?>) {
    let source = OptionalSource(base)
    self.init(
      get: { @MainActor in source.binding.wrappedValue != nil },
      set: { @MainActor isPresent in if !isPresent { source.binding.wrappedValue = nil } }
    )
  }
}

/// Makes a binding sendable, because SwiftUI's closures are.
@MainActor private final class OptionalSource<Wrapped> {
  let binding: Binding<Wrapped?>

  init(_ binding: Binding<Wrapped?>) {
    self.binding = binding
  }
}

extension ButtonRole {
  /// Creates the role of a prompt's button.
  ///
  /// - Parameter role: The role in the state.
  public init(_ role: ButtonStateRole) {
    switch role {
    case .cancel: self = .cancel
    case .destructive: self = .destructive
    }
  }
}

extension Visibility {
  /// Creates the visibility of a dialog's title.
  ///
  /// - Parameter visibility: The visibility in the state.
  public init(_ visibility: ConfirmationDialogStateTitleVisibility) {
    switch visibility {
    case .automatic: self = .automatic
    case .hidden: self = .hidden
    case .visible: self = .visible
    }
  }
}

extension Text {
  /// Creates a text from its state, with its styles.
  ///
  /// - Parameter state: The text. It is shown as it is, not looked up in a table of translations.
  public init(_ state: TextState) {
    self = state.parts.reduce(Text(verbatim: "")) { $0 + Text($1) }
  }

  private init(_ part: TextState.Part) {
    var text = Text(verbatim: part.text)
    if part.style.isBold { text = text.bold() }
    if part.style.isItalic { text = text.italic() }
    if part.style.isUnderlined { text = text.underline() }
    if part.style.isStruckThrough { text = text.strikethrough() }
    if let color = part.style.foregroundColor { text = text.foregroundStyle(Color(color)) }
    self = text
  }
}

extension Color {
  /// Creates the color of a text's state. The named colors are those of the system.
  ///
  /// - Parameter color: The color in the state.
  public init(_ color: TextState.Color) {
    switch color {
    case .black: self = .black
    case .blue: self = .blue
    case .brown: self = .brown
    case .cyan: self = .cyan
    case .gray: self = .gray
    case .green: self = .green
    case .indigo: self = .indigo
    case .orange: self = .orange
    case .pink: self = .pink
    case .purple: self = .purple
    case .red: self = .red
    case .teal: self = .teal
    case .white: self = .white
    case .yellow: self = .yellow
    case .rgb(let red, let green, let blue):
      self.init(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
    }
  }
}

#endif
