@_spi(Internals) import CounterpointSupport

/// The search for reducers that run another one in their own `reduce(into:action:)`, and so hide its hooks.
///
/// No type says what such a reducer runs, so this search visits values and evaluates bodies. It runs when a store is
/// created, once for each type of reducer, and only if there is a reducer with its own `reduce(into:action:)`.
struct HiddenHooks {
  /// The containers inside a reducer that are searched: optionals, arrays, enums and objects of operators.
  private static let depthLimit = 4

  private var visited: Set<ObjectIdentifier> = []
  private var hasFoundAny = false

  /// Reports an issue for each reducer that hides hooks.
  static func report<R: Reducer>(in reducer: R) {
    guard !cleanTypes.withLock({ $0.contains(ObjectIdentifier(R.self)) }) else { return }
    var search = HiddenHooks()
    search.visit(reducer)
    if !search.hasFoundAny { cleanTypes.withLock { _ = $0.insert(ObjectIdentifier(R.self)) } }
  }

  private mutating func visit<R: Reducer>(_ reducer: R) {
    // A feature may contain itself.
    guard _LifecycleSearch.findings(in: R.self).hasOpaqueReducer else { return }
    guard visited.insert(ObjectIdentifier(R.self)).inserted else { return }
    if R.Body.self != Never.self {
      if let body = reducer.body as? any Reducer { visit(body) }
    } else if _LifecycleSearch.isOpaque(R.self) {
      visitReducers(hiddenBy: reducer)
    } else {
      visitReducers(in: reducer, depth: 0)
    }
  }

  /// Visits the reducers that an operator runs.
  private mutating func visitReducers(in value: Any, depth: Int) {
    guard depth < Self.depthLimit else { return }
    for child in Mirror(reflecting: value).children {
      if let reducer = child.value as? any Reducer {
        visit(reducer)
      } else {
        visitReducers(in: child.value, depth: depth + 1)
      }
    }
  }

  private mutating func visitReducers<R: Reducer>(hiddenBy reducer: R) {
    for case (let property?, let value) in Mirror(reflecting: reducer).children {
      guard let hidden = value as? any Reducer else { continue }
      report(R.self, property, hidden)
      visit(hidden)
    }
  }

  private mutating func report<R: Reducer, Hidden: Reducer>(_ type: R.Type, _ property: String, _ hidden: Hidden) {
    guard _LifecycleSearch.findsHook(in: Hidden.self) else { return }
    hasFoundAny = true
    // The hooks of children have no location here.
    let hook = _FeatureLifecycle(of: hidden).parts.lazy
      .compactMap { ($0 as? any LifecycleHook<Hidden.State, Hidden.Action>)?.location }.first
    reportIssue(
      """
      '\(qualifiedName(type))' hides the lifecycle hooks of '\(qualifiedName(Hidden.self))': they are never called.

      It runs its property '\(property)' in its own 'reduce(into:action:)', where a store can't find 'onMount' and \
      'onDismount'. Replace that function by a body, which lists the same reducers in their order:

        var body: some Reducer<State, Action> {
          Reduce { state, action in … }
          \(property)
        }
      """,
      at: hook
    )
  }
}

/// The types of reducers in which nothing is hidden. Bounded by the number of reducer types in the program.
private let cleanTypes = Locked<Set<ObjectIdentifier>>([])
