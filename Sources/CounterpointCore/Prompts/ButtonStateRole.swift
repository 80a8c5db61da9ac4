/// The role of a button, which determines its presentation.
public enum ButtonStateRole: Hashable, Sendable {
  /// It leaves everything as it is. Prompts press it when they are closed in another way, for example with escape.
  case cancel
  /// It deletes something, or does something else that can't be undone.
  case destructive
}
