import ExampleTestSupport
import Foundation
import Testing

/// The program as a process: the command line, scripts, files, exit codes.
@Suite struct ProcessTests {
  private let place: TemporaryPlace

  init() throws {
    place = try TemporaryPlace()
  }

  private var favorites: [String] { ["--favorites", place.path("favorites.json")] }

  @Test func aScriptIsPlayedAndAnotherRunFindsWhatItSaved() throws {
    let script = "increment 7\nis-prime\nsave-favorite\ndismiss\nnth-prime\ndismiss\nshow-favorites\nsave\n"
    let first = try ExampleProcess("primetime", ["--script", "-"] + favorites, input: script)
    #expect(first.exitCode == 0)
    #expect(first.error == "")
    #expect(
      first.intents == [
        "increment 7", "is-prime", "save-favorite", "dismiss", "nth-prime", "dismiss", "show-favorites", "save",
      ]
    )
    #expect(first.output.contains("7 is prime"))
    #expect(first.output.contains("The 7th prime is 17"))
    #expect(first.output.contains("Saved 1 favorite prime."))

    let second = try ExampleProcess("primetime", ["--script", "-"] + favorites, input: "load\nshow-favorites")
    #expect(second.exitCode == 0)
    #expect(second.output.contains("› 7"))
  }

  @Test func aLargePrimeIsComputed() throws {
    let run = try ExampleProcess("primetime", ["--count", "5000000", "--script", "-"] + favorites, input: "nth-prime")
    #expect(run.output.contains("The 5000000th prime is 86028121"))
  }

  @Test func cancelLeavesNoAnswerAndTheButtonsEnabled() throws {
    let run = try ExampleProcess(
      "primetime",
      ["--count", "5000000", "--script", "-"] + favorites,
      input: "nth-prime\ncancel\nincrement"
    )
    #expect(run.exitCode == 0)
    #expect(!run.output.contains("86028121"))
    let screens = run.output.components(separatedBy: "> ")
    #expect(screens[1].contains("Computing…"))
    #expect(!screens[2].contains("Computing…"))
    #expect(screens[2].contains("[+]"))
    #expect(screens[3].contains("5000001"))
  }

  @Test func aScriptFromAFileIsPlayedAtTheSizeAskedFor() throws {
    try Data("increment # one".utf8).write(to: place.url.appending(component: "script"))
    let run = try ExampleProcess(
      "primetime",
      ["--script", place.path("script"), "--size", "20x5", "--count", "-3"] + favorites
    )
    #expect(
      run.output
        == "> increment\nPrimeTime\n[−]  -2  [+]\n[p] Is this prime?\n[n] What is the -2nd\n[f] Favorite primes\n"
    )
  }

  @Test(
    arguments: [
      (["--cuont", "3"], "", "primetime: Unknown option '--cuont'. Did you mean '--count'?\n"),
      (
        ["--script", "-"], "incremet 3",
        "primetime: line 1: unknown intent 'incremet'; did you mean 'increment' or 'decrement'?\n"
      ),
      (
        [], "",
        "primetime: standard input is not a terminal; run it in one, or play a script: primetime --script FILE ('-' reads it here)\n"
      ),
    ]
  )
  func aMistakeGetsOneLineAnd64(arguments: [String], input: String, message: String) throws {
    let run = try ExampleProcess("primetime", arguments + favorites, input: input)
    #expect(run.exitCode == 64)
    #expect(run.output == "")
    #expect(run.error == message)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.url.path).isEmpty)
  }

  @Test func aScriptFromAFileIsCheckedBeforeItIsPlayed() throws {
    try Data("save\nincremet 3".utf8).write(to: place.url.appending(component: "script"))
    let run = try ExampleProcess("primetime", ["--script", place.path("script")] + favorites)
    #expect(run.exitCode == 64)
    #expect(run.output == "")
    #expect(run.error.hasPrefix("primetime: line 2: unknown intent 'incremet'"))
    #expect(!FileManager.default.fileExists(atPath: place.path("favorites.json")))
  }

  @Test func aDumbTerminalGetsAPromptAndPlainText() throws {
    let program = try Conversation("primetime", favorites, environment: ["TERM": "dumb"])
    #expect(try program.expect("\n> ").contains("[−]  0  [+]"))
    try program.write("increment 7")
    #expect(try program.expect("\n> ").contains("[−]  7  [+]"))
    try program.write("incremet")
    #expect(try program.expect("\n> ") == "unknown intent 'incremet'; did you mean 'increment' or 'decrement'?\n> ")
    try program.write("delete-favorite 3")
    #expect(try program.expect("\n> ") == "3 is not among the favorites; there are none\n> ")
    try program.write("")
    #expect(try program.expect("\n> ").contains("[−]  7  [+]"))
    try program.write("quit")
    #expect(try program.finish() == 0)
    #expect(!program.output.contains("\u{1B}"))
  }

  @Test(arguments: [["--count", "99999999999999999999"], ["--count", "seven"]])
  func aCountThatIsNoIntIsRefusedWithTheLimits(arguments: [String]) throws {
    let run = try ExampleProcess("primetime", arguments + favorites)
    #expect(run.exitCode == 64)
    #expect(run.error.contains("from \(Int.min) to \(Int.max)"))
  }

  @Test func aScriptThatIsNotThereIsNamed() throws {
    let run = try ExampleProcess("primetime", ["--script", place.path("nowhere")] + favorites)
    #expect(run.exitCode == 66)
    #expect(run.error.contains(place.path("nowhere")))
  }

  @Test func aFailureWithoutAStandardErrorHasItsExitCode() throws {
    let arguments = ["--script", place.path("nowhere")] + favorites
    #expect(try ExampleProcess("primetime", arguments, closesStandardError: true).exitCode == 66)
  }

  @Test func aScriptOnStandardInputIsAnsweredLineByLine() throws {
    let program = try Conversation("primetime", ["--script", "-"] + favorites)
    try program.write("increment 7")
    #expect(try program.expect("[−]  7  [+]").hasPrefix("> increment 7\n"))
    try program.write("nth-prime")
    try program.expect("The 7th prime is 17")
    try program.write("quit")
    try program.expect("> quit\n")
    #expect(try program.finish() == 0)
  }

  @Test func aFileThatIsNotOursIsKeptAndReported() throws {
    let url = place.url.appending(component: "favorites.json")
    try Data("a recipe".utf8).write(to: url)
    let script = "increment 7\nsave-favorite\nload\nshow-favorites\nsave"
    let run = try ExampleProcess("primetime", ["--script", "-", "--size", "300x24"] + favorites, input: script)
    let screens = run.output.components(separatedBy: "> ")
    #expect(screens[3].contains("\(url.path) is not a list of favorite primes (it is not JSON)"))
    #expect(screens[4].contains("› 7"))
    let names = try FileManager.default.contentsOfDirectory(atPath: place.url.path).filter { !$0.hasSuffix(".lock") }
    #expect(names.count == 2)
    let aside = try #require(names.max())
    #expect(aside.hasPrefix("favorites.json.corrupt-"))
    #expect(screens[5].contains(place.path(aside)))
    #expect(try String(contentsOfFile: place.path(aside), encoding: .utf8) == "a recipe")
    #expect(try String(contentsOf: url, encoding: .utf8).contains("[7]"))
  }

  @Test func aPlaceThatCannotBeWrittenIsReportedAndNothingIsLost() throws {
    try Data("a file".utf8).write(to: place.url.appending(component: "file"))
    let run = try ExampleProcess(
      "primetime",
      ["--script", "-", "--size", "300x24", "--favorites", place.path("file") + "/favorites.json"],
      input: "increment 7\nsave-favorite\nsave\nshow-favorites"
    )
    let screens = run.output.components(separatedBy: "> ")
    #expect(
      screens[3].contains("Can't save the favorite primes to \(place.path("file"))/favorites.json: Not a directory.")
    )
    #expect(screens[4].contains("› 7"))
  }

  @Test func theDefaultPlaceIsBelowXDGDataHome() throws {
    let run = try ExampleProcess(
      "primetime",
      ["--script", "-"],
      input: "increment 2\nsave-favorite\nsave",
      environment: ["XDG_DATA_HOME": place.url.path]
    )
    #expect(run.exitCode == 0)
    #expect(FileManager.default.fileExists(atPath: place.path("primetime/favorites.json")))
  }

  @Test func helpGoesToStandardOutput() throws {
    let run = try ExampleProcess("primetime", ["--help"])
    #expect(run.exitCode == 0)
    #expect(run.output.contains("delete-favorite PRIME"))
  }
}
