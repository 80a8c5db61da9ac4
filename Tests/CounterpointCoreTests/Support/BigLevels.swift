import CaseKeyPaths
import CounterpointCore
import IdentifiedArrays

// Features with 64 KiB of inline state around one child, one for each way to embed a child. They are observable, so
// that stores of their children can be scoped.

/// State of a big feature.
protocol BigState: ObservableState, Identifiable, SendableMetatype where ID == Int {
  init()
}

extension BigState {
  var id: Int { 0 }
}

/// The innermost feature: counts.
struct BigLeaf: Reducer {
  struct State: BigState {
    var _$observationRegistrar = ObservationStateRegistrar()
    var count = 0

    var _$id: ObservableStateID { _$observationRegistrar.id }
    mutating func _$willModify() { _$observationRegistrar.willModify() }
  }

  enum Action: Sendable { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

/// A child that is always there: `Scope`.
struct BigScope<Child: Reducer & SendableMetatype>: Reducer
where Child.State: BigState, Child.Action: SendableMetatype {
  struct State: BigState {
    var _$observationRegistrar = ObservationStateRegistrar()
    var ballast = Ballast()
    var child = Child.State()

    var _$id: ObservableStateID { _$observationRegistrar.id }
    mutating func _$willModify() { _$observationRegistrar.willModify() }
  }

  typealias Action = BigAction<Child.Action>

  let child: Child

  var body: some Reducer<State, Action> {
    CounterpointCore.Scope<State, Action, Child>(\.child, action: \.child) { child }
  }
}

/// A child that may not be there: `ifLet`.
struct BigOptional<Child: Reducer & SendableMetatype>: Reducer
where Child.State: BigState, Child.Action: SendableMetatype {
  struct State: BigState {
    var _$observationRegistrar = ObservationStateRegistrar()
    var ballast = Ballast()
    var child: Child.State? = Child.State()

    var _$id: ObservableStateID { _$observationRegistrar.id }
    mutating func _$willModify() { _$observationRegistrar.willModify() }
  }

  typealias Action = BigAction<Child.Action>

  let child: Child

  var body: some Reducer<State, Action> {
    EmptyReducer<State, Action>().ifLet(\.child, action: \.child) { child }
  }
}

/// A child that is presented: `ifLet` with a presentation.
struct BigPresentation<Child: Reducer & SendableMetatype>: Reducer
where Child.State: BigState, Child.Action: SendableMetatype {
  struct State: BigState {
    var _$observationRegistrar = ObservationStateRegistrar()
    var ballast = Ballast()
    var child = PresentationState<Child.State>(wrappedValue: Child.State())

    var _$id: ObservableStateID { _$observationRegistrar.id }
    mutating func _$willModify() { _$observationRegistrar.willModify() }
  }

  typealias Action = BigAction<PresentationAction<Child.Action>>

  let child: Child

  var body: some Reducer<State, Action> {
    EmptyReducer<State, Action>().ifLet(\.child, action: \.child) { child }
  }
}

/// A list of one child: `forEach`.
struct BigList<Child: Reducer & SendableMetatype>: Reducer where Child.State: BigState, Child.Action: SendableMetatype {
  struct State: BigState {
    var _$observationRegistrar = ObservationStateRegistrar()
    var ballast = Ballast()
    var child: IdentifiedArrayOf<Child.State> = [Child.State()]

    var _$id: ObservableStateID { _$observationRegistrar.id }
    mutating func _$willModify() { _$observationRegistrar.willModify() }
  }

  typealias Action = BigAction<IdentifiedAction<Int, Child.Action>>

  let child: Child

  var body: some Reducer<State, Action> {
    EmptyReducer<State, Action>().forEach(\.child, action: \.child) { child }
  }
}

/// A stack of one child: `forEach` with a stack.
struct BigStack<Child: Reducer & SendableMetatype>: Reducer
where Child.State: BigState, Child.Action: SendableMetatype {
  struct State: BigState {
    var _$observationRegistrar = ObservationStateRegistrar()
    var ballast = Ballast()
    var child = StackState([Child.State()])

    var _$id: ObservableStateID { _$observationRegistrar.id }
    mutating func _$willModify() { _$observationRegistrar.willModify() }
  }

  typealias Action = BigAction<StackAction<Child.State, Child.Action>>

  let child: Child

  var body: some Reducer<State, Action> {
    EmptyReducer<State, Action>().forEach(\.child, action: \.child) { child }
  }
}

/// An action of the child.
enum BigAction<Child>: CasePathable {
  indirect case child(Child)

  struct AllCasePaths: Sendable {
    var child: AnyCasePath<BigAction, Child> {
      AnyCasePath(embed: BigAction.child, extract: { if case .child(let action) = $0 { action } else { nil } })
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
