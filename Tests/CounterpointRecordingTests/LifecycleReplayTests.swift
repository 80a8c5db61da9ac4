import Counterpoint
import CounterpointTestSupport
import Foundation
import IssueReporting
import Testing

@_spi(Internals) @testable import CounterpointRecording

/// Recordings of features with a lifecycle. A replay repeats the actions of mounts, and calls no hook.
@Suite(.ends) @MainActor struct LifecycleReplayTests {
  private let folder: TemporaryFolder
  private let calls = CounterpointTestSupport.Recorder<String>()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func record() async throws -> (recording: Recording, final: Club.State) {
    let url = folder.file("club.recording.jsonl")
    let recorder = try CounterpointRecording.Recorder(at: url)
    let store = Store(initialState: Club.State()) {
      Club(calls: calls)
    } withDependencies: {
      $0.recorder = recorder
      $0.uuid = .incrementing
    }
    // The mount of the root has sent an action.
    #expect(store.withState(\.greeting) == "hello")
    await store.send(.join("Ada")).finish()
    await store.send(.join("Bob")).finish()
    await store.send(.leave("Ada")).finish()
    await store.send(.join("Ada")).finish()
    recorder.flush()
    return (try Recording(contentsOf: url), store.withState { $0 })
  }

  @Test func aReplayIsEqualAndCallsNoHook() async throws {
    let (recording, final) = try await record()
    #expect(calls.entries == ["+club", "+Ada", "+Bob", "-Ada", "+Ada"])
    let result = Replay(recording) { Club(calls: calls) }.run()
    #expect(result.divergence == nil)
    #expect(result.notices == [])
    #expect(result.state == final)
    #expect(final.members.map(\.badge) == ["badge of Bob", "badge of Ada"])
    #expect(calls.entries.count == 5)
    // The action of the root's mount, then each `join` with its answer, and the `leave`.
    #expect(result.steps.count == 8)
    #expect(result.steps.map(\.isSent) == [false, true, false, true, false, true, true, false])
  }

  @Test func recordedAnswersBeginWithThoseOfTheRoot() async throws {
    let (recording, final) = try await record()
    let reported = issues {
      let store = Store(initialState: Club.State()) { RecordedAnswers(recording) { Club(calls: calls) } }
      #expect(store.withState(\.greeting) == "hello")
      for action in [Club.Action.join("Ada"), .join("Bob"), .leave("Ada"), .join("Ada")] { store.send(action) }
      #expect(store.withState { $0 } == final)
    }
    #expect(reported.isEmpty)
    #expect(calls.entries.count == 5)
  }
}

/// A member of a club. It gets a badge when mounted.
@Reducer
private struct Member {
  @ObservableState
  struct State: Codable, Equatable, Identifiable {
    var id: String
    var badge: String?
  }

  enum Action: Codable {
    case badge(String)
  }

  let calls: CounterpointTestSupport.Recorder<String>
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .badge(let badge):
        state.badge = badge
        return .none
      }
    }
    .onMount { state in
      calls.note("+\(state.id)")
      // A read outside of the effect, which a replay does not repeat.
      _ = uuid()
      return .run { [name = state.id] send in await send(.badge("badge of \(name)")) }
    }
    .onDismount(keeping: \.id) { id in
      calls.note("-\(id)")
      return .none
    }
  }
}

@Reducer
private struct Club {
  @ObservableState
  struct State: Codable, Equatable {
    var greeting = ""
    var members: IdentifiedArrayOf<Member.State> = []
  }

  enum Action: Codable {
    case greet(String)
    case join(String)
    case leave(String)
    case members(IdentifiedActionOf<Member>)
  }

  let calls: CounterpointTestSupport.Recorder<String>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .greet(let greeting):
        state.greeting = greeting
      case .join(let name):
        state.members.append(Member.State(id: name))
      case .leave(let name):
        state.members.remove(id: name)
      case .members:
        break
      }
      return .none
    }
    .onMount { _ in
      calls.note("+club")
      return .send(.greet("hello"))
    }
    .forEach(\.members, action: \.members) { Member(calls: calls) }
  }
}
