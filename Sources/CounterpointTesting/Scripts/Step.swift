import CounterpointSupport

/// A step of a script: an action and its state change.
///
/// ```swift
/// Step(.send, .counter(.incrTapped)) { $0.count = 3 }
/// ```
///
/// See `assert`.
public struct Step<Value, Action> {
  /// The sender of an action.
  public enum Kind: Hashable, Sendable {
    /// The user sends it.
    case send
    /// An effect sends it.
    case receive
  }

  let kind: Kind
  let action: Action
  let update: ((inout Value) throws -> Void)?
  let location: SourceLocation

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - kind: The sender of the action.
  ///   - action: The action.
  ///   - update: Transforms the state before the action into the state after it. Omit it if the state doesn't
  ///     change; it may also leave the state unchanged.
  public init(
    _ kind: Kind,
    _ action: Action,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ update: ((_ value: inout Value) throws -> Void)? = nil
  ) {
    self.kind = kind
    self.action = action
    self.update = update
    location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
