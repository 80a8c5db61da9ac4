import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import StateSharing
import Testing

/// `undoable` passes on the lifecycle of the reducer that it is attached to.
@MainActor
@Suite struct UndoLifecycleTests {
  @Test(arguments: Hook.allCases)
  func undoableCallsTheHook(_ hook: Hook) {
    let attachment = HookAttachment(hook: hook)
    let reducer = attachment.plot.undoable(\.value, history: \.history, action: \.history)
    #expect(attachment.calls(in: reducer) == attachment.expectedCalls)
  }

  @Test(arguments: Hook.allCases)
  func undoableOfASharedValueCallsTheHook(_ hook: Hook) {
    let attachment = HookAttachment(hook: hook)
    let reducer = attachment.plot.undoable(shared: \.$total, history: \.totals, action: \.history)
    #expect(attachment.calls(in: reducer) == attachment.expectedCalls)
  }

  /// The child is in the value that the steps restore.
  @Test(arguments: Embedding.allCases)
  func aChildThatAnUndoRemovesIsDismounted(_ embedding: Embedding) {
    let log = Recorder<String>()
    let store = Store(initialState: Family.State(), on: MainActor.shared) {
      NotedFamily(log: log)
    }
    store.send(Family.embed(1, embedding))
    store.send(.history(.undo))
    store.send(.history(.redo))
    #expect(log.text == "+child1 -child1 +child1")
  }
}

/// A ``Family`` whose children note when they are mounted and dismounted.
private struct NotedFamily: Reducer {
  typealias State = Family.State
  typealias Action = Family.Action

  let log: Recorder<String>

  private var child: Noted<Twig> { Noted("child", log, Twig()) }

  var body: some ReducerOf<Self> {
    Reduce<State, Action> { state, action in
      if case .edit(let edit) = action { edit(&state.members) }
      return .none
    }
    .ifLet(\.members.optional, action: \.optional) { child }
    .ifLet(\.members.$presented, action: \.presented) { child }
    .forEach(\.members.rows, action: \.rows) { child }
    .forEach(\.members.path, action: \.path) { child }
    .undoable(\.members, history: \.history, action: \.history)
  }
}
