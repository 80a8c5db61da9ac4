public import CaseKeyPaths
@_spi(Internals) import CounterpointSupport

extension UIBindable {
  /// Returns the binding of a presented child's store; `nil` while nothing is presented.
  ///
  /// ```swift
  /// sheet.present($store.scope(\.editor, action: \.editor)) { EditorScreen($0) }
  /// ```
  ///
  /// Writing `nil` sends `.dismiss` if the child is the same as at the binding's creation. A late write by a
  /// disappearing screen does not dismiss the next child. A binding created while nothing was presented dismisses the
  /// child that it read last. Writing a store does nothing.
  ///
  /// If no reducer clears the child's state, an issue is reported.
  ///
  /// - Parameters:
  ///   - state: The child's state, while it is presented.
  ///   - action: The case that holds the child's presentation actions.
  public func scope<State: ObservableState, Action, Child, ChildAction>(
    _ state: KeyPath<State, Child?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> UIBinding<Store<Child, ChildAction>?> where Value == Store<State, Action> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return UIBinding(PresentedStore(wrappedValue, StoreSource(wrappedValue), state, action, at: location))
  }

  /// Returns the binding of a presented child's store, `nil` while nothing is presented: `$store.scope(\.$editor,
  /// action: \.editor)`.
  ///
  /// If the child is an enum of features, there is a binding for each case:
  ///
  /// ```swift
  /// $store.scope(\.$destination, action: \.destination).editor   // UIBinding<StoreOf<Editor>?>
  /// ```
  ///
  /// - Parameters:
  ///   - state: The child's state.
  ///   - action: The case that holds the child's presentation actions.
  public func scope<State: ObservableState, Action, Child, ChildAction>(
    _ state: KeyPath<State, PresentationState<Child>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> UIBinding<Store<Child, ChildAction>?> where Value == Store<State, Action> {
    scope(
      state.appending(path: \.wrappedValue),
      action: action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns the binding of a stack's store. Use its ``UIBinding/pathView(fileID:filePath:line:column:)`` in a toolkit.
  ///
  /// - Parameters:
  ///   - state: The stack.
  ///   - action: The case that holds its actions.
  public func scope<State: ObservableState, Action, Element, ElementAction>(
    _ state: KeyPath<State, StackState<Element>>,
    action: CaseKeyPath<Action, StackAction<Element, ElementAction>>
  ) -> UIBinding<Store<StackState<Element>, StackAction<Element, ElementAction>>> where Value == Store<State, Action> {
    UIBinding<Store<StackState<Element>, StackAction<Element, ElementAction>>>(
      ChildStore(wrappedValue, StoreSource(wrappedValue), state, action)
    )
  }
}

extension UIBinding {
  /// Returns the binding of a presented child's store; `nil` while nothing is presented. See ``UIBindable``.
  public func scope<State: ObservableState, Action, Child, ChildAction>(
    _ state: KeyPath<State, Child?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> UIBinding<Store<Child, ChildAction>?> where Value == Store<State, Action> {
    let source = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return UIBinding<Store<Child, ChildAction>?>(
      PresentedStore(withoutTracking { wrappedValue }, StoreSource(location), state, action, at: source),
      transaction: transaction
    )
  }

  /// Returns the binding of a presented child's store; `nil` while nothing is presented. See ``UIBindable``.
  public func scope<State: ObservableState, Action, Child, ChildAction>(
    _ state: KeyPath<State, PresentationState<Child>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> UIBinding<Store<Child, ChildAction>?> where Value == Store<State, Action> {
    scope(
      state.appending(path: \.wrappedValue),
      action: action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns the binding of a stack's store. See ``UIBindable``.
  public func scope<State: ObservableState, Action, Element, ElementAction>(
    _ state: KeyPath<State, StackState<Element>>,
    action: CaseKeyPath<Action, StackAction<Element, ElementAction>>
  ) -> UIBinding<Store<StackState<Element>, StackAction<Element, ElementAction>>> where Value == Store<State, Action> {
    UIBinding<Store<StackState<Element>, StackAction<Element, ElementAction>>>(
      ChildStore(withoutTracking { wrappedValue }, StoreSource(location), state, action),
      transaction: transaction
    )
  }
}

/// The store of a child that is not optional. Writing does nothing.
final class ChildStore<State, Action, Child, ChildAction>: BindingLocation {
  private let source: StoreSource<State, Action>
  private let state: KeyPath<State, Child>
  private let action: CaseKeyPath<Action, ChildAction>
  /// The last store, which is returned after the parent's release.
  private var last: Store<Child, ChildAction>

  init(
    _ store: Store<State, Action>,
    _ source: StoreSource<State, Action>,
    _ state: KeyPath<State, Child>,
    _ action: CaseKeyPath<Action, ChildAction>
  ) {
    self.source = source
    self.state = state
    self.action = action
    self.last = store.scope(state, action: action)
  }

  var value: Store<Child, ChildAction> {
    if let store = source.find() { last = store.scope(state, action: action) }
    return last
  }

  func set(_ value: Store<Child, ChildAction>) {}

  var identity: AnyHashable {
    AnyHashable(
      BindingIdentity(base: AnyHashable(BindingIdentity(base: source.identity, path: state)), path: action)
    )
  }
}
