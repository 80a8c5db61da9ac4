public import CaseKeyPaths
public import IdentifiedArrays

extension Reducer {
  /// Runs a child feature for each element of a list in this reducer's state.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.rows, action: \.rows) { Row() }
  /// ```
  ///
  /// For an element's action the child runs first, on that element in place, then this reducer. When this reducer
  /// removes an element, its effects are canceled, except those that the child returns for the action that removes
  /// it.
  ///
  /// An action for an absent element is reported as an issue; this reducer still runs.
  ///
  /// The cost of an action does not depend on the number of elements.
  ///
  /// - Parameters:
  ///   - state: The list. A stored property, or a field of observable state.
  ///   - action: The case that holds the elements' actions.
  ///   - element: The reducer of an element.
  @inlinable
  @warn_unqualified_access
  public func forEach<ID: Hashable & Sendable, ElementState, ElementAction, Element>(
    _ state: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Element: Reducer<ElementState, ElementAction> {
    ForEachReducer(
      self,
      child: element(),
      state: state,
      action: action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
