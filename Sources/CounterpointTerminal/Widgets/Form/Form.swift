public import CounterpointCore

/// Fields below each other, bound to what they show and change, one of which has the focus.
///
/// ```swift
/// struct ProfileScreen {
///   @UIBindable var store: StoreOf<Profile>
///   @UIBinding var cursor = FormCursor()
///
///   var form: Form<Profile.Field> {
///     Form(focus: $store.focus, cursor: $cursor, [
///       .text("Name", $store.name, id: .name),
///       .toggle("Send me news", $store.wantsNews, id: .news),
///     ])
///   }
/// }
/// ```
///
/// A plain value: make it where you show it and where you handle an event. Inside
/// ``TerminalSession/run(isolation:screen:command:)`` it is drawn again after each change of its values.
public struct Form<ID: Hashable & Sendable> {
  /// The fields from top to bottom. Each has another id.
  public let fields: [FormField<ID>]

  let focus: UIBinding<ID?>
  let cursor: UIBinding<FormCursor>

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - focus: The id of the field that has the focus; `nil` if none has.
  ///   - cursor: Where the cursor stands in it.
  ///   - fields: The fields from top to bottom.
  public init(focus: UIBinding<ID?>, cursor: UIBinding<FormCursor>, _ fields: [FormField<ID>]) {
    self.fields = fields
    self.focus = focus
    self.cursor = cursor
  }

  /// The text field for a text, with the cursor where it was left.
  func textField(_ id: ID, _ text: String, isPassword: Bool, placeholder: StyledText) -> TextField {
    TextField(
      text,
      offset: cursor.wrappedValue.offset(in: id),
      isPassword: isPassword,
      placeholder: placeholder
    )
  }
}
