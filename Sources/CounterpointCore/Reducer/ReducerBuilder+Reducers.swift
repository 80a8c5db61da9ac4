/// Two reducers, one after the other. ``ReducerBuilder`` makes it; you don't.
public struct ReducerSequence<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  @usableFromInline let first: InnerReducer<First>
  @usableFromInline let second: InnerReducer<Second>

  @usableFromInline
  init(first: First, second: Second) {
    self.first = InnerReducer(first)
    self.second = InnerReducer(second)
  }

  /// Runs the first, then the second.
  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let effect = first.reduce(into: &state, action: action)
    return effect.merge(with: second.reduce(into: &state, action: action))
  }
}

/// One of two reducers, chosen by an `if` or a `switch`. ``ReducerBuilder`` makes it; you don't.
public struct EitherReducer<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  @usableFromInline
  enum Branch {
    case first(InnerReducer<First>)
    case second(InnerReducer<Second>)
  }

  @usableFromInline let branch: Branch

  @usableFromInline
  init(first: First) {
    branch = .first(InnerReducer(first))
  }

  @usableFromInline
  init(second: Second) {
    branch = .second(InnerReducer(second))
  }

  /// Runs the one that was chosen.
  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    switch branch {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }
}

/// The reducers of a `for … in` loop, in order. ``ReducerBuilder`` makes it; you don't.
public struct ReducerList<Element: Reducer>: Reducer {
  @usableFromInline let elements: [InnerReducer<Element>]

  @usableFromInline
  init(_ elements: [Element]) {
    self.elements = elements.map { InnerReducer($0) }
  }

  /// Runs all of them in order.
  @inlinable
  public func reduce(into state: inout Element.State, action: Element.Action) -> Effect<Element.Action> {
    var effect = Effect<Element.Action>.none
    for element in elements {
      effect = effect.merge(with: element.reduce(into: &state, action: action))
    }
    return effect
  }
}
