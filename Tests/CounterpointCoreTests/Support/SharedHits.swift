import CounterpointCore
import StateSharing

/// A feature with a shared number and one of its own: `own == 2 * hits` whenever the only store of a shared number has
/// settled.
struct Hits: Reducer {
  struct State: ObservableState, Equatable {
    @Shared var hits: Int
    private var _own = 0
    var _$observationRegistrar = ObservationStateRegistrar()

    init(_ hits: Shared<Int>) {
      _hits = hits
    }

    var own: Int {
      get { _$observationRegistrar.access(0); return _own }
      set { _$observationRegistrar.set(&_own, to: newValue, field: 0) }
    }

    static func _$fields(_ fields: _ObservedFields<Self>) {
      fields.add(0, \.own, stored: \._own, registrar: \._$observationRegistrar)
    }

    var _$id: ObservableStateID { _$observationRegistrar.id }
    mutating func _$willModify() { _$observationRegistrar.willModify() }
  }

  enum Action: Sendable {
    /// Changes the shared number, half of its own, and sends `settle` at once.
    case hit
    /// As `hit`, but the shared number is changed by an effect that runs while the action is handled.
    case hitInSync
    /// Changes the shared number in an effect that runs off the store's actor.
    case hitInEffect
    /// Changes the other half.
    case settle
    /// Leaves everything as it is.
    case nothing
    /// Calls the closure of the reducer while this runs.
    case call
    /// Shows another shared number.
    case point(Shared<Int>)
  }

  var duringCall: () -> Void = {}

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .hit:
        state.$hits.withLock { $0 += 1 }
        state.own += 1
        return .send(.settle)
      case .hitInSync:
        state.own += 1
        return .sync { [hits = state.$hits] in
          hits.withLock { $0 += 1 }
          return .settle
        }
      case .hitInEffect:
        return .run { [hits = state.$hits] _ in hits.withLock { $0 += 1 } }
      case .settle:
        state.own += 1
      case .nothing:
        break
      case .call:
        state.own += 1
        duringCall()
        state.own += 1
      case .point(let hits):
        state.$hits = hits
        state.own += 1
      }
      return .none
    }
  }
}

extension StoreOf<Hits> {
  /// Both numbers.
  var numbers: [Int] { withState { [$0.hits, $0.own] } }
}
