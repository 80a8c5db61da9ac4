import ExampleTestSupport
import Foundation
import SharedStats
import Testing

/// The program as a process: the command line, scripts, files, exit codes.
@Suite struct SharedStatsProcessTests {
  private let place: TemporaryPlace

  init() throws {
    place = try TemporaryPlace()
  }

  private static func run(_ script: String, _ arguments: [String] = []) throws -> ExampleProcess {
    try ExampleProcess("sharedstats", ["--script", "-"] + arguments, input: script)
  }

  @Test func theStatsAreKeptInAFile() throws {
    let arguments = ["--stats", place.path("stats.json")]
    let first = try Self.run("increment\nincrement\n", arguments)
    #expect(first.exitCode == 0 && first.error == "")
    let data = try Data(contentsOf: URL(fileURLWithPath: place.path("stats.json")))
    #expect(
      try JSONDecoder().decode(Stats.self, from: data)
        == Stats(count: 2, maxCount: 2, minCount: 0, numberOfCounts: 2)
    )
    #expect(try Self.run("decrement", arguments).output.contains("[−]  1  [+]"))
  }

  @Test func withoutAFileTheyAreForgotten() throws {
    for _ in 1...2 { #expect(try Self.run("increment").output.contains("[−]  1  [+]")) }
  }

  @Test func programsSideBySideLoseNoCount() async throws {
    let arguments = ["--stats", place.path("stats.json")]
    let script = String(repeating: "increment\n", count: 25)
    try await withThrowingTaskGroup { group in
      for _ in 1...4 {
        group.addTask {
          let code = try Self.run(script, arguments).exitCode
          #expect(code == 0)
        }
      }
      try await group.waitForAll()
    }
    #expect(try Self.run("profile", arguments).output.contains("Total number of count events: 101"))
  }

  @Test func aFileThatHoldsSomethingElseIsToldOf() throws {
    try Data("no stats".utf8).write(to: place.url.appending(component: "stats.json"))
    let output = try Self.run("is-prime", ["--stats", place.path("stats.json")]).output
    #expect(output.contains("stats.json"))
    #expect(try String(contentsOfFile: place.path("stats.json"), encoding: .utf8) == "no stats")
  }

  @Test func aMistakeGetsOneLineAnd64() throws {
    let option = try ExampleProcess("sharedstats", ["--stast", "x"])
    #expect(option.exitCode == 64)
    #expect(option.error == "sharedstats: Unknown option '--stast'. Did you mean '--stats'?\n")
    let intent = try Self.run("increment\nrest")
    #expect(intent.exitCode == 64 && intent.intents == ["increment"])
    #expect(intent.error == "sharedstats: line 2: unknown intent 'rest'; did you mean 'reset'?\n")
  }

  @Test func aDumbTerminalGetsAPromptAndPlainText() throws {
    let program = try Conversation("sharedstats", [], environment: ["TERM": "dumb"])
    #expect(try program.expect("\n> ").contains("[−]  0  [+]"))
    try program.write("increment")
    #expect(try program.expect("\n> ").contains("[−]  1  [+]"))
    try program.write("quit")
    #expect(try program.finish() == 0)
  }

  @Test func helpGoesToStandardOutput() throws {
    let run = try ExampleProcess("sharedstats", ["--help"])
    #expect(run.exitCode == 0)
    #expect(run.output.contains("is-prime"))
  }
}
