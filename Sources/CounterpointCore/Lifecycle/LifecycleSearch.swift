@_spi(Internals) import CounterpointSupport

/// A reducer of the library that has a hook, or that runs other reducers: the lifecycle of a feature is collected from
/// it.
protocol LifecycleProvider<State, Action>: Reducer {
  /// Visits the types of the reducers that this one runs.
  static func findHooks(_ search: inout LifecycleSearch)

  /// Adds the hooks of this reducer, and the children that it composes.
  func describe(in lifecycle: inout FeatureLifecycle<State, Action>)
}

/// A state whose type determines a reducer with an erased type, to find the reducers in it.
///
/// ``CaseReducerState`` refines it. Don't conform to it.
public protocol _ErasedReducerState {
  /// The reducer of the state.
  static var _erasedReducer: any Reducer { get }
}

/// The search for hooks in the types of a feature tree. A store of features without hooks has no lifecycle.
///
/// It visits types instead of bodies, because a body is evaluated for the first action that arrives at its feature.
struct LifecycleSearch {
  /// The results of a search in a reducer and its descendants.
  struct Findings {
    var hasHook = false
    /// Whether there is a reducer of a program with its own `reduce(into:action:)`. No type says what it runs.
    var hasOpaqueReducer = false
  }

  private var findings = Findings()
  private var visited: Set<ObjectIdentifier> = []

  /// Returns what is in a reducer or its descendants. The result is cached for each type.
  static func findings<R: Reducer>(in type: R.Type) -> Findings {
    if let cached = results.withLock({ $0[ObjectIdentifier(type)] }) { return cached }
    var search = LifecycleSearch()
    search.visit(type)
    let findings = search.findings
    results.withLock { $0[ObjectIdentifier(type)] = findings }
    return findings
  }

  /// Returns whether there is a hook in a reducer or its descendants.
  static func findsHook<R: Reducer>(in type: R.Type) -> Bool {
    findings(in: type).hasHook
  }

  /// Visits the reducers in another one.
  mutating func visit<R: Reducer>(_ type: R.Type) {
    // A feature may contain itself.
    guard visited.insert(ObjectIdentifier(type)).inserted else { return }
    if let provider = type as? any LifecycleProvider.Type {
      provider.findHooks(&self)
    } else if let body = R.Body.self as? any Reducer.Type {
      visit(body)
    } else if !(type is any LeafReducer.Type) {
      findings.hasOpaqueReducer = true
    }
  }

  /// Visits the reducer behind a ``Reduce``, if its state determines it: an enum of features.
  mutating func visitReducer<State, Action>(of state: State.Type, _ action: Action.Type) {
    guard let type = state as? any _ErasedReducerState.Type,
      let reduce = type._erasedReducer as? Reduce<State, Action>,
      let erased = reduce.erased
    else { return }
    visitType(of: erased.reducer)
  }

  private mutating func visitType<R: Reducer>(of reducer: R) {
    visit(R.self)
  }

  mutating func foundHook() {
    findings.hasHook = true
  }
}

/// A reducer of the library that runs no other one.
protocol LeafReducer: Reducer {}

extension EmptyReducer: LeafReducer {}

/// The results for all types. Bounded by the number of reducer types in the program.
private let results = Locked<[ObjectIdentifier: LifecycleSearch.Findings]>([:])
