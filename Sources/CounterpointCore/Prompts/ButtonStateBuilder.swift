/// Collects the buttons that a prompt lists, from top to bottom.
///
/// `if`, `else`, `if let`, `switch`, `for … in` and `if #available` all work; nothing at all is no button.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  /// A button on a line of its own.
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] { [button] }

  /// The buttons of all lines.
  public static func buildBlock(_ buttons: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    buttons.flatMap(\.self)
  }

  /// An `if` without an `else`.
  public static func buildOptional(_ buttons: [ButtonState<Action>]?) -> [ButtonState<Action>] { buttons ?? [] }

  /// The branch of an `if` or `switch` that is taken first.
  public static func buildEither(first buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }

  /// The other branch of an `if` or `switch`.
  public static func buildEither(second buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }

  /// A `for … in` loop.
  public static func buildArray(_ buttons: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    buttons.flatMap(\.self)
  }

  /// An `if #available`.
  public static func buildLimitedAvailability(_ buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }
}
