import ExampleTestSupport
import Testing

@Suite struct CommandLineTests {
  @Test(
    arguments: [
      (["--port", "70000"], "signup-web: '70000' is not a port from 0 to 65535.\n"),
      (["--delay", "4000"], "signup-web: '4000.0' is not a number of seconds from 0 to an hour.\n"),
      (
        ["--public-origin", "example.org"], "signup-web: 'example.org' is not an origin such as https://example.org.\n"
      ),
      (
        ["--host", "0.0.0.0"],
        "signup-web: Other computers can reach --host 0.0.0.0: specify the names that they use with --public-origin or --hosts.\n"
      ),
    ]
  )
  func mistakesGetALine(arguments: [String], line: String) throws {
    let run = try ExampleProcess("signup-web", arguments)
    #expect(run.exitCode == 64)
    #expect(run.error == line)
    #expect(run.output.isEmpty)
  }
}
