import CaseKeyPaths
@testable import CounterpointCore
import CounterpointTestSupport
import Testing

@MainActor
@Suite struct IfCaseLetTests {
  let work = WaitingWork()

  private func makeBench(_ state: Choice.State) -> BenchOf<Choice> {
    Bench(state, work) { Choice() }
  }

  private func own(_ edit: @escaping @Sendable (inout Choice.State) -> Void) -> Choice.Action {
    .own(
      Step { state in
        edit(&state)
        return .none
      }
    )
  }

  private func start(_ name: String) -> Choice.Action {
    let work = work
    return .left(Twig.Action { _ in work.run(name) })
  }

  @Test func theChildRunsBeforeItsParent() {
    let log = Recorder<String>()
    let store = Store(initialState: Choice.State.left(Twig.State())) {
      Reduce<Choice.State, Choice.Action> { state, _ in
        log.note("parent sees \(state[case: \.left]?.value ?? -1)")
        return .none
      }
      .ifCaseLet(\.left, action: \.left) { Twig() }
    }
    store.send(
      .left(
        Twig.Action { child in
          log.note("child")
          child.value = 7
          return .none
        }
      )
    )
    #expect(log.entries == ["child", "parent sees 7"])
  }

  /// The whole order of an action that removes its child: reducers, cancellations, and later actions.
  @Test func childParentCancellationAndThenWhatTheySend() async {
    let log = Recorder<String>()
    let begun = Gate()
    let store = Store(initialState: Choice.State.left(Twig.State())) {
      Reduce<Choice.State, Choice.Action> { state, action in
        switch action {
        case .left where state[case: \.left]?.value == 1:
          log.note("parent")
          state = .empty
          return .send(.own(Step { _ in .none }))
        case .own:
          log.note("effect of the parent")
          return .none
        default:
          return .none
        }
      }
      .ifCaseLet(\.left, action: \.left) { Twig() }
    }
    let task = store.send(
      .left(
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
    let reported = issues {
      store.send(
        .left(
          Twig.Action { child in
            log.note("child")
            child.value = 1
            return .send(
              Twig.Action { _ in
                log.note("effect of the child")
                return .none
              }
            )
          }
        )
      )
    }
    await task.finish()
    #expect(log.entries == ["child", "parent", "cancelled", "effect of the parent"])
    #expect(reported.count == 1)
  }

  @Test func itsWorkSendsToTheChild() async {
    let store = Store(initialState: Choice.State.left(Twig.State())) { Choice() }
    await store.send(
      .left(
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
    #expect(store.withState { $0[case: \.left]?.value } == 7)
  }

  @Test func thePayloadIsChangedInPlace() {
    let store = Store(initialState: Choice.State.left(Twig.State(rows: Array(repeating: 0, count: 100_000)))) {
      Choice()
    }
    func address() -> Int {
      store.withState { state in
        unsafe state[case: \.left]?.rows.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } ?? 0
      }
    }
    let before = address()
    for row in 0..<10 {
      store.send(
        .left(
          Twig.Action { child in
            child.rows[row] += 1
            return .none
          }
        )
      )
    }
    #expect(address() == before)
    #expect(store.withState { $0[case: \.left]?.rows[9] } == 1)
  }

  @Test func anotherCaseCancels() async {
    let bench = makeBench(.left(Twig.State()))
    bench.send(start("left"))
    bench.send(own { $0 = .right(Twig.State()) })
    #expect(await bench.survivors() == [])
  }

  @Test func aCaseWithoutChildCancels() async {
    let bench = makeBench(.left(Twig.State()))
    bench.send(start("left"))
    bench.send(own { $0 = .empty })
    #expect(await bench.survivors() == [])
  }

  @Test func anotherIDCancels() async {
    let bench = makeBench(.left(Twig.State(id: 1)))
    bench.send(start("left"))
    bench.send(own { $0 = .left(Twig.State(id: 2)) })
    #expect(await bench.survivors() == [])
  }

  @Test func theSameIDKeepsTheEffects() async {
    let bench = makeBench(.left(Twig.State(id: 1)))
    bench.send(start("left"))
    bench.send(own { $0 = .left(Twig.State(id: 1, value: 7)) })
    bench.send(
      own { state in
        state = .empty
        state = .left(Twig.State(id: 1))
      }
    )
    #expect(await bench.survivors() == ["left"])
  }

  @Test func effectsOfTheReductionThatEndsTheChildAreSpared() async {
    let work = work
    let bench = Bench(Choice.State.left(Twig.State()), work) {
      Reduce<Choice.State, Choice.Action> { state, action in
        if case .left = action, state[case: \.left]?.value == 1 { state = .empty }
        return .none
      }
      .ifCaseLet(\.left, action: \.left) { Twig() }
    }
    bench.send(start("timer"))
    bench.send(
      .left(
        Twig.Action { child in
          child.value = 1
          return work.run("save")
        }
      )
    )
    bench.send(own { _ in })
    #expect(await bench.survivors() == ["save"])
  }

  @Test func anActionInAnotherCaseIsReported() throws {
    var parentRuns = 0
    let line: UInt = #line + 6
    let store = Store(initialState: Choice.State.right(Twig.State(value: 42))) {
      Reduce<Choice.State, Choice.Action> { _, _ in
        parentRuns += 1
        return .none
      }
      .ifCaseLet(\.left, action: \.left) { Twig() }
    }
    let reported = issues { store.send(.left(Twig.Action("tapped") { _ in .none })) }
    let issue = try #require(reported.first)
    #expect(reported.count == 1)
    #expect(issue.fileID == #fileID)
    #expect(issue.line == line)
    #expect(issue.message.contains("'ifCaseLet' at \(#fileID):\(line)"))
    #expect(issue.message.contains("another case"))
    #expect(issue.message.contains("\"tapped\""))
    #expect(issue.message.contains("value: 42"))
    #expect(parentRuns == 1)
    #expect(store.withState { $0[case: \.right]?.value } == 42)
  }
}
