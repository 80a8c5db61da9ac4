/// A step of a script: an action, and what it does to the state.
///
/// ```swift
/// Step(.send, .counter(.incrTapped)) { $0.count = 3 }
/// ```
///
/// See `assert`.
public struct Step<Value, Action> {
  /// Who the action comes from.
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

  /// Makes a step.
  ///
  /// - Parameters:
  ///   - kind: Who the action comes from.
  ///   - action: The action.
  ///   - fileID: The place of this step, for failures.
  ///   - filePath: The place of this step, for failures.
  ///   - line: The place of this step, for failures.
  ///   - column: The place of this step, for failures.
  ///   - update: Edits the state before the action to the state after it. Leave it out where nothing changes; it may also change
  ///     nothing.
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
