public import DependencyInjection

extension Reducer {
  /// Sets a dependency of this reducer and of its effects.
  ///
  /// ```swift
  /// Onboarding()
  ///   .dependency(\.weather, .sample)
  /// ```
  ///
  /// Actions that those effects send pass through this reducer again, so their effects have the dependency too. If a
  /// dependency is set several times, the value closest to the reducer wins. Costs some hundred nanoseconds per action;
  /// setting the dependencies of a whole store at its creation is cheaper.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency, or a part of one.
  ///   - value: The value.
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> DependencyReducer<Self> {
    DependencyReducer(self) { $0[keyPath: keyPath] = value }
  }

  /// Sets a dependency of this reducer and of its effects. The type of the dependency is its own key.
  ///
  /// - Parameter value: The value.
  public func dependency<Value: TestDependencyKey>(_ value: Value) -> DependencyReducer<Self>
  where Value.Value == Value {
    DependencyReducer(self) { $0[Value.self] = value }
  }

  /// Changes a dependency of this reducer and of its effects.
  ///
  /// ```swift
  /// Feature()
  ///   .transformDependency(\.weather) { $0.temperature = { _ in 20 } }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The dependency, a part of one, or `\.self` for all.
  ///   - transform: Changes it. Runs for each action.
  public func transformDependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    transform: @escaping (_ value: inout Value) -> Void
  ) -> DependencyReducer<Self> {
    DependencyReducer(self) { transform(&$0[keyPath: keyPath]) }
  }
}

/// A reducer with overridden dependencies, created by ``Reducer/dependency(_:_:)`` and its variants.
///
/// Consecutive modifiers are combined into one reducer.
public struct DependencyReducer<Base: Reducer>: Reducer {
  let base: InnerReducer<Base>
  let update: (inout DependencyValues) -> Void

  fileprivate init(_ base: Base, update: @escaping (inout DependencyValues) -> Void) {
    self.init(InnerReducer(base), update: update)
  }

  private init(_ base: InnerReducer<Base>, update: @escaping (inout DependencyValues) -> Void) {
    self.base = base
    self.update = update
  }

  /// Runs the reducer with the dependencies changed.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    var dependencies = DependencyValues._current
    dependencies.update(update)
    return dependencies.run { base.reduce(into: &state, action: action) }
  }

  /// Sets a dependency, unless it is set closer to the reducer.
  public func dependency<Value>(_ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value) -> Self {
    before { $0[keyPath: keyPath] = value }
  }

  /// Sets a dependency whose type is its own key, unless it is set closer to the reducer.
  public func dependency<Value: TestDependencyKey>(_ value: Value) -> Self where Value.Value == Value {
    before { $0[Value.self] = value }
  }

  /// Changes a dependency, before the modifiers that are closer to the reducer.
  public func transformDependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    transform: @escaping (_ value: inout Value) -> Void
  ) -> Self {
    before { transform(&$0[keyPath: keyPath]) }
  }

  private func before(_ outer: @escaping (inout DependencyValues) -> Void) -> Self {
    Self(base) { [update] values in
      outer(&values)
      update(&values)
    }
  }
}
