@testable import CounterpointCore
import Testing

@Suite struct TaskCancellationTests {
  struct Boom: Error, Equatable {}

  @Test func itReturnsTheValue() async throws {
    let value = await withTaskCancellation(id: "value") { 42 }
    #expect(value == 42)
  }

  @Test func itThrowsTheOperationsOwnError() async {
    do throws(Boom) {
      _ = try await withTaskCancellation(id: "throw") { () async throws(Boom) -> Int in throw Boom() }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error == Boom())
    }
  }

  @Test func anIDFromOutsideCancelsIt() async {
    let begun = Gate()
    let task = Task {
      await withTaskCancellation(id: "by id") {
        begun.open()
        await Gate().wait()
        return Task.isCancelled
      }
    }
    await begun.wait()
    Task.cancel(id: "by id")
    #expect(await task.value)
    #expect(!task.isCancelled)
  }

  @Test func cancellingTheCallerCancelsIt() async {
    let begun = Gate()
    let task = Task {
      await withTaskCancellation(id: "outer") {
        begun.open()
        await Gate().wait()
        return Task.isCancelled
      }
    }
    await begun.wait()
    task.cancel()
    #expect(await task.value)
  }

  @Test func cancelInFlightCancelsTheOneBefore() async {
    let begun = Gate()
    let first = Task {
      await withTaskCancellation(id: "again") {
        begun.open()
        await Gate().wait()
        return Task.isCancelled
      }
    }
    await begun.wait()
    let second = await withTaskCancellation(id: "again", cancelInFlight: true) { Task.isCancelled }
    #expect(await first.value)
    #expect(!second)
  }

  enum Action: Sendable { case start, fail, cancel, answer(Bool) }

  @MainActor
  @Test func insideAnEffectTheIDBelongsToTheStoreAndIsGoneAfterwards() async {
    let begun = Gate()
    let store = Store(initialState: [Bool]()) {
      Reduce<[Bool], Action> { state, action in
        switch action {
        case .start:
          return .run { send in
            let isCancelled = await withTaskCancellation(id: "inside") {
              begun.open()
              await Gate().wait()
              return Task.isCancelled
            }
            await send(.answer(isCancelled))
          }
        case .fail:
          return .run { _ in
            try await withTaskCancellation(id: "failing") { throw Boom() }
          } catch: { error, send in
            await send(.answer(error is Boom))
          }
        case .cancel: return .cancel(id: "inside")
        case .answer(let answer):
          state.append(answer)
          return .none
        }
      }
    }
    let task = store.send(.start)
    await begun.wait()
    #expect(!store.core.hub.cancellations.isEmpty)
    store.send(.cancel)
    await task.finish()
    #expect(store.core.hub.cancellations.isEmpty)
    await store.send(.fail).finish()
    #expect(store.core.hub.cancellations.isEmpty)
    #expect(store.withState { $0 } == [true, true])
  }

  @MainActor
  @Test func insideAnEffectOfTheSameIDItDoesNotCancelItself() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 0 else { return .none }
        return .run { send in
          let value = await withTaskCancellation(id: "x", cancelInFlight: true) {
            await withTaskCancellation(id: "x", cancelInFlight: true) { 7 }
          }
          await send(value)
        }
        .cancellable(id: "x")
      }
    }
    await store.send(0).finish()
    #expect(store.withState { $0 } == 7)
    #expect(store.core.hub.cancellations.isEmpty)
  }

  /// The operation is in a task that the effect has created, and may end after the effect.
  @MainActor
  @Test func theStageAfterAnOperationThatOutlivesItsEffectFollows() async {
    let begun = Gate(), canEnd = Gate()
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 0 else { return .none }
        return .concatenate(
          .run { _ in
            Task {
              await withTaskCancellation(id: "upload") {
                begun.open()
                await canEnd.wait()
              }
            }
            await begun.wait()
          },
          .send(5)
        )
      }
    }
    let task = store.send(0)
    await begun.wait()
    canEnd.open()
    await task.finish()
    #expect(store.withState { $0 } == 5)
    #expect(store.core.hub.cancellations.isEmpty)
  }
}
