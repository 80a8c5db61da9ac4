import Board
import BoardTerminal
import CounterpointTerminal
import Testing

@MainActor
@Suite struct BoardScriptTests {
  private func play(_ text: String, on person: Person) async throws -> [String] {
    var output: [String] = []
    try await Script<BoardIntent>(parsing: text).play(
      size: Person.size,
      perform: person.screen.perform,
      screen: person.screen.screen,
      output: { output.append($0) }
    )
    return output
  }

  @Test func aScriptPlaysTheBoard() async throws {
    let person = Person(cards: 3)
    let output = try await play(
      """
      add Milk
      select Milk
      move right
      move up
      rename Milk and eggs
      search eggs
      search
      undo
      select Card 3
      delete
      quit
      """,
      on: person
    )
    #expect(person.titles == [["Card 1"], ["Card 2", "Milk and eggs"], []])
    #expect(output.contains { $0.contains("Moved “Milk”: Doing, card 2 of 2.") })
    #expect(output.contains { $0.contains("1 card found.") })
    #expect(output.last?.contains("Deleted “Card 3”.") == true)
  }

  @Test(arguments: [("undo", "there is no change to undo"), ("select Nothing", "there is no card 'Nothing'")])
  func whatIsNotPossibleIsAnError(line: String, reason: String) async throws {
    await #expect(throws: ScriptError(line: 1, reason: reason)) { try await play(line, on: Person()) }
  }

  @Test func anEmptyBoardHasNoCard() async throws {
    for line in ["delete", "move up", "rename X"] {
      await #expect(throws: ScriptError(line: 1, reason: "there is no card at the cursor")) {
        try await play(line, on: Person(cards: 0))
      }
    }
  }

  @Test(
    arguments: [
      ("mvoe left", "unknown intent 'mvoe'; did you mean 'move'?"),
      ("move away", "'move' takes left, right, up or down, as in 'move right'"),
      ("add", "'add' takes the title of a card, as in 'add Milk'"), ("undo it", "'undo' does not take 'it'"),
    ]
  )
  func errorsSayTheCorrection(line: String, description: String) {
    let error = #expect(throws: BoardIntentError.self) { try BoardIntent(line) }
    #expect(error?.description == description)
  }
}
