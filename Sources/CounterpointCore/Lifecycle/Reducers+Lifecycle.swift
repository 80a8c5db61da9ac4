// The reducers that run other reducers on the whole state of a feature.

extension Reduce: LifecycleProvider {
  static func findHooks(_ search: inout LifecycleSearch) {
    search.visitReducer(of: State.self, Action.self)
  }

  func describe(in lifecycle: inout FeatureLifecycle<State, Action>) {
    if let erased { lifecycle.add(erased.reducer) }
  }
}

extension CombineReducers: LifecycleProvider {
  static func findHooks(_ search: inout LifecycleSearch) {
    search.visit(Reducers.self)
  }

  func describe(in lifecycle: inout FeatureLifecycle<State, Action>) {
    lifecycle.add(reducers.base)
  }
}

extension Optional: LifecycleProvider where Wrapped: Reducer {
  static func findHooks(_ search: inout LifecycleSearch) {
    search.visit(Wrapped.self)
  }

  func describe(in lifecycle: inout FeatureLifecycle<Wrapped.State, Wrapped.Action>) {
    if let self { lifecycle.add(self) }
  }
}

extension ReducerSequence: LifecycleProvider {
  static func findHooks(_ search: inout LifecycleSearch) {
    search.visit(First.self)
    search.visit(Second.self)
  }

  func describe(in lifecycle: inout FeatureLifecycle<First.State, First.Action>) {
    lifecycle.add(first.base)
    lifecycle.add(second.base)
  }
}

extension EitherReducer: LifecycleProvider {
  static func findHooks(_ search: inout LifecycleSearch) {
    search.visit(First.self)
    search.visit(Second.self)
  }

  func describe(in lifecycle: inout FeatureLifecycle<First.State, First.Action>) {
    switch branch {
    case .first(let reducer): lifecycle.add(reducer.base)
    case .second(let reducer): lifecycle.add(reducer.base)
    }
  }
}

extension ReducerList: LifecycleProvider {
  static func findHooks(_ search: inout LifecycleSearch) {
    search.visit(Element.self)
  }

  func describe(in lifecycle: inout FeatureLifecycle<Element.State, Element.Action>) {
    for element in elements { lifecycle.add(element.base) }
  }
}

extension OnChangeReducer: LifecycleProvider {
  static func findHooks(_ search: inout LifecycleSearch) {
    search.visit(Base.self)
  }

  func describe(in lifecycle: inout FeatureLifecycle<Base.State, Base.Action>) {
    lifecycle.add(base.base)
  }
}

extension DependencyReducer: LifecycleProvider {
  static func findHooks(_ search: inout LifecycleSearch) {
    search.visit(Base.self)
  }

  func describe(in lifecycle: inout FeatureLifecycle<Base.State, Base.Action>) {
    lifecycle.add(base.base, updating: update)
  }
}
