import CounterpointTerminal
import Testing

@Suite struct ScriptParsingTests {
  @Test func linesAndComments() throws {
    let script = try Script<Step>(parsing: "# a comment\n\nadd   2\t # twice\r\n   \nstop")
    #expect(script.lines.map(\.intent) == [.add(2), .stop])
    #expect(script.lines.map(\.number) == [3, 5])
    #expect(script.lines.map(\.text) == ["add 2", "stop"])
  }

  @Test func theFirstMistakeNamesItsLine() {
    let error = #expect(throws: ScriptError.self) { try Script<Step>(parsing: "stop\n\nadd\nnonsense") }
    #expect(error == ScriptError(line: 3, reason: "no step 'add'"))
    #expect(error?.description == "line 3: no step 'add'")
  }

  @Test(arguments: [
    ("incremet", ["increment", "decrement"]), ("quiet", ["quit"]), ("s", ["save"]), ("quitting", ["quit"]),
  ])
  func nearestWordsAreSuggested(word: String, expected: [String]) {
    #expect(nearestWords(to: word, among: ["decrement", "increment", "quit", "save"]).prefix(3) == expected[...])
  }
}

/// A step of a script that adds numbers.
enum Step: ScriptIntent {
  case add(Int)
  case halt
  case stop

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(_ text: String) throws(Failure) {
    switch text.split(separator: " ") {
    case ["halt"]: self = .halt
    case ["stop"]: self = .stop
    case let words where words.count == 2 && words[0] == "add":
      guard let number = Int(words[1]) else { throw Failure(description: "no number '\(words[1])'") }
      self = .add(number)
    default: throw Failure(description: "no step '\(text)'")
    }
  }

  var endsScript: Bool { self == .stop }
  var endsEffects: Bool { self == .halt }
}
