import CounterpointTerminal
import SharedStatsTerminal
import Testing

@MainActor
@Suite struct StatsScriptTests {
  private func play(_ text: String) async throws -> [String] {
    let person = Person()
    var output: [String] = []
    try await Script<StatsIntent>(parsing: text)
      .play(
        size: TerminalSize(columns: 40, rows: 8),
        perform: person.screen.perform,
        screen: person.screen.screen,
        output: { output.append($0) }
      )
    return output
  }

  @Test func everyIntent() async throws {
    let output = try await play(
      "increment\nincrement\ndecrement\nis-prime\ndismiss\nprofile\nreset\ncounter\nquit\nincrement"
    )
    #expect(output.filter { $0.hasPrefix("> ") }.count == 9)
    #expect(output[5].contains("[−]  1  [+]"))
    #expect(output[7].contains("The number 1 is not prime"))
    #expect(output[11].contains("Total number of count events: 4"))
    #expect(output[13].contains("Total number of count events: 0"))
    #expect(output[15].contains("[−]  1  [+]"))
  }

  @Test(
    arguments: [
      ("incremet", "line 1: unknown intent 'incremet'; did you mean 'increment'"),
      ("# none\nfly to the moon and back", "line 2: unknown intent 'fly to the moon and back'; the intents are"),
      ("reset", "line 1: 'reset' means nothing on the tab 'counter'"),
      ("profile\nincrement", "line 2: 'increment' means nothing on the tab 'profile'"),
      ("is-prime\nprofile", "line 2: an alert is shown: dismiss it first"),
      ("dismiss", "line 1: 'dismiss' means nothing on the tab 'counter'"),
    ]
  )
  func mistakes(script: String, message: String) async {
    let error = await #expect(throws: ScriptError.self) { try await play(script) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }
}
