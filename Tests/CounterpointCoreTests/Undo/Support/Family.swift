import CaseKeyPaths
import CounterpointCore
import IdentifiedArrays

/// A feature whose children, embedded in each way, can be undone.
struct Family: Reducer {
  struct State {
    struct Members: Equatable {
      var optional: Twig.State?
      @PresentationState var presented: Twig.State?
      var rows = IdentifiedArrayOf<Twig.State>()
      var path = StackState<Twig.State>()
    }
    var members = Members()
    var history = UndoHistory<Members>()
  }

  enum Action: CasePathable {
    case optional(Twig.Action)
    case presented(PresentationAction<Twig.Action>)
    case rows(IdentifiedAction<Int, Twig.Action>)
    case path(StackAction<Twig.State, Twig.Action>)
    case edit(@Sendable (inout State.Members) -> Void)
    case history(UndoAction)

    struct AllCasePaths: Sendable {
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
      var history: AnyCasePath<Action, UndoAction> {
        AnyCasePath(embed: Action.history, extract: { if case .history(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce<State, Action> { state, action in
      if case .edit(let edit) = action { edit(&state.members) }
      return .none
    }
    .ifLet(\.members.optional, action: \.optional) { Twig() }
    .ifLet(\.members.$presented, action: \.presented) { Twig() }
    .forEach(\.members.rows, action: \.rows) { Twig() }
    .forEach(\.members.path, action: \.path) { Twig() }
    .undoable(\.members, history: \.history, action: \.history)
  }

  /// An action of the child with an id.
  static func child(_ embedding: Embedding, _ id: Int, _ action: Twig.Action) -> Action {
    switch embedding {
    case .optional: .optional(action)
    case .presented: .presented(.presented(action))
    case .rows: .rows(.element(id: id, action: action))
    case .path: .path(.element(id: StackElementID(integerLiteral: id), action: action))
    }
  }

  /// An action that adds a child, or replaces the only one.
  static func embed(_ id: Int, _ embedding: Embedding) -> Action {
    .edit { members in
      let child = Twig.State(id: id)
      switch embedding {
      case .optional: members.optional = child
      case .presented: members.presented = child
      case .rows: members.rows.append(child)
      case .path: members.path[id: StackElementID(integerLiteral: id)] = child
      }
    }
  }
}

/// A feature that is open or closed, and whose own actions undo that.
struct Door: Reducer {
  enum State: CasePathable, Equatable {
    case open(Twig.State)
    case closed(Twig.State)

    struct AllCasePaths: Sendable {
      var open: AnyCasePath<State, Twig.State> {
        AnyCasePath(embed: State.open, extract: { if case .open(let twig) = $0 { twig } else { nil } })
      }
      var closed: AnyCasePath<State, Twig.State> {
        AnyCasePath(embed: State.closed, extract: { if case .closed(let twig) = $0 { twig } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: CasePathable {
    case open(Twig.Action)
    case closed(Twig.Action)
    case close
    case history(UndoAction)

    struct AllCasePaths: Sendable {
      var open: AnyCasePath<Action, Twig.Action> {
        AnyCasePath(embed: Action.open, extract: { if case .open(let action) = $0 { action } else { nil } })
      }
      var closed: AnyCasePath<Action, Twig.Action> {
        AnyCasePath(embed: Action.closed, extract: { if case .closed(let action) = $0 { action } else { nil } })
      }
      var history: AnyCasePath<Action, UndoAction> {
        AnyCasePath(embed: Action.history, extract: { if case .history(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce<State, Action> { state, action in
      if case .close = action { state = .closed(Twig.State()) }
      return .none
    }
    .ifCaseLet(\.open, action: \.open) { Twig() }
    .ifCaseLet(\.closed, action: \.closed) { Twig() }
  }
}

/// A feature that embeds a ``Door``, and remembers what its door was.
struct DoorKeeper: Reducer {
  struct State {
    var door = Door.State.open(Twig.State())
    var history = UndoHistory<Door.State>()
  }

  enum Action: CasePathable {
    case door(Door.Action)

    struct AllCasePaths: Sendable {
      var door: AnyCasePath<Action, Door.Action> {
        AnyCasePath(embed: Action.door, extract: { if case .door(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.door, action: \.door) { Door() }
      .undoable(\.door, history: \.history, action: \.door.history)
  }
}
