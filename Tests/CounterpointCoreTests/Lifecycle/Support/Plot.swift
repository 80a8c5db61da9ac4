import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import IdentifiedArrays
import StateSharing

/// A state to which every operator of the library can be attached.
enum Plot {
  struct State: Identifiable, ValueHolding {
    var id = 0
    var value = 0
    var leaf = Twig.State()
    var optional: Twig.State? = Twig.State()
    @PresentationState var presented: Twig.State? = Twig.State()
    var rows: IdentifiedArrayOf<Twig.State> = [Twig.State()]
    var path = StackState([Twig.State()])
    var choice = Choice.State.left(Twig.State())
    var history = UndoHistory<Int>()
    @Shared var total: Int
    var totals = UndoHistory<Int>()

    init() {
      _total = Shared(value: 0)
    }

    /// Changes the value of the feature, and of all children.
    mutating func increment() {
      value += 1
      leaf.value += 1
      optional?.value += 1
      presented?.value += 1
      for id in rows.ids { rows[id: id]?.value += 1 }
      for id in path.ids { path[id: id]?.value += 1 }
      if case .left(var twig) = choice {
        twig.value += 1
        choice = .left(twig)
      }
    }
  }

  enum Action: CasePathable {
    case leaf(Twig.Action)
    case optional(Twig.Action)
    case presented(PresentationAction<Twig.Action>)
    case rows(IdentifiedAction<Int, Twig.Action>)
    case path(StackAction<Twig.State, Twig.Action>)
    case choice(Choice.Action)
    case history(UndoAction)

    struct AllCasePaths: Sendable {
      var leaf: AnyCasePath<Action, Twig.Action> {
        AnyCasePath(embed: Action.leaf, extract: { if case .leaf(let action) = $0 { action } else { nil } })
      }
      var optional: AnyCasePath<Action, Twig.Action> {
        AnyCasePath(embed: Action.optional, extract: { if case .optional(let action) = $0 { action } else { nil } })
      }
      var presented: AnyCasePath<Action, PresentationAction<Twig.Action>> {
        AnyCasePath(embed: Action.presented, extract: { if case .presented(let action) = $0 { action } else { nil } })
      }
      var rows: AnyCasePath<Action, IdentifiedAction<Int, Twig.Action>> {
        AnyCasePath(embed: Action.rows, extract: { if case .rows(let action) = $0 { action } else { nil } })
      }
      var path: AnyCasePath<Action, StackAction<Twig.State, Twig.Action>> {
        AnyCasePath(embed: Action.path, extract: { if case .path(let action) = $0 { action } else { nil } })
      }
      var choice: AnyCasePath<Action, Choice.Action> {
        AnyCasePath(embed: Action.choice, extract: { if case .choice(let action) = $0 { action } else { nil } })
      }
      var history: AnyCasePath<Action, UndoAction> {
        AnyCasePath(embed: Action.history, extract: { if case .history(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
}

protocol ValueHolding {
  var value: Int { get }
}

extension Twig.State: ValueHolding {}

extension Choice.State: ValueHolding {
  var value: Int { if case .left(let twig) = self { twig.value } else { 0 } }
}

/// A kind of lifecycle hook, or a probe of effects.
enum Hook: CaseIterable, Sendable {
  case mount
  case mountWithID
  case dismount
  /// No hook: a reducer that starts an effect; see `EffectProbe`.
  case effect(EffectProbe)

  static var allCases: [Hook] { [.mount, .mountWithID, .dismount] }
}

/// A reducer with a hook that notes its calls, or with a probe.
struct Hooked<Base: Reducer>: Reducer where Base.State: ValueHolding {
  typealias State = Base.State
  typealias Action = Base.Action

  let hook: Hook
  let log: Recorder<String>
  let base: Base

  var body: some ReducerOf<Self> {
    switch hook {
    case .mount:
      base.onMount { state in
        log.note("+\(state.value)")
        return .none
      }
    case .mountWithID:
      base.onMount(id: \.value) { state in
        log.note("+\(state.value)")
        return .none
      }
    case .dismount:
      base.onDismount { state in
        log.note("-\(state.value)")
        return .none
      }
    case .effect(let probe):
      base
      Reduce { _, _ in probe.effect() }
    }
  }
}

/// Attaches a hook to a reducer.
struct HookAttachment {
  let hook: Hook
  let log = Recorder<String>()

  func callAsFunction<R: Reducer>(_ base: R) -> Hooked<R> where R.State: ValueHolding {
    Hooked(hook: hook, log: log, base: base)
  }

  /// A condition of a reducer that the compiler does not know.
  var isFirst: Bool { log.entries.isEmpty }
  /// The plot without logic, with the hook.
  var plot: Hooked<EmptyReducer<Plot.State, Plot.Action>> { self(EmptyReducer()) }
  /// A child without logic, with the hook.
  var twig: Hooked<Twig> { self(Twig()) }

  /// Adds a feature to a store, changes it, and removes it.
  ///
  /// - Returns: The calls of the hook.
  @MainActor
  func calls<R: Reducer<Plot.State, Plot.Action>>(in plot: R) -> String {
    let store = Store(initialState: FieldState(), on: MainActor.shared) { Field(plot: plot) }
    store.send(.edit { $0 = Plot.State() })
    store.send(.edit { $0?.increment() })
    store.send(.edit { $0 = nil })
    return log.text
  }

  /// The result of ``calls(in:)`` if the store finds the hook.
  var expectedCalls: String {
    switch hook {
    case .mount: "+0"
    case .mountWithID: "+0 +1"
    case .dismount: "-1"
    case .effect: ""
    }
  }
}

/// A feature with an optional plot.
private struct Field<Child: Reducer<Plot.State, Plot.Action>>: Reducer {
  let plot: Child

  var body: some Reducer<FieldState, FieldAction> {
    Reduce<FieldState, FieldAction> { state, action in
      if case .edit(let edit) = action { edit(&state.plot) }
      return .none
    }
    .ifLet(\.plot, action: \.plot) { plot }
  }
}

// Not nested in the feature, because its case paths would then need a child whose type is sendable.

private struct FieldState {
  var plot: Plot.State?
}

private enum FieldAction: CasePathable {
  case plot(Plot.Action)
  case edit((inout Plot.State?) -> Void)

  struct AllCasePaths: Sendable {
    var plot: AnyCasePath<FieldAction, Plot.Action> {
      AnyCasePath(embed: FieldAction.plot, extract: { if case .plot(let action) = $0 { action } else { nil } })
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
