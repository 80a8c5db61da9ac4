public import CustomDump

/// The action of a prompt's button.
public struct ButtonStateAction<Action> {
  /// The action that is sent; `nil` only closes the prompt.
  public var action: Action?

  /// Sends an action.
  ///
  /// - Parameter action: The action; `nil` only closes the prompt.
  public static func send(_ action: Action?) -> Self { Self(action: action) }

  /// The same for another type of action.
  ///
  /// - Parameter transform: Gets the action, `nil` if there is none; `nil` from it only closes the prompt.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonStateAction<NewAction> {
    .send(transform(action))
  }
}

extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonStateAction: Hashable where Action: Hashable {}
extension ButtonStateAction: Sendable where Action: Sendable {}

extension ButtonStateAction: CustomDumpReflectable {
  /// The action as the payload of `send`, as it is written in code.
  public var customDumpMirror: Mirror {
    Mirror(self, children: ["send": action.map { $0 as Any } ?? (action as Any)], displayStyle: .enum)
  }
}
