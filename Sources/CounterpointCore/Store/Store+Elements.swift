public import CaseKeyPaths
@_spi(Internals) import CounterpointSupport
public import IdentifiedArrays

extension Store where State: ObservableState, Action: CasePathable {
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
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, IdentifiedAction<ID, RowAction>>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreCollection<ID, RowState, RowAction> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return stores(of: scope(state, action: action), at: location) { $0.elementStores() }
  }

  /// Returns the stores of the features in a list: the labeled variant.
  @_disfavoredOverload
  public func scope<ID, RowState, RowAction>(
    state: KeyPath<State, IdentifiedArray<ID, RowState>>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, IdentifiedAction<ID, RowAction>>>,
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
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, StackAction<ElementState, ElementAction>>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreCollection<StackElementID, ElementState, ElementAction> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return stores(of: scope(state, action: action), at: location) { $0.elementStores() }
  }
}

extension Store where State: ObservableState {
  /// Returns the stores of the features in a list: the variant for any case key path. It returns the same stores.
  ///
  /// - Parameters:
  ///   - state: The elements.
  ///   - action: The case that holds their actions.
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
    return stores(of: scope(state, action: action), at: location) { $0.elementStores() }
  }

  /// Returns the stores of the features in a list: the labeled variant for any case key path.
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

  /// Returns the stores of the features on a stack: the variant for any case key path. It returns the same stores.
  ///
  /// - Parameters:
  ///   - state: The stack.
  ///   - action: The case that holds its actions.
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
    return stores(of: scope(state, action: action), at: location) { $0.elementStores() }
  }

  /// Returns the stores of the elements of a child, and tracks which there are.
  private func stores<Container: ElementContainer<ID, Element>, ContainerAction, ID, Element, ElementAction>(
    of container: @autoclosure () -> Store<Container, ContainerAction>,
    at location: SourceLocation,
    _ stores: (Store<Container, ContainerAction>) -> ElementStores<Container, ContainerAction, ElementAction>
  ) -> StoreCollection<ID, Element, ElementAction> {
    core.hub.preconditionIsolated()
    reportIfUncached()
    let container = container()
    container.core.track()
    return StoreCollection(stores(container), at: location)
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

/// The stores of the features in a list or on a stack, one for each element.
///
/// A snapshot of the elements' ids at its creation; the stores are live. A store is created on demand, and is the
/// same one as long as it is held. Use the collection on the store's actor.
public struct StoreCollection<ElementID: Hashable, State, Action>: RandomAccessCollection {
  private let ids: [ElementID]
  private let makeStore: (ElementID) -> Store<State, Action>

  init<Container: ElementContainer<ElementID, State>, ContainerAction>(
    _ stores: ElementStores<Container, ContainerAction, Action>,
    at location: SourceLocation
  ) {
    let ids = stores.container.withState { $0.value.elementIDs }
    // A removed element without a known state needs a substitute.
    let substitute = ids.first.flatMap(stores.snapshot(id:))
    self.ids = ids
    self.makeStore = { id in
      if let store = stores.storeOrHeldStore(id: id) { return store }
      guard let substitute else { preconditionFailure("A collection of stores has elements and no substitute.") }
      reportGone(id, at: location)
      return stores.storeOfGoneElement(id: id, showing: substitute)
    }
  }

  /// 0.
  public var startIndex: Int { ids.startIndex }

  /// The number of elements in the snapshot.
  public var endIndex: Int { ids.endIndex }

  /// Returns the store of an element.
  ///
  /// If the element was removed since the collection was created, and its store is not held, an issue is reported.
  /// The store then shows the first element of the collection, and its actions reach the parent's reducer, which
  /// reports that the element is absent. Create the collection again for each display.
  ///
  /// - Parameter position: The position, less than `endIndex`.
  public subscript(position: Int) -> Store<State, Action> {
    makeStore(ids[position])
  }
}

extension StoreCollection {
  /// Returns the id of an element without creating its store.
  ///
  /// - Parameter position: The position, less than `endIndex`.
  public func id(at position: Int) -> ElementID { ids[position] }
}

private func reportGone(_ id: some Hashable, at location: SourceLocation) {
  reportIssue(
    """
    The store of a removed element was requested: the element with the id '\(id)' was removed after the collection of \
    stores was created, at \(location.fileID):\(location.line), and before its store was used.

    The returned store shows another element, and its actions find no element. Call 'scope' again for the current \
    elements, instead of keeping the collection.
    """,
    at: location
  )
}
