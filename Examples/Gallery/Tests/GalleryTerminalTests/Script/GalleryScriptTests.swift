import CounterpointTerminal
import ExampleTestSupport
import GalleryTerminal
import Testing

@MainActor
@Suite struct GalleryScriptTests {
  private func play(_ text: String) async throws -> [String] {
    let person = Person()
    var output: [String] = []
    try await Script<GalleryIntent>(parsing: text)
      .play(
        size: Person.size,
        perform: { line throws(ScriptError) in try person.screen.perform(line) },
        screen: { person.screen.screen(size: $0) },
        output: { output.append($0) }
      )
    return output
  }

  @Test func intents() async throws {
    let output = try await play("press f3\npress /\ntype ap\npress down\nquit\npress f1")
    #expect(output.filter { $0.hasPrefix("> ") }.count == 5)
    #expect(output.last?.contains("› apricot") == true)
  }

  @Test(
    arguments: [
      ("press f99", "line 1: unknown intent or key 'f99'; did you mean 'f9'"),
      ("# none\npres f1", "line 2: unknown intent or key 'pres f1'; use press KEY, quit"),
    ]
  )
  func mistakes(script: String, message: String) async {
    let error = await #expect(throws: ScriptError.self) { try await play(script) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func theProgramPlaysAScript() throws {
    let process = try ExampleProcess(
      "gallery",
      ["--script", "-", "--size", "60x12"],
      input: "press f6\npress /\ntype error\npress enter\nquit\n"
    )
    #expect(process.exitCode == 0 && process.error == "")
    #expect(process.output.contains("12500 of 100000 lines, following, filter “error”"))
  }
}
