import ExampleTestSupport
import Testing

@Suite struct CommandLineTests {
  @Test(
    arguments: [
      (["--port", "70000"], "members-web: '70000' is not a port from 0 to 65535.\n"),
      (["--idle", "0"], "members-web: '0' is not a number of seconds from 1 on.\n"),
      (["--cost", "12"], "members-web: '12' is not a cost from 1 to 11.\n"),
      (
        ["--public-origin", "example.org"], "members-web: 'example.org' is not an origin such as https://example.org.\n"
      ),
    ]
  )
  func mistakesGetALine(arguments: [String], line: String) throws {
    let run = try ExampleProcess("members-web", arguments)
    #expect(run.exitCode == 64)
    #expect(run.error == line)
    #expect(run.output.isEmpty)
  }
}
