public import CaseKeyPaths

extension Reducer {
  /// Runs a child feature that may be absent: an optional, or presented.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.editor, action: \.editor) { Editor() }
  ///   .ifLet(\.$sheet, action: \.sheet) { Sheet() }
  /// ```
  ///
  /// For a child action, the child runs first, then this reducer. For `.dismiss`, this reducer runs while the child is
  /// present. Then the child's state becomes `nil`, unless this reducer has replaced it by a child with another
  /// identity.
  ///
  /// The effects of the child and its descendants are canceled when this reducer sets the child's state to `nil`, or
  /// replaces it by another child: another case of an enum, or `Identifiable` state with another id. Effects that the
  /// child returns for the action that removes it are not canceled. If an outer reducer removes a presented child, its
  /// effects are canceled with the next action; those of an optional child are not. A child with `onMount` or
  /// `onDismount`, in itself or in a child of its own, is always canceled when it is removed.
  ///
  /// A presented child and its descendants can dismiss it with the dependency `\.dismiss`.
  ///
  /// A child action while the state is `nil`, or `.dismiss`, is reported as an issue; this reducer still runs.
  ///
  /// - Parameters:
  ///   - state: The child's state, `\.editor`, or its presented state, `\.$sheet`. A stored property, or a field of
  ///     observable state.
  ///   - action: The case that holds the child's actions, or its presentation actions.
  ///   - child: The child's reducer.
  @inlinable
  @warn_unqualified_access
  public func ifLet<Slot, Message, Link: _ChildLink<Slot, Message>>(
    _ state: WritableKeyPath<State, Slot>,
    action: CaseKeyPath<Action, Message>,
    @ChildBuilder<Slot, Message> then child: () -> Link,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _LinkedReducer(
      self,
      child(),
      state: state,
      action: action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Runs a child whose state names its reducer: a prompt, such as an alert, or one of several presented features.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$alert, action: \.alert)
  ///   .ifLet(\.$destination, action: \.destination)
  /// ```
  ///
  /// A prompt is cleared after the user's choice or a dismissal: this reducer handles it while the prompt is present.
  /// Then the prompt's state becomes `nil`, unless this reducer has replaced it by another prompt.
  ///
  /// For an enum of features, a `@Reducer` enum, the reducer of the current case runs, as if the reducer of the enum
  /// was the child of ``ifLet(_:action:then:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - state: The presented state, `\.$destination`, or an optional prompt.
  ///   - action: The case that holds the presentation actions, or the choices of the prompt.
  @inlinable
  @warn_unqualified_access
  public func ifLet<Slot: _OwnSlot>(
    _ state: WritableKeyPath<State, Slot>,
    action: CaseKeyPath<Action, Slot.Message>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _LinkedReducer(
      self,
      Slot._link,
      state: state,
      action: action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Runs a child feature for each element of a list, or of a navigation stack.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.rows, action: \.rows) { Row() }
  ///   .forEach(\.path, action: \.path) { Path() }
  /// ```
  ///
  /// For an element's action, the element's reducer runs first, on it in place, then this reducer. In a stack,
  /// the element of `.push` is added before this reducer runs; for `.popFrom`, the element and all above it are removed
  /// after this reducer has run.
  ///
  /// When this reducer removes an element, its effects and those of its descendants are canceled, except those that it
  /// returns for the action that removes it. If an outer reducer removes an element of a stack, its effects are
  /// canceled with the next action; those of a list's element are not, unless it has `onMount` or `onDismount`, in
  /// itself or in a child of its own.
  ///
  /// An element of a stack and its descendants can remove the element with the dependency `\.dismiss`.
  ///
  /// Reported as issues: an action for an absent element, a pop from an absent id, a push of an id that is present,
  /// and, in a test, a push of an id greater than the next. This reducer still runs.
  ///
  /// The cost of an action does not depend on the number of elements.
  ///
  /// - Parameters:
  ///   - state: The list, or the stack. A stored property, or a field of observable state.
  ///   - action: The case that holds the elements' actions.
  ///   - element: The reducer of an element.
  @inlinable
  @warn_unqualified_access
  public func forEach<Slot, Message, Link: _ChildLink<Slot, Message>>(
    _ state: WritableKeyPath<State, Slot>,
    action: CaseKeyPath<Action, Message>,
    @ElementBuilder<Slot, Message> element: () -> Link,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _LinkedReducer(
      self,
      element(),
      state: state,
      action: action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Runs one of several child features on each element of a navigation stack: the one in the current case of a
  /// `@Reducer` enum.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: \.path)
  /// ```
  ///
  /// Equivalent to `forEach` for stacks with the reducer of the enum.
  ///
  /// - Parameters:
  ///   - state: The stack. A stored property, or a field of observable state.
  ///   - action: The case that holds the stack's actions.
  @inlinable
  @warn_unqualified_access
  public func forEach<Element: CaseReducerState>(
    _ state: WritableKeyPath<State, StackState<Element>>,
    action: CaseKeyPath<Action, StackAction<Element, Element.StateReducer.Action>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _LinkedReducer(
      self,
      _StackLink(_CaseBody<Element.StateReducer>()),
      state: state,
      action: action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

/// A property whose type names the reducer of the child.
///
/// The library conforms to it.
public protocol _OwnSlot {
  /// The payload of the parent's action for the child.
  associatedtype Message
  /// The type of ``_link``.
  associatedtype Link: _ChildLink<Self, Message>

  /// The child.
  static var _link: Link { get }
}

extension Optional: _OwnSlot where Wrapped: _EphemeralState {
  /// The prompt, without a reducer.
  public static var _link: _OptionalLink<EmptyReducer<Wrapped, Wrapped.Action>> { _OptionalLink(EmptyReducer()) }
}

extension PresentationState: _OwnSlot where State: _OwnReducerState {
  /// The child with its own reducer.
  public static var _link: _PresentedLink<State.OwnReducer> { _PresentedLink(State._ownReducer) }
}
