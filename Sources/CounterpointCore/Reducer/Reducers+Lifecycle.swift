// The reducers that run other reducers on the whole state of a feature.

extension Reduce {
  /// Visits the reducers that it runs.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visitReducer(of: State.self, Action.self)
  }

  /// Adds its hooks and children.
  public func _describe(in lifecycle: inout _FeatureLifecycle<State, Action>) {
    if let erased { lifecycle.add(erased.reducer) }
  }
}

extension CombineReducers {
  /// Visits the reducers that it runs.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visit(Reducers.self)
  }

  /// Adds its hooks and children.
  public func _describe(in lifecycle: inout _FeatureLifecycle<State, Action>) {
    lifecycle.add(reducers.base)
  }
}

extension Optional where Wrapped: Reducer {
  /// Visits the reducers that it runs.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visit(Wrapped.self)
  }

  /// Adds its hooks and children.
  public func _describe(in lifecycle: inout _FeatureLifecycle<Wrapped.State, Wrapped.Action>) {
    if let self { lifecycle.add(self) }
  }
}

extension ReducerSequence {
  /// Visits the reducers that it runs.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visit(First.self)
    search.visit(Second.self)
  }

  /// Adds its hooks and children.
  public func _describe(in lifecycle: inout _FeatureLifecycle<First.State, First.Action>) {
    lifecycle.add(first.base)
    lifecycle.add(second.base)
  }
}

extension EitherReducer {
  /// Visits the reducers that it runs.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visit(First.self)
    search.visit(Second.self)
  }

  /// Adds its hooks and children.
  public func _describe(in lifecycle: inout _FeatureLifecycle<First.State, First.Action>) {
    switch branch {
    case .first(let reducer): lifecycle.add(reducer.base)
    case .second(let reducer): lifecycle.add(reducer.base)
    }
  }
}

extension ReducerList {
  /// Visits the reducers that it runs.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visit(Element.self)
  }

  /// Adds its hooks and children.
  public func _describe(in lifecycle: inout _FeatureLifecycle<Element.State, Element.Action>) {
    for element in elements { lifecycle.add(element.base) }
  }
}

extension OnChangeReducer {
  /// Visits the reducers that it runs.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visit(Base.self)
  }

  /// Adds its hooks and children.
  public func _describe(in lifecycle: inout _FeatureLifecycle<Base.State, Base.Action>) {
    lifecycle.add(base.base)
  }
}

extension DependencyReducer {
  /// Visits the reducers that it runs.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visit(Base.self)
  }

  /// Adds its hooks and children.
  public func _describe(in lifecycle: inout _FeatureLifecycle<Base.State, Base.Action>) {
    lifecycle.add(base.base, updating: update)
  }
}

extension EmptyReducer {
  /// Visits nothing: it runs no other reducer.
  public static func _findHooks(_ search: inout _LifecycleSearch) {}
}
