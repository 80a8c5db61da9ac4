import CounterpointSupport
public import CaseKeyPaths
public import IdentifiedArrays

extension Store where State: ObservableState {
  /// Returns the stores of the features in a list.
  ///
  /// ```swift
  /// for row in store.scope(\.rows, action: \.rows) { … }
  /// ```
  ///
  /// The call tracks the ids of the elements and their order. Reading a row's store tracks that row.
  ///
  /// - Parameters:
  ///   - state: The elements.
  ///   - action: The case that holds their actions.
  /// - Returns: The stores. Where no collection is expected, the same call returns the store of the whole list.
  @_disfavoredOverload
  public func scope<ID, RowState, RowAction>(
    _ state: KeyPath<State, IdentifiedArray<ID, RowState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, RowAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreCollection<ID, RowState, RowAction> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    core.hub.preconditionIsolated()
    reportIfUncached()
    let list: Store<IdentifiedArray<ID, RowState>, IdentifiedAction<ID, RowAction>> = scope(state, action: action)
    list.core.track()
    return StoreCollection(list.elementStores(), at: location)
  }

  /// Returns the stores of the features in a list: the labeled variant.
  @_disfavoredOverload
  public func scope<ID, RowState, RowAction>(
    state: KeyPath<State, IdentifiedArray<ID, RowState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, RowAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreCollection<ID, RowState, RowAction> {
    scope(state, action: action, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The stores of the features on a stack.
  ///
  /// Asking tracks which elements there are, but nothing inside them.
  ///
  /// - Parameters:
  ///   - state: The stack.
  ///   - action: The case that holds its actions.
  /// - Returns: The stores; where no collection is expected, the same call gives the store of the whole stack.
  @_disfavoredOverload
  public func scope<ElementState, ElementAction>(
    _ state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreCollection<StackElementID, ElementState, ElementAction> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    core.hub.preconditionIsolated()
    reportIfUncached()
    let stack: Store<StackState<ElementState>, StackAction<ElementState, ElementAction>> = scope(state, action: action)
    stack.core.track()
    return StoreCollection(stack.elementStores(), at: location)
  }
}

extension Store {
  /// Returns the store of an element of a list. The same store is returned as long as it is held.
  ///
  /// - Parameter id: The element's id.
  /// - Returns: `nil` if there is no such element. The presence is tracked with the list.
  public func scope<ID, RowState, RowAction>(
    id: ID
  ) -> Store<RowState, RowAction>?
  where State == IdentifiedArray<ID, RowState>, Action == IdentifiedAction<ID, RowAction> {
    core.hub.preconditionIsolated()
    core.track()
    return elementStores().store(id: id)
  }

  /// Returns the store of an element of a stack. The same store is returned as long as it is held.
  ///
  /// - Parameter id: The element's id.
  /// - Returns: `nil` if there is no such element. The presence is tracked with the stack.
  public func scope<ElementState, ElementAction>(
    id: StackElementID
  ) -> Store<ElementState, ElementAction>?
  where State == StackState<ElementState>, Action == StackAction<ElementState, ElementAction> {
    core.hub.preconditionIsolated()
    core.track()
    return elementStores().store(id: id)
  }

  fileprivate func elementStores<ID, RowState, RowAction>() -> ElementStores<State, Action, RowAction>
  where State == IdentifiedArray<ID, RowState>, Action == IdentifiedAction<ID, RowAction> {
    ElementStores.of(self) { .element(id: $0, action: $1) }
  }

  fileprivate func elementStores<ElementState, ElementAction>() -> ElementStores<State, Action, ElementAction>
  where State == StackState<ElementState>, Action == StackAction<ElementState, ElementAction> {
    ElementStores.of(self) { .element(id: $0, action: $1) }
  }
}
