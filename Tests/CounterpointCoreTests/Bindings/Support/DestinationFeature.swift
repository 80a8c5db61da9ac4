import CaseKeyPaths
import CounterpointCore

/// One of several things to present, and among them one of several others: what `@Reducer` makes of an enum, by hand.
enum Destination: CaseReducer {
  @dynamicMemberLookup
  enum State: ObservableState, CasePathable, CaseReducerState {
    typealias StateReducer = Destination

    case leaf(Leaf)
    case hint(String)
    case help
    case inner(Inner.State)

    var _$id: ObservableStateID {
      switch self {
      case .leaf(let leaf): leaf._$id.tagged(0)
      case .hint, .help: ObservableStateID()
      case .inner(let inner): inner._$id.tagged(3)
      }
    }

    mutating func _$willModify() {}

    struct AllCasePaths: Sendable {
      var leaf: AnyCasePath<State, Leaf> {
        .init(embed: State.leaf, extract: { if case .leaf(let leaf) = $0 { leaf } else { nil } })
      }
      var inner: AnyCasePath<State, Inner.State> {
        .init(embed: State.inner, extract: { if case .inner(let inner) = $0 { inner } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: CasePathable {
    case leaf(LeafEdit)
    case inner(Inner.Action)

    struct AllCasePaths: Sendable {
      var leaf: AnyCasePath<Action, LeafEdit> {
        .init(embed: Action.leaf, extract: { if case .leaf(let edit) = $0 { edit } else { nil } })
      }
      var inner: AnyCasePath<Action, Inner.Action> {
        .init(embed: Action.inner, extract: { if case .inner(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum CaseScope: CasePathable {
    case leaf(Store<Leaf, LeafEdit>)
    case hint(String)
    case help
    case inner(Store<Inner.State, Inner.Action>)

    struct AllCasePaths: Sendable {
      var leaf: AnyCasePath<CaseScope, Store<Leaf, LeafEdit>> {
        .init(embed: CaseScope.leaf, extract: { if case .leaf(let store) = $0 { store } else { nil } })
      }
      var hint: AnyCasePath<CaseScope, String> {
        .init(embed: CaseScope.hint, extract: { if case .hint(let hint) = $0 { hint } else { nil } })
      }
      var help: AnyCasePath<CaseScope, Void> {
        .init(embed: { .help }, extract: { if case .help = $0 { () } else { nil } })
      }
      var inner: AnyCasePath<CaseScope, Store<Inner.State, Inner.Action>> {
        .init(embed: CaseScope.inner, extract: { if case .inner(let store) = $0 { store } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  static var body: Reduce<State, Action> { Reduce { _, _ in .none } }

  static func scope(_ store: Store<State, Action>) -> CaseScope {
    switch store.state {
    case .leaf: .leaf(store.scope(\.leaf, action: \.leaf)!)
    case .hint(let hint): .hint(hint)
    case .help: .help
    case .inner: .inner(store.scope(\.inner, action: \.inner)!)
    }
  }
}

/// The content of one of the destinations.
enum Inner: CaseReducer {
  @dynamicMemberLookup
  enum State: ObservableState, CasePathable, CaseReducerState {
    typealias StateReducer = Inner

    case leaf(Leaf)

    var _$id: ObservableStateID {
      switch self {
      case .leaf(let leaf): leaf._$id.tagged(0)
      }
    }

    mutating func _$willModify() {}

    struct AllCasePaths: Sendable {
      var leaf: AnyCasePath<State, Leaf> {
        .init(embed: State.leaf, extract: { if case .leaf(let leaf) = $0 { leaf } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: CasePathable {
    case leaf(LeafEdit)

    struct AllCasePaths: Sendable {
      var leaf: AnyCasePath<Action, LeafEdit> {
        .init(embed: Action.leaf, extract: { if case .leaf(let edit) = $0 { edit } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum CaseScope: CasePathable {
    case leaf(Store<Leaf, LeafEdit>)

    struct AllCasePaths: Sendable {
      var leaf: AnyCasePath<CaseScope, Store<Leaf, LeafEdit>> {
        .init(embed: CaseScope.leaf, extract: { if case .leaf(let store) = $0 { store } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  static var body: Reduce<State, Action> { Reduce { _, _ in .none } }

  static func scope(_ store: Store<State, Action>) -> CaseScope {
    .leaf(store.scope(\.leaf, action: \.leaf)!)
  }
}
