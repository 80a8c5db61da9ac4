import CounterpointCore
import CounterpointTestSupport
import Testing

/// The child runs first, then its parent; what the child returns is in the parent's hands too.
@MainActor
@Suite struct CompositionOrderTests {
  typealias Feature = Branch<Twig>

  private func makeStore(_ log: Recorder<String>, _ state: Feature.State) -> StoreOf<Feature> {
    Store(initialState: state) {
      Feature(child: Twig()) { _, _ in
        log.note("parent")
        return .none
      }
    }
  }

  @Test(arguments: Embedding.allCases) func theChildRunsBeforeItsParent(_ embedding: Embedding) {
    let log = Recorder<String>()
    var state = Feature.State()
    state.embed(Twig.State(), embedding)
    let store = makeStore(log, state)
    store.send(
      Feature.child(
        embedding,
        0,
        Twig.Action { child in
          log.note("child")
          child.value += 1
          return .none
        }
      )
    )
    #expect(log.entries == ["child", "parent"])
    #expect(store.withState { $0.child(0, embedding)?.value } == 1)
  }

  @Test(arguments: Embedding.allCases) func theEffectsOfTheChildComeFirst(_ embedding: Embedding) {
    let log = Recorder<String>()
    var state = Feature.State()
    state.embed(Twig.State(), embedding)
    let store = Store(initialState: state) {
      Feature(child: Twig()) { state, action in
        guard case .own = action else {
          return .send(
            .own(
              Step { _ in
                log.note("effect of the parent")
                return .none
              }
            )
          )
        }
        return .none
      }
    }
    store.send(
      Feature.child(
        embedding,
        0,
        Twig.Action { _ in
          .send(
            Twig.Action { _ in
              log.note("effect of the child")
              return .none
            }
          )
        }
      )
    )
    #expect(log.entries.prefix(2) == ["effect of the child", "effect of the parent"])
  }

  /// The whole order of an action that removes its child: reducers, cancellations, and later actions.
  @Test(arguments: Embedding.allCases) func childParentCancellationAndThenWhatTheySend(_ embedding: Embedding) async {
    let log = Recorder<String>()
    let begun = Gate()
    var state = Feature.State()
    state.embed(Twig.State(), embedding)
    let store = Store(initialState: state) {
      Feature(child: Twig()) { state, action in
        if case .own = action { return .none }
        guard state.value == 1 else { return .none }
        log.note("parent")
        state.value = 2
        state.remove(0, embedding)
        return .send(
          .own(
            Step { _ in
              log.note("effect of the parent")
              return .none
            }
          )
        )
      }
    }
    let task = store.send(
      Feature.child(
        embedding,
        0,
        Twig.Action { _ in
          .run { _ in
            await withTaskCancellationHandler {
              begun.open()
              await Gate().wait()
            } onCancel: {
              log.note("cancelled")
            }
          }
        }
      )
    )
    await begun.wait()
    store.send(
      .own(
        Step { state in
          state.value = 1
          return .none
        }
      )
    )
    let reported = issues {
      store.send(
        Feature.child(
          embedding,
          0,
          Twig.Action { _ in
            log.note("child")
            return .send(
              Twig.Action("late") { _ in
                log.note("effect of the child")
                return .none
              }
            )
          }
        )
      )
    }
    await task.finish()
    // What the child sends with the action that ends it finds no child any more, and that is reported.
    #expect(log.entries == ["child", "parent", "cancelled", "effect of the parent"])
    #expect(reported.count == 1)
  }

  @Test(arguments: Embedding.allCases) func otherActionsReachTheParentOnly(_ embedding: Embedding) {
    let log = Recorder<String>()
    var state = Feature.State()
    state.embed(Twig.State(), embedding)
    let store = makeStore(log, state)
    store.send(
      .own(
        Step { _ in
          log.note("own")
          return .none
        }
      )
    )
    #expect(log.entries == ["parent", "own"])
  }

  @Test(arguments: Embedding.allCases) func aChildSeesTheChangesOfReducersAboveIt(_ embedding: Embedding) {
    var state = Feature.State()
    state.embed(Twig.State(), embedding)
    let store = Store(initialState: state) {
      Reduce<Feature.State, Feature.Action> { state, _ in
        state.embed(Twig.State(value: 5), embedding)
        return .none
      }
      Feature(child: Twig())
    }
    store.send(
      Feature.child(
        embedding,
        0,
        Twig.Action { child in
          child.value *= 2
          return .none
        }
      )
    )
    #expect(store.withState { $0.child(0, embedding)?.value } == 10)
  }

  @Test(arguments: Embedding.allCases) func workOfAChildSendsToTheChild(_ embedding: Embedding) async {
    var state = Feature.State()
    state.embed(Twig.State(), embedding)
    let store = Store(initialState: state) { Feature(child: Twig()) }
    await store.send(
      Feature.child(
        embedding,
        0,
        Twig.Action { _ in
          .run { send in
            await send(
              Twig.Action { child in
                child.value = 7
                return .none
              }
            )
          }
        }
      )
    ).finish()
    #expect(store.withState { $0.child(0, embedding)?.value } == 7)
  }

  @Test(arguments: Embedding.allCases) func aChildIsChangedInPlace(_ embedding: Embedding) {
    var state = Feature.State()
    state.embed(Twig.State(rows: Array(repeating: 0, count: 100_000)), embedding)
    let store = Store(initialState: state) { Feature(child: Twig()) }
    state = Feature.State()
    func address() -> Int {
      store.withState { state in
        unsafe state.child(0, embedding)?.rows.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } ?? 0
      }
    }
    let before = address()
    for row in 0..<10 {
      store.send(
        Feature.child(
          embedding,
          0,
          Twig.Action { child in
            child.rows[row] += 1
            return .none
          }
        )
      )
      // After each: of two places, every second edit would come back to the first.
      #expect(address() == before)
    }
    #expect(store.withState { $0.child(0, embedding)?.rows[9] } == 1)
  }
}
