public import CaseKeyPaths
public import IdentifiedArrays

extension Reducer {
  /// Runs a child feature on each element of a list in this reducer's state.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.rows, action: \.rows) { Row() }
  /// ```
  ///
  /// For an element's action the child runs first, on that element in place, then this reducer. An element's effects are
  /// canceled when this reducer removes the element. Not those that the child returns for the very action that ends it.
  ///
  /// An action for an element that is not in the list is reported as an issue; this reducer still runs.
  ///
  /// An action costs the same among ten elements and among a million.
  ///
  /// - Parameters:
  ///   - state: The list. A stored property, or a field of observable state.
  ///   - action: The case that holds the elements' actions.
  ///   - element: The reducer of an element.
  ///   - fileID: The location of this call, for issues.
  ///   - filePath: The location of this call, for issues.
  ///   - line: The location of this call, for issues.
  ///   - column: The location of this call, for issues.
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
