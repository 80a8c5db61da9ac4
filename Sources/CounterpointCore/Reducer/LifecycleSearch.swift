@_spi(Internals) import CounterpointSupport

extension Reducer {
  /// Visits nothing: no type says what a reducer with its own `reduce(into:action:)` runs.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.foundOpaqueReducer()
  }

  /// Adds nothing.
  public func _describe(in lifecycle: inout _FeatureLifecycle<State, Action>) {}
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Visits the body.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visit(Body.self)
  }

  /// Adds what the body describes.
  public func _describe(in lifecycle: inout _FeatureLifecycle<State, Action>) {
    if _LifecycleSearch.findsHook(in: Self.self) { lifecycle.add(body) }
  }
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
public struct _LifecycleSearch {
  /// The results of a search in a reducer and its descendants.
  struct Findings {
    var hasHook = false
    /// Whether there is a reducer of a program with its own `reduce(into:action:)`. No type says what it runs.
    var hasOpaqueReducer = false
  }

  private var findings = Findings()
  private var visited: Set<ObjectIdentifier> = []
  /// Whether the reducers in the first one are visited, too.
  private let isRecursive: Bool

  private init(isRecursive: Bool) {
    self.isRecursive = isRecursive
  }

  /// Returns what is in a reducer or its descendants. The result is cached for each type.
  static func findings<R: Reducer>(in type: R.Type) -> Findings {
    if let cached = results.withLock({ $0[ObjectIdentifier(type)] }) { return cached }
    var search = _LifecycleSearch(isRecursive: true)
    search.visit(type)
    let findings = search.findings
    results.withLock { $0[ObjectIdentifier(type)] = findings }
    return findings
  }

  /// Returns whether there is a hook in a reducer or its descendants.
  static func findsHook<R: Reducer>(in type: R.Type) -> Bool {
    findings(in: type).hasHook
  }

  /// Returns whether no type says what a reducer runs.
  static func isOpaque<R: Reducer>(_ type: R.Type) -> Bool {
    var search = _LifecycleSearch(isRecursive: false)
    R._findHooks(&search)
    return search.findings.hasOpaqueReducer
  }

  /// Visits the reducers in another one.
  mutating func visit<R: Reducer>(_ type: R.Type) {
    // A feature may contain itself.
    guard isRecursive, visited.insert(ObjectIdentifier(type)).inserted else { return }
    R._findHooks(&self)
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

  fileprivate mutating func foundOpaqueReducer() {
    findings.hasOpaqueReducer = true
  }
}

/// The results for all types. Bounded by the number of reducer types in the program.
private let results = Locked<[ObjectIdentifier: _LifecycleSearch.Findings]>([:])
