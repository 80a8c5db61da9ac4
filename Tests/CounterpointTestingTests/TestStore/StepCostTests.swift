import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
@_spi(Internals) import CounterpointSupport
import Testing

/// Law 12: a passing assertion does not create a failure message.
@Suite struct StepCostTests {
  @Test func actionsAreReflectedOnlyForMessages() async {
    let looks = Locked(0)
    let store = TestStore(initialState: 0) { Waiting() }
    await store.send(Waiting.Action(looks: looks, kind: .wait))
    await store.receive({ $0.kind == .count }) { $0 = 1 }
    await store.send(Waiting.Action(looks: looks, kind: .count)) { $0 = 2 }
    #expect(looks.withLock { $0 } == 0)

    let issues = await issues { await store.finish(timeout: .zero) }
    #expect(issues.count == 1)
    #expect(looks.withLock { $0 } > 0)
    await store.send(Waiting.Action(looks: looks, kind: .stop))
  }

  @Test func newDependenciesResetTheNumbersOfStackElements() async {
    let store = TestStore(initialState: StackState<Int>()) {
      Reduce<StackState<Int>, Bool> { path, isComing in
        if isComing { path.append(1) } else { path.removeAll() }
        return .none
      }
    }
    await store.send(true) { $0.append(1) }
    await store.send(false) { $0.removeAll() }
    // The new dependencies number from the beginning.
    store.dependencies = DependencyValues()
    await store.send(true) { $0.append(1) }
    await store.send(true) { $0.append(1) }
  }
}

extension StepCostTests {
  fileprivate struct Waiting: Reducer {
    /// An action that counts how often it is reflected.
    struct Action: CustomReflectable, Sendable {
      enum Kind { case wait, count, stop }
      let looks: Locked<Int>
      let kind: Kind

      var customMirror: Mirror {
        looks.withLock { $0 += 1 }
        return Mirror(self, children: [:])
      }
    }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action.kind {
      case .wait:
        return .run { send in
          await send(Action(looks: action.looks, kind: .count))
          try await Task.never()
        }
        .cancellable(id: 1)
      case .count:
        state += 1
        return .none
      case .stop:
        return .cancel(id: 1)
      }
    }
  }
}
