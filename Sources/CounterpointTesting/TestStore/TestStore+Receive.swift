public import CaseKeyPaths

extension TestStore {
  /// Receives an action that an effect has sent, and asserts how the state has changed by it.
  ///
  /// Actions are received in the order in which they were handled. If none is there, the effects run on; real time passes
  /// only while one of them waits for something outside of the store's executor, up to the timeout. When the action can't
  /// come any more, it fails at once.
  ///
  /// While the test is not exhaustive, actions before the expected one are skipped. Otherwise they fail the test once, and the
  /// expected one is compared all the same. If the expected one is not there, the first of the others is taken in its place.
  ///
  /// - Parameters:
  ///   - expected: The action.
  ///   - timeout: How long to wait for what is outside; ``timeout`` unless given.
  ///   - update: Edits the state before the action to the state after it. Runs with ``dependencies``.
  ///   - fileID: The place of this call, for failures.
  ///   - filePath: The place of this call, for failures.
  ///   - line: The place of this call, for failures.
  ///   - column: The place of this call, for failures.
  public nonisolated(nonsending) func receive(
    _ expected: Action,
    timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      .action(expected),
      timeout: timeout,
      assert: update,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Not there: the action can't be compared.
  @available(
    *,
    unavailable,
    message: "Receive the action by the path to its case, as in 'receive(\\.loaded)', or make 'Action' equatable."
  )
  @_disfavoredOverload
  public nonisolated(nonsending) func receive(
    _ expected: Action,
    timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    preconditionFailure("unavailable")
  }

  /// Receives an action that satisfies a predicate, and asserts how the state has changed by it. As
  /// `receive` otherwise.
  ///
  /// - Parameters:
  ///   - isMatching: Whether an action is the expected one. May be called more than once for each.
  ///   - timeout: How long to wait for what is outside; ``timeout`` unless given.
  ///   - update: Edits the state before the action to the state after it.
  ///   - fileID: The place of this call, for failures.
  ///   - filePath: The place of this call, for failures.
  ///   - line: The place of this call, for failures.
  ///   - column: The place of this call, for failures.
  @_disfavoredOverload
  public nonisolated(nonsending) func receive(
    _ isMatching: @escaping (_ action: Action) -> Bool,
    timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await receive(
      .predicate(isMatching),
      timeout: timeout,
      assert: update,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Receives an action of a case, whatever its payload, and asserts how the state has changed by it. As
  /// `receive` otherwise.
  ///
  /// - Parameters:
  ///   - actionCase: The case, as in `\.child.loaded`.
  ///   - timeout: How long to wait for what is outside; ``timeout`` unless given.
  ///   - update: Edits the state before the action to the state after it.
  ///   - fileID: The place of this call, for failures.
  ///   - filePath: The place of this call, for failures.
  ///   - line: The place of this call, for failures.
  ///   - column: The place of this call, for failures.
  @_disfavoredOverload
  public nonisolated(nonsending) func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>,
    timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(.casePath(actionCase, at: location), timeout: timeout, assert: update, at: location)
  }

  /// Receives an action of a case with a payload, and asserts how the state has changed by it. As
  /// `receive` otherwise.
  ///
  /// - Parameters:
  ///   - actionCase: The case, as in `\.child.loaded`.
  ///   - value: The payload.
  ///   - timeout: How long to wait for what is outside; ``timeout`` unless given.
  ///   - update: Edits the state before the action to the state after it.
  ///   - fileID: The place of this call, for failures.
  ///   - filePath: The place of this call, for failures.
  ///   - line: The place of this call, for failures.
  ///   - column: The place of this call, for failures.
  @_disfavoredOverload
  public nonisolated(nonsending) func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>,
    _ value: Value,
    timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable {
    await receive(
      .casePath(actionCase, value),
      timeout: timeout,
      assert: update,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
