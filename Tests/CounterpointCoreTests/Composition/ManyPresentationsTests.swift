import CaseKeyPaths
@testable import CounterpointCore
import CounterpointTestSupport
import Observation
import Testing

/// Ten thousand children that were presented and dismissed leave nothing behind.
@MainActor
@Suite struct ManyPresentationsTests {
  /// Presents a leaf, whose work waits for ever.
  struct Host: Reducer {
    struct State: ObservableState {
      private var _child = PresentationState<Leaf>(wrappedValue: nil)
      var _$observationRegistrar = ObservationStateRegistrar()

      init() {}

      var child: Leaf? {
        get { _$observationRegistrar.access(0); return _child.wrappedValue }
        set {
          _$observationRegistrar.set(&_child, to: PresentationState(wrappedValue: newValue), field: 0)
        }
      }

      var presented: PresentationState<Leaf> {
        get { _$observationRegistrar.access(0); return _child }
        set { _$observationRegistrar.set(&_child, to: newValue, field: 0) }
      }

      static func _$fields(_ fields: _ObservedFields<Self>) {
        fields.add(0, \.presented, stored: \._child, registrar: \._$observationRegistrar)
      }

      var _$id: ObservableStateID { _$observationRegistrar.id }
      mutating func _$willModify() { _$observationRegistrar.willModify() }
    }

    enum Action: CasePathable, Sendable {
      case present(Int)
      case child(PresentationAction<Work>)

      struct AllCasePaths: Sendable {
        var child: AnyCasePath<Action, PresentationAction<Work>> {
          .init(embed: { .child($0) }, extract: { if case .child(let value) = $0 { value } else { nil } })
        }
      }

      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    enum Work: Sendable {
      case start
      case count
    }

    let gate: Gate

    var body: some ReducerOf<Self> {
      Reduce<State, Action> { state, action in
        if case .present(let id) = action { state.child = Leaf(id: id) }
        return .none
      }
      .ifLet(\.presented, action: \.child) {
        Reduce<Leaf, Work> { [gate] state, action in
          switch action {
          case .start:
            return .run { _ in try await gate.pass() }.cancellable(id: "work")
          case .count:
            state.count += 1
            return .none
          }
        }
      }
    }
  }

  /// Counts those that are alive.
  private final class Token: Sendable {}

  private struct Weak {
    weak var object: AnyObject?
  }

  @Test func leaveNothing() async {
    let body = Host(gate: Gate()).body
    let store = Store(initialState: Host.State()) { body }
    var traces: [Weak] = []
    var tasks: [StoreTask] = []
    var told = 0
    for number in 0..<10_000 {
      store.send(.present(number))
      guard let child = store.scope(\.child, action: \.child.presented) else {
        Issue.record("Child \(number) is not presented.")
        return
      }
      let observed = Token()
      let kept = Token()
      let listened = Token()
      let isTold = Recorder<Int>()
      withObservationTracking {
        _ = child.count
      } onChange: {
        isTold.note(number)
        withExtendedLifetime(observed) {}
      }
      let token = observe {
        _ = child.title
        withExtendedLifetime(kept) {}
      }
      let listener = child.view(state: \.title, action: { (_: Never) -> Host.Work in }).observe { _ in
        withExtendedLifetime(listened) {}
      }
      tasks.append(child.send(.start))
      store.send(.child(.dismiss))
      told += isTold.entries.count
      let objects: [AnyObject] = [child, child.core, observed, kept, listened, token, listener]
      traces += objects.map { Weak(object: $0) }
    }
    #expect(store.scope(\.child, action: \.child.presented) == nil)
    #expect(told == 10_000)
    // The gate stays closed: they end because they were canceled.
    for task in tasks { await task.finish() }
    #expect(store.core.hub.cancellations.isEmpty)
    #expect(!store.core.hub.cancellations.hasChildren)
    #expect(store.core.hub.effects.isSettled)
    #expect(traces.count { $0.object != nil } == 0)
    #expect(store.core.hub.changes.removals.count <= 16)
  }
}
