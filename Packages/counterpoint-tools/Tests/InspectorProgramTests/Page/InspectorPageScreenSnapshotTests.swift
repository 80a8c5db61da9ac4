import Counterpoint
import CounterpointHTML
@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import CounterpointSessions
import CustomDump
import Foundation
import Testing

@testable import InspectorProgram

@Suite struct InspectorPageScreenSnapshotTests {
  /// The state of the page after the sign-up session, with the details of an action.
  private func page(
    _ events: [InspectedEvent] = SignUpSession.events,
    permissions: Set<InspectorPermission> = Set(InspectorPermission.allCases),
    at number: Int = 6,
    _ change: (inout InspectorFeature.State) -> Void = { _ in }
  ) -> InspectorPage.State {
    var state = InspectorFeature.State(program: SignUpSession.program(permissions: permissions).description)
    state.append(events)
    if let row = state.rows.row(atOrBefore: number - 1) { state.select(row) }
    if let comparison = state.comparison {
      let (old, new) = (SignUpSession.states[comparison.old.number], SignUpSession.states[comparison.new.number])
      state.details = Details(comparison: comparison, state: new, changes: JSONChange.changes(from: old, to: new))
      state.updateTree()
    }
    change(&state)
    return InspectorPage.State(state: state)
  }

  /// Compares a page with its recording, or records it if `RECORD_SCREENS` is set: `Scripts/record-screens`.
  private func expectPage(_ state: InspectorPage.State, named name: String) throws {
    let text = state.html.markup.replacing("><", with: ">\n<") + "\n"
    let recording = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(components: "Screens", "\(name).html")
    if ProcessInfo.processInfo.environment["RECORD_SCREENS"] != nil {
      try Data(text.utf8).write(to: recording)
      return
    }
    expectNoDifference(try? String(contentsOf: recording, encoding: .utf8), text)
  }

  @Test func tabs() throws {
    for tab in DetailTab.allCases {
      try expectPage(page { $0.tab = tab }, named: "page-\(tab.rawValue)")
    }
  }

  @Test func prompts() throws {
    for prompt in [Prompt.send, .resume, .note] {
      try expectPage(page { $0.open(prompt) }, named: "page-prompt-\(prompt.rawValue)")
    }
  }

  @Test func empty() throws {
    try expectPage(page([]), named: "page-empty")
  }

  @Test func onlyPermittedButtonsAreEnabled() {
    func isDisabled(_ title: String, _ state: InspectorPage.State) -> Bool {
      state.html.markup.contains("disabled>\(title)</button>")
    }
    let looking = page(permissions: [.look])
    let all = page()
    for title in ["Show", "Resume…", "Send…"] {
      #expect(isDisabled(title, looking))
      #expect(!isDisabled(title, all))
    }
  }

  @Test func onlyAWindowIsShown() {
    let events = (1...10_000).map { number in
      InspectedEvent.action(
        InspectedAction(
          store: 1,
          number: number,
          time: Int64(number),
          cause: .user("A.swift:1"),
          text: JSONValue.object(["tick": .object([:])]).json
        )
      )
    }
    var state = InspectorFeature.State(program: SignUpSession.program().description)
    state.append(events)
    for (selected, first) in [(0, 0), (5_000, 4_980), (9_999, 9_960)] {
      state.select(selected)
      let page = InspectorPage.State(state: state)
      #expect(page.rows.count == InspectorPage.window)
      #expect(page.rows.first?.index == first)
    }
  }

  @Test func textsAreEscaped() {
    let event = InspectedEvent.action(
      InspectedAction(
        store: 1,
        number: 1,
        time: 1,
        cause: .user("A.swift:1"),
        text: JSONValue.object(["<b>": .object(["_0": "<script>"])]).json
      )
    )
    #expect(!page([event]).html.markup.contains("<script>"))
    #expect(!page([event]).html.markup.contains("<b>"))
  }
}
