@testable import CounterpointCore
import Testing

@MainActor
@Suite struct EffectOrderTests {
  /// Runs effects by number and returns the order in which the actions were handled.
  private func order(_ effects: [Int: Effect<Int>]) async -> [Int] {
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return effects[action] ?? .none
      }
    }
    await store.send(0).finish()
    return store.withState { $0 }
  }

  private func run(_ action: Int) -> Effect<Int> {
    .run { send in await send(action) }
  }

  @Test func nestedMergesAndConcatenationsOfSends() async {
    let result = await order([
      0: .merge(.concatenate(.send(1), .merge(.send(2), .send(3))), .send(4)),
      1: .send(5),
      4: .concatenate(.send(6), .send(7)),
    ])
    #expect(result == [0, 1, 2, 3, 4, 5, 6, 7])
  }

  @Test func whatIsSentAtOnceComesBeforeWork() async {
    #expect(await order([0: .merge(.send(1), run(2), .send(3))]) == [0, 1, 3, 2])
  }

  @Test func theStagesOfAConcatenationFollowOneAnother() async {
    let stages: [Effect<Int>] = [.send(1), run(2), .send(3), .send(4), run(5), run(6), .send(7)]
    #expect(await order([0: .concatenate(stages)]) == [0, 1, 2, 3, 4, 5, 6, 7])
  }

  @Test func aStageIsOverWhenAllItsPartsAre() async {
    let second = Gate()
    let result = await order([
      0: .concatenate(
        .merge(
          .run { send in
            await second.wait()
            await send(1)
          },
          .run { send in
            await send(2)
            second.open()
          }
        ),
        .concatenate(.concatenate(run(3), run(4)), run(5)),
        .send(6)
      )
    ])
    #expect(result == [0, 2, 1, 3, 4, 5, 6])
  }

  @Test func mergedWorkRunsAtTheSameTime() async {
    let ping = Gate()
    let pong = Gate()
    let result = await order([
      0: .merge(
        .run { send in
          await ping.wait()
          await send(1)
          pong.open()
        },
        .run { send in
          ping.open()
          await pong.wait()
          await send(2)
        }
      )
    ])
    #expect(result == [0, 1, 2])
  }

  @Test func theNextStageBeginsWhenTheOneBeforeWasCancelled() async {
    let begun = Gate()
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        switch action {
        case 0:
          return .concatenate(
            .run { _ in
              begun.open()
              await Gate().wait()
            }
            .cancellable(id: "first"),
            .send(2),
            .run { send in await send(3) }
          )
        case 1: return .cancel(id: "first")
        default: return .none
        }
      }
    }
    let task = store.send(0)
    await begun.wait()
    store.send(1)
    await task.finish()
    #expect(store.withState { $0 } == [0, 1, 2, 3])
    #expect(!task.isCancelled)
  }

  @Test func aCancelledGroupStops() async {
    let begun = Gate()
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        switch action {
        case 0:
          return .concatenate(
            .run { _ in
              begun.open()
              await Gate().wait()
            },
            .send(2),
            .run { send in await send(3) },
            .send(4)
          )
          .cancellable(id: "group")
        case 1: return .cancel(id: "group")
        default: return .none
        }
      }
    }
    let task = store.send(0)
    await begun.wait()
    store.send(1)
    await task.finish()
    #expect(store.withState { $0 } == [0, 1])
    #expect(store.core.hub.cancellations.isEmpty)
  }

  @Test func aLaterStageThatIsCancelledBeforeItsTurnNeverBegins() async {
    let begun = Gate()
    let goOn = Gate()
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        switch action {
        case 0:
          return .concatenate(
            .run { _ in
              begun.open()
              await goOn.wait()
            },
            .run { send in await send(2) }.cancellable(id: "later"),
            .send(3)
          )
        case 1: return .cancel(id: "later")
        default: return .none
        }
      }
    }
    let task = store.send(0)
    await begun.wait()
    store.send(1)
    goOn.open()
    await task.finish()
    #expect(store.withState { $0 } == [0, 1, 3])
  }

  @Test func noneIsNeutral() async {
    #expect(await order([0: .merge(.none, .send(1), .none)]) == [0, 1])
    #expect(await order([0: .concatenate(.none, run(1), .none, .send(2))]) == [0, 1, 2])
    #expect(await order([0: Effect.none.merge(with: .send(1)).concatenate(with: .none)]) == [0, 1])
    guard case .send(1)? = Effect<Int>.merge(.none, .send(1)).operation else {
      Issue.record("The merge of one effect and nothing is not that effect.")
      return
    }
    guard case .send(1)? = Effect<Int>.none.concatenate(with: .send(1)).operation else {
      Issue.record("The concatenation of one effect and nothing is not that effect.")
      return
    }
  }

  @Test func mapChangesWhatEveryKindSends() async {
    let effect = Effect<Int>.merge(.send(1), .concatenate(run(2), .send(3).cancellable(id: 1)), .cancel(id: 2))
    let result = await order([0: effect.map { $0 * 10 }])
    #expect(result == [0, 10, 20, 30])
  }
}
