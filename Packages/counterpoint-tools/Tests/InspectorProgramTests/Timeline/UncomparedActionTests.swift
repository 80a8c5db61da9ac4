import Counterpoint
import CounterpointHTML
@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import CounterpointTerminal
import Testing

@testable import InspectorProgram

/// No view says that nothing has changed where a recording does not have the state after an action.
@MainActor
@Suite struct UncomparedActionTests {
  private static func action(_ number: Int, _ comparison: InspectedComparison) -> InspectedEvent {
    .action(
      InspectedAction(
        store: 1,
        number: number,
        time: Int64(number) * 1_000,
        cause: .user("App.swift:7"),
        text: JSONValue.object(["tick": .object([:])]).json,
        comparison: comparison
      )
    )
  }

  /// The states after the actions 1 and 2 are not known. Those after 0 and 3 are.
  private static let events: [InspectedEvent] = [
    .store(InspectedStore(number: 1, feature: "App.Counter")),
    action(1, .missing), action(2, .missing), action(3, .since(0)),
    .result(InspectedResult(store: 1, number: 3, changedFields: ["count"], changedSince: 0)),
    action(4, .unknown),
  ]

  private static let program = InspectedProgram(
    description: InspectedProgram.Description(name: "counting.recording.jsonl"),
    batches: { AsyncThrowingStream { _ in } },
    state: { _, number in
      let known = number < 3 ? 0 : 3
      return InspectedState(.object(["count": .integer(Int64(known))]), earlierNumber: known == number ? nil : known)
    },
    perform: { _ in }
  )

  private func state(at number: Int, _ tab: DetailTab) async throws -> InspectorFeature.State {
    var state = InspectorFeature.State(program: Self.program.description)
    state.append(Self.events)
    state.select(number - 1)
    state.tab = tab
    state.details = await Details.load(try #require(state.comparison), of: Self.program)
    state.updateTree()
    return state
  }

  private func terminal(_ state: InspectorFeature.State) -> String {
    let store = Store(initialState: state) { InspectorFeature(program: Self.program) }
    let size = TerminalSize(columns: 240, rows: 40)
    return InspectorScreen(store: store).screen(size: size).plainText(size: size)
  }

  private func page(_ state: InspectorFeature.State) -> String {
    InspectorPage.State(state: state).html.markup
  }

  @Test func theListShowsIt() async throws {
    let state = try await state(at: 1, .action)
    let lines = terminal(state).split(separator: "\n").filter { $0.contains(" tick") }
    #expect(lines.map { $0.contains("tick not compared") } == [true, true, false, false])
    #expect(lines.map { $0.contains("tick maybe not compared") } == [false, false, false, true])
    let rows = InspectorPage.State(state: state).rows
    #expect(rows.map(\.marks) == ["not compared", "not compared", "", "maybe not compared"])
    #expect(page(state).contains(" not compared</span>"))
  }

  @Test(arguments: [
    (1, "not compared"), (3, "count, in one of #1 to #3"), (4, "maybe not compared"),
  ])
  func theActionTabShowsIt(_ number: Int, _ text: String) async throws {
    let state = try await state(at: number, .action)
    #expect(terminal(state).contains("Changed   \(text)"))
    #expect(page(state).contains("<dt>Changed</dt><dd>\(text)</dd>"))
  }

  @Test(arguments: [
    (1, "Not compared: the recording does not have the state after #1."),
    (2, "Not compared: the recording does not have the state after #2."),
    (
      3,
      "Not compared: the recording does not have the state after #2. These are the changes of #1 to #3."
    ),
    (4, "Not compared: the recording does not have the state after #4."),
  ])
  func theChangesSayIt(_ number: Int, _ text: String) async throws {
    let state = try await state(at: number, .changes)
    #expect(state.details?.remarkOnChanges == text)
    #expect(page(state).contains(text))
    let terminal = terminal(state)
    #expect(terminal.contains("Not compared: the recording"))
    #expect(!terminal.contains("The state is the same."))
    #expect(!page(state).contains("The state is the same."))
  }

  @Test func theStateTabSaysWhichStateItShows() async throws {
    let text = "Not compared: the recording does not have the state after #2. This is the state after #0."
    #expect(try await state(at: 2, .state).details?.remarkOnState == text)
    #expect(page(try await state(at: 2, .state)).contains(text))
    #expect(terminal(try await state(at: 2, .state)).contains("Not compared: the recording"))
    #expect(try await state(at: 3, .state).details?.remarkOnState == nil)
  }

  @Test func linesOfTextSayIt() {
    #expect(
      Self.events.map(TextOfEvent.line) == [
        "store 1 App.Counter",
        #"0.001 #1.1 {"tick":{}} ← user at App.swift:7, not compared"#,
        #"0.002 #1.2 {"tick":{}} ← user at App.swift:7, not compared"#,
        #"0.003 #1.3 {"tick":{}} ← user at App.swift:7, compared with the state after .0"#,
        "    #1.3, changed count in one of .1 to .3",
        #"0.004 #1.4 {"tick":{}} ← user at App.swift:7, maybe not compared"#,
      ]
    )
    #expect(
      TextOfEvent.line(.compared(store: 1, number: 9, .since(4))) == "    #1.9 compared with the state after #1.4"
    )
    #expect(TextOfEvent.line(.compared(store: 1, number: 9, .missing)) == "    #1.9 not compared")
  }
}
