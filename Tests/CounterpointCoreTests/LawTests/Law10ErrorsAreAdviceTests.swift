import CounterpointCore
import CounterpointTestSupport
import Testing

/// Law 10: an issue names the caller's place, what happened, and what to do.
@MainActor
@Suite struct Law10ErrorsAreAdviceTests {
  struct Boom: Error { let reason = "no network" }
  enum Action: Sendable { case start, answer(Int), again }

  @Test func aSendFromAReducer() throws {
    weak var weakStore: Store<Int, Action>?
    var line: UInt = 0
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { _, action in
        if case .start = action {
          line = #line + 1
          weakStore?.send(.answer(42))
        }
        return .none
      }
    }
    weakStore = store
    let issue = try #require(issues { store.send(.start) }.first)
    #expect(issue.fileID == #fileID)
    #expect(issue.line == line)
    #expect(issue.message.contains("answer(42)"))
    #expect(issue.message.contains("from inside its reducer"))
    #expect(issue.message.contains("'.send(…)' or '.run { send in … }'"))
  }

  @Test func aSendFromAReader() throws {
    let store = Store(initialState: [1, 2]) {
      Reduce<[Int], Action> { state, _ in
        state.removeAll()
        return .none
      }
    }
    var line: UInt = 0
    var seen: [Int] = []
    let issues = issues {
      store.withState { state in
        store.withState { _ in
          line = #line + 1
          store.send(.answer(42))
        }
        // Nothing has changed what is being read.
        seen = state
      }
    }
    let issue = try #require(issues.first)
    #expect(seen == [1, 2])
    #expect(store.withState { $0 } == [])
    #expect(issue.line == line)
    #expect(issue.message.contains("answer(42)"))
    #expect(issue.message.contains("Return what you need from 'withState', and send afterwards."))
  }

  /// An observer of the fields is notified although the action waited.
  @Test func anActionOfAReaderIsObserved() {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state = action
        return .none
      }
    }
    let viewStore = store.view
    var values: [Int] = []
    let subscription = viewStore.observe { values.append($0) }
    _ = issues { store.withState { _ in _ = store.send(7) } }
    withExtendedLifetime(subscription) {}
    #expect(values == [0, 7])
  }

  @Test func aSendFromAReducerThroughAViewStore() throws {
    weak var weakViewStore: ViewStore<Int, Int>?
    var line: UInt = 0
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, action in
        if action == 0 {
          line = #line + 1
          weakViewStore?.send(7)
        }
        return .none
      }
    }
    let viewStore = store.view
    weakViewStore = viewStore
    let issue = try #require(issues { viewStore.send(0) }.first)
    #expect(issue.fileID == #fileID)
    #expect(issue.line == line)
    #expect(issue.message.contains("7"))
  }

  @Test func anErrorThatNobodyHandles() async throws {
    let line: UInt = #line + 3
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { _, _ in
        .run { _ in throw Boom() }
      }
    }
    let issue = try #require(await issues { await store.send(.start).finish() }.first)
    #expect(issue.fileID == #fileID)
    #expect(issue.line == line)
    #expect(issue.message.contains("\(#fileID):\(line)"))
    #expect(issue.message.contains("no network"))
    #expect(issue.message.contains("'catch'"))
  }

  @Test func aSendThatEscaped() async throws {
    let ended = Gate()
    let sent = Gate()
    let line: UInt = #line + 5
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        switch action {
        case .start:
          return .run { send in
            Task {
              await ended.wait()
              await send(.answer(5))
              sent.open()
            }
          }
        case .answer(let answer):
          state = answer
          return .none
        case .again:
          return .none
        }
      }
    }
    let reported = await issues {
      await store.send(.start).finish()
      ended.open()
      await sent.wait()
    }
    let issue = try #require(reported.first)
    #expect(reported.count == 1)
    #expect(issue.fileID == #fileID)
    #expect(issue.line == line)
    #expect(issue.message.contains("answer(5)"))
    #expect(issue.message.contains("start"))
    #expect(issue.message.contains("Don't let 'send' escape"))
    #expect(store.withState { $0 } == 5)
  }

  @Test func readingAStoreWhileItsReducerRunsStopsTheProgram() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      weak var weakStore: Store<Int, Int>?
      let store = Store(initialState: 0) {
        Reduce<Int, Int> { _, _ in
          weakStore?.withState { _ in }
          return .none
        }
      }
      weakStore = store
      store.send(0)
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("was read while its reducer was running"))
    #expect(text.contains("Use the 'state' that the reducer was given"))
  }
}
