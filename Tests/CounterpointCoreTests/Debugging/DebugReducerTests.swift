import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import Testing

/// `_printChanges`: what is shown of each action.
@MainActor
@Suite struct DebugReducerTests {
  struct State: Equatable, Sendable {
    var count = 0
    var text = ""
  }

  enum Row: Sendable {
    case tap
    case rename(String)
  }

  enum Action: Sendable {
    case add(Int)
    case nothing
    case twice
    case row(id: Int, action: Row)
    case nested(Row)
    case pair(Int, name: String)
  }

  let queue = ReducerPrinterQueue()
  let texts = Recorder<String>()

  private let logic = Reduce<State, Action> { state, action in
    switch action {
    case .add(let number):
      state.count += number
      return .none
    case .twice:
      return .merge(.send(.add(1)), .send(.add(2)))
    case .nothing, .row, .nested, .pair:
      return .none
    }
  }

  @Test func showsTheActionAndWhatItHasChanged() async {
    let store = Store(initialState: State()) {
      logic._printChanges(.customDump(queue: queue) { [texts] in texts.note($0) })
    }
    store.send(.add(3))
    await queue.finish()
    #expect(
      texts.entries == [
        """
        Received action:
          DebugReducerTests.Action.add(3)
          DebugReducerTests.State(
        -   count: 0,
        +   count: 3,
            text: ""
          )

        """
      ]
    )
  }

  @Test func saysSoWhereNothingHasChanged() async {
    let store = Store(initialState: State()) {
      logic._printChanges(.customDump(queue: queue) { [texts] in texts.note($0) })
    }
    store.send(.nothing)
    await queue.finish()
    #expect(
      texts.entries == ["Received action:\n  DebugReducerTests.Action.nothing\n  (No state changes)\n"]
    )
  }

  @Test func theOutputHasTheOrderOfTheActions() async {
    let store = Store(initialState: State()) {
      logic._printChanges(
        _ReducerPrinter(
          printChange: { [texts] action, old, new in texts.note("\(action) \(old.count)→\(new.count)") },
          queue: queue
        )
      )
    }
    store.send(.twice)
    for number in 0..<100 { store.send(.add(number)) }
    await queue.finish()
    #expect(texts.entries.prefix(4) == ["twice 0→0", "add(1) 0→1", "add(2) 1→3", "add(0) 3→3"])
    #expect(texts.entries.count == 103)
  }

  @Test func theLabelsOfCasesAloneWithoutTheirValues() async {
    let store = Store(initialState: State()) {
      logic._printChanges(.actionLabels(queue: queue) { [texts] in texts.note($0) })
    }
    for action in [
      Action.add(1), .nothing, .row(id: 1, action: .tap), .row(id: 1, action: .rename("x")), .nested(.rename("x")),
      .pair(1, name: "secret"),
    ] {
      store.send(action)
    }
    await queue.finish()
    #expect(
      texts.entries
        == [
          "add(_:)", "nothing", "row(id:, action: .tap)", "row(id:, action: .rename(_:))", "nested(.rename(_:))",
          "pair(_:, name:)",
        ].map { "Received action: DebugReducerTests.Action.\($0)" }
    )
  }

  @Test func noPrinterIsOff() {
    let store = Store(initialState: State()) { logic._printChanges(nil) }
    store.send(.add(3))
    #expect(store.withState(\.count) == 3)
  }

  /// Law 4: without a printer nothing is retained, so nothing is copied.
  @Test func noPrinterCopiesNothing() {
    let store = Store(initialState: Array(repeating: 0, count: 1_000)) {
      Reduce<[Int], Int> { rows, row in
        rows[row] += 1
        return .none
      }
      ._printChanges(nil)
    }
    func address() -> Int {
      store.withState { rows in unsafe rows.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
    }
    let before = address()
    for row in 0..<4 {
      store.send(row)
      #expect(address() == before)
    }
  }

  @Test func theDefaultIsThere() {
    // Prints to the standard output; that it compiles and does no harm is all there is to see here.
    let store = Store(initialState: State()) { logic._printChanges() }
    store.send(.nothing)
    #expect(store.withState(\.count) == 0)
  }
}
