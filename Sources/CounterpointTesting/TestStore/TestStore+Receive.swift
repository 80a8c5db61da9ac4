@_spi(Internals) import CounterpointSupport
public import CaseKeyPaths

extension TestStore {
  /// Receives an action that an effect has sent, and asserts its state change.
  ///
  /// Actions are received in the order in which they were handled. If there is none, the effects continue to run.
  /// Real time passes only while an effect waits for work outside of the store's executor, up to the timeout. If the
  /// action can't arrive, the call fails immediately.
  ///
  /// In a test that is not exhaustive, the actions before the expected one are skipped. In an exhaustive test they
  /// cause one failure, and the expected action is compared anyway. If the expected action is missing, the first
  /// unreceived action takes its place.
  ///
  /// - Parameters:
  ///   - expected: The action.
  ///   - timeout: The time to wait for work outside of the store's executor; by default ``timeout``.
  ///   - update: Transforms the state before the action into the state after it. Runs with ``dependencies``.
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

  /// Unavailable: the action can't be compared.
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

  /// Receives an action that satisfies a predicate, and asserts its state change. Otherwise like the `receive` of an
  /// action.
  ///
  /// - Parameters:
  ///   - isMatching: Returns whether an action is the expected one. It may be called several times per action.
  ///   - timeout: The time to wait for work outside of the store's executor; by default ``timeout``.
  ///   - update: Transforms the state before the action into the state after it.
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

  /// Receives an action of a case with any payload, and asserts its state change. Otherwise like the `receive` of an
  /// action.
  ///
  /// - Parameters:
  ///   - actionCase: The case, as in `\.child.loaded`.
  ///   - timeout: The time to wait for work outside of the store's executor; by default ``timeout``.
  ///   - update: Transforms the state before the action into the state after it.
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

  /// Receives an action of a case with a given payload, and asserts its state change. Otherwise like the `receive`
  /// of an action.
  ///
  /// - Parameters:
  ///   - actionCase: The case, as in `\.child.loaded`.
  ///   - value: The payload.
  ///   - timeout: The time to wait for work outside of the store's executor; by default ``timeout``.
  ///   - update: Transforms the state before the action into the state after it.
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
