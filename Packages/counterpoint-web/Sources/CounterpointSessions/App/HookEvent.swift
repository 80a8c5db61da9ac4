import CounterpointHTML

/// An event that hooks of the program's pages send, and the view action that it stands for.
///
/// ```swift
/// struct Move: Codable { var id: String, index: Int }
///
/// HookEvent("moved", Move.self) { move, state in
///   state.tasks.contains { $0.id == move.id } ? .taskMoved(id: move.id, index: move.index) : nil
/// }
/// ```
///
/// Browsers can send any value of the type, while their page has an element that offers the event: see
/// `Element.hook(_:data:drawsContent:sends:)`. So `action` checks what only some values may do. A refused value gets
/// status 400, an event that the page does not offer status 409, and neither changes anything.
public struct HookEvent<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  let name: String
  /// Returns the action for a value in JSON; `nil` to refuse it.
  let action: @Sendable (_ json: String, ViewState) -> ViewAction?

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - name: The name of the event.
  ///   - type: The type of its value. Unknown keys are refused.
  ///   - maxSize: The maximum size of the value, in bytes of JSON.
  ///   - action: Returns the action for a value, or `nil` to refuse it. The state is that before the first input of
  ///     the request.
  public init<Value: Codable & SendableMetatype>(
    _ name: String,
    _ type: Value.Type,
    maxSize: Int = 4096,
    action: @escaping @Sendable (_ value: Value, _ state: ViewState) -> ViewAction?
  ) {
    self.name = name
    self.action = { json, state in
      guard json.utf8.count <= maxSize, let value = HookCode.decode(type, from: json) else { return nil }
      return action(value, state)
    }
  }
}
