public import CaseKeyPaths

/// Runs a child feature on its part of the parent's state and actions.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(\.counter, action: \.counter) { Counter() }
///   Reduce { state, action in … }
/// }
/// ```
///
/// The child runs only for its own actions. The actions of its effects are embedded in the parent's. Reducers above it
/// run first.
///
/// The child is a feature of its own: it can't cancel effects of its parent and siblings, whose ids may be the same. A
/// scope to `\.self` runs a part of the same feature, which shares its ids.
///
/// The child's state is changed in place. Use a stored property, or a field of `@ObservableState`, because a write
/// through another computed property copies the state.
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  @usableFromInline let path: StatePath<ParentState, Child.State>
  @usableFromInline let toChildAction: AnyCasePath<ParentAction, Child.Action>
  @usableFromInline let child: CachedReducer<Child.State, Child.Action>
  /// The child, whose lifecycle is collected from it.
  @usableFromInline let base: Child
  /// The child as the origin of effects; `nil` for a scope to the whole state, which is the same feature.
  @usableFromInline let context: ChildEffectContext<ParentAction>?

  /// Runs a child feature on a part of the parent's domain.
  ///
  /// - Parameters:
  ///   - state: The stored property that holds the child's state.
  ///   - action: The case that holds the child's actions.
  ///   - child: The child's reducer.
  @inlinable
  public init<ChildState, ChildAction>(
    _ state: WritableKeyPath<ParentState, ChildState>,
    action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.path = StatePath.of(state)
    self.toChildAction = AnyCasePath(action)
    self.base = child()
    self.child = CachedReducer(base)
    self.context = ChildEffectContext(ofScope: state)
  }

  /// Runs a child feature on a part of the parent's domain: the labeled variant of ``init(_:action:child:)``.
  @inlinable
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.init(state, action: action, child: child)
  }

  /// Runs the child if the action is a child action.
  @inlinable
  public func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
    guard let childAction = toChildAction.extract(from: action) else { return .none }
    guard !ReductionContext.isTracking else { return embed(reduceTracked(&state, childAction)) }
    let effect = path.edit(&state) { child.reduce(into: &$0, action: childAction) }
    guard effect.operation != nil else { return .none }
    return embed(effect)
  }

  /// Runs the child with its path, which its operators need to find the effects of its children.
  @usableFromInline
  @inline(never)
  func reduceTracked(_ state: inout ParentState, _ action: Child.Action) -> Effect<Child.Action> {
    path.edit(&state) { state in
      ReductionContext.within(context?.id, isDismissible: false) { child.reduce(into: &state, action: action) }
    }
  }

  // Not inlined, so that an action without an effect does not set up the embedding.
  @usableFromInline
  @inline(never)
  func embed(_ effect: Effect<Child.Action>) -> Effect<ParentAction> {
    effect.scoped(to: context) { [toChildAction] in toChildAction.embed($0) }
  }
}

extension Scope {
  /// Visits the reducers that it runs.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visit(Child.self)
  }

  /// Adds its hooks and children.
  public func _describe(in lifecycle: inout _FeatureLifecycle<ParentState, ParentAction>) {
    lifecycle.add(base, at: path, context) { [toChildAction] in toChildAction.embed($0) }
  }
}
