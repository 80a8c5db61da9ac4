@testable import CounterpointCore
import CounterpointTestSupport
import Testing

@MainActor
@Suite struct EffectRunTests {
  struct Boom: Error, Equatable {}

  enum Action: Sendable { case start, cancel, caught(String), done }

  private func run(
    _ effect: @escaping @Sendable () -> Effect<Action>,
    meanwhile: @MainActor (Store<[String], Action>) async -> Void = { _ in }
  ) async -> (state: [String], issues: [ReportedIssue]) {
    let store = Store(initialState: [String]()) {
      Reduce<[String], Action> { state, action in
        switch action {
        case .start: return effect()
        case .cancel: return .cancel(id: "run")
        case .caught(let text): state.append(text)
        case .done: state.append("done")
        }
        return .none
      }
    }
    let reported = await issues {
      let task = store.send(.start)
      await meanwhile(store)
      await task.finish()
    }
    return (store.withState { $0 }, reported)
  }

  @Test func aCancellationErrorIsSwallowedEvenIfNothingWasCancelled() async {
    let result = await run {
      .run { _ in
        throw CancellationError()
      } catch: { _, send in
        await send(.caught("it"))
      }
    }
    #expect(result.state == [])
    #expect(result.issues.isEmpty)
  }

  @Test func anyErrorOfACancelledEffectIsSwallowed() async {
    let begun = Gate()
    let caught = Recorder<Int>()
    let result = await run {
      .run { _ in
        begun.open()
        await Gate().wait()
        throw Boom()
      } catch: { _, _ in
        caught.note(0)
      }
      .cancellable(id: "run")
    } meanwhile: { store in
      await begun.wait()
      store.send(.cancel)
    }
    #expect(result.issues.isEmpty)
    #expect(caught.entries.isEmpty)
  }

  @Test func anotherErrorGoesToCatchWhichMaySend() async {
    let result = await run {
      .run { send in
        await send(.done)
        throw Boom()
      } catch: { error, send in
        await send(.caught("\(error)"))
      }
    }
    #expect(result.state == ["done", "Boom()"])
    #expect(result.issues.isEmpty)
  }

  @Test func anotherErrorWithoutCatchIsAnIssueAtTheRun() async {
    let line: UInt = #line + 1
    let result = await run { .run { _ in throw Boom() } }
    #expect(result.issues.count == 1)
    #expect(result.issues.first?.line == line)
    #expect(result.issues.first?.fileID == #fileID)
    #expect(result.issues.first?.message.contains("Boom()") == true)
  }

  @Test func aCancelledEffectsSendIsDropped() async {
    let begun = Gate()
    let result = await run {
      .run { send in
        begun.open()
        await Gate().wait()
        await send(.done)
      }
      .cancellable(id: "run")
    } meanwhile: { store in
      await begun.wait()
      store.send(.cancel)
    }
    #expect(result.state == [])
  }

  @Test func awaitSendReturnsWhenTheActionHasBeenHandled() async {
    let seen = Recorder<Int>()
    let box = Unchecked<StoreRef<Int, Int>?>(nil)
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += 1
        switch action {
        case 0:
          return .run { send in
            await send(1)
            seen.note(await box.value?.withStore { $0.withState { $0 } } ?? -1)
          }
        case 1: return .merge(.send(2), .send(3))
        default: return .none
        }
      }
    }
    box.value = store.ref
    await store.send(0).finish()
    #expect(seen.entries == [4])
  }

  @Test func workBeginsAfterTheTurn() async {
    let log = Recorder<String>()
    _ = await run {
      .run { _ in log.note("run") }
    } meanwhile: { store in
      store.send(.done)
      log.note("turn")
    }
    #expect(log.entries == ["turn", "run"])
  }

  @Test func priorityAndNameAreKept() async {
    let seen = Recorder<String>()
    @Sendable func work() -> Effect<Action> {
      .run(priority: .low, name: "worker") { _ in seen.note("\(Task.currentPriority == .low) \(Task.name ?? "-")") }
    }
    _ = await run { work() }
    _ = await run { work().map { $0 } }
    _ = await run { .merge(work(), .none, work()) }
    _ = await run { .concatenate(work(), work().cancellable(id: 1)) }
    #expect(seen.entries == Array(repeating: "true worker", count: 6))
  }

  /// Not Sendable.
  final class Message {
    var text = ""
  }

  @Test func anActionNeedNotBeSendable() async {
    let store = Store(initialState: "") {
      Reduce<String, Message> { state, action in
        state += action.text
        guard action.text == "a" else { return .none }
        return .run { send in
          let message = Message()
          message.text = "b"
          await send(message)
        }
      }
    }
    let message = Message()
    message.text = "a"
    await store.send(message).finish()
    #expect(store.withState { $0 } == "ab")
  }
}
