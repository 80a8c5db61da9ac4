import CounterpointTerminal
import PrimeTimeTerminal
import Testing

@Suite struct ScriptTests {
  @Test(
    arguments: [
      ("increment", Intent.increment(times: 1)), ("increment 7", .increment(times: 7)),
      ("decrement 1000000", .decrement(times: 1_000_000)), ("is-prime", .isPrime), ("nth-prime", .nthPrime),
      ("save-favorite", .saveFavorite), ("remove-favorite", .removeFavorite), ("dismiss", .dismiss),
      ("show-favorites", .showFavorites), ("delete-favorite 7", .deleteFavorite(prime: 7)), ("save", .save),
      ("load", .load), ("cancel", .cancel), ("quit", .quit), ("  save\t ", .save), ("undo", .undo), ("redo", .redo),
    ]
  )
  func intents(text: String, intent: Intent) throws {
    #expect(try Intent(text) == intent)
  }

  @Test(
    arguments: [
      ("incremet 3", "unknown intent 'incremet'; did you mean 'increment' or 'decrement'?"),
      ("Save", "unknown intent 'Save'; did you mean 'save'?"),
      ("increment 0", "'increment' takes a repeat count from 1 to 1000000, not '0'"),
      ("increment 1000001", "'increment' takes a repeat count from 1 to 1000000, not '1000001'"),
      ("increment 1 2", "'increment' does not take '2'"),
      ("save it", "'save' does not take 'it'"),
      ("delete-favorite", "'delete-favorite' takes the favorite to delete, as in 'delete-favorite 7'"),
    ]
  )
  func mistakes(text: String, message: String) {
    let error = #expect(throws: IntentError.self) { try Intent(text) }
    #expect(error?.description == message)
  }

  @Test func anIntentLikeNoOtherListsThemAll() {
    let error = #expect(throws: IntentError.self) { try Intent("xyzzy") }
    #expect(error?.description.contains("increment, is-prime, load") == true)
  }

  @Test func linesAndComments() throws {
    let script = try Script<Intent>(parsing: "# a comment\n\nincrement 2 # twice\r\n   \nquit")
    #expect(script.lines.map(\.intent) == [.increment(times: 2), .quit])
    #expect(script.lines.map(\.number) == [3, 5])
    #expect(script.lines.map(\.text) == ["increment 2", "quit"])
  }

  @Test func theFirstMistakeNamesItsLine() {
    let error = #expect(throws: ScriptError.self) { try Script<Intent>(parsing: "save\n\nsaev\nnonsense") }
    #expect(error?.line == 3)
    #expect(error?.description.hasPrefix("line 3: unknown intent 'saev'; did you mean 'save'") == true)
  }
}
