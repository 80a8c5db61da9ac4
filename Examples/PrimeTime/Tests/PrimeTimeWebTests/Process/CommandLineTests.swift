import ExampleTestSupport
import Testing

@Suite struct CommandLineTests {
  @Test(
    arguments: [
      (["--port", "70000"], "primetime-web: '70000' is not a port from 0 to 65535.\n"),
      (["--visitors", "0"], "primetime-web: '0' is not a number of visitors from 1 on.\n"),
      (["--actions", "0"], "primetime-web: '0' is not a number of actions from 1 to 1000000.\n"),
      (
        ["--public-origin", "example.org"],
        "primetime-web: 'example.org' is not an origin such as https://example.org.\n"
      ),
      (
        ["--host", "0.0.0.0"],
        "primetime-web: Other computers can reach --host 0.0.0.0: specify the names that they use with --public-origin or --hosts.\n"
      ),
      (["--remember", "-1"], "primetime-web: '-1' is not a number of seconds from 1 on.\n"),
      (["--connections", "0"], "primetime-web: '0' is not a number of connections from 1 on.\n"),
      (["--connections-per-address", "0"], "primetime-web: '0' is not a number of connections from 1 on.\n"),
      (["--trusted-proxies", "127.0.0.1, proxy"], "primetime-web: 'proxy' is not an IP address.\n"),
      (["--trusted-proxies", "::1,256.0.0.1"], "primetime-web: '256.0.0.1' is not an IP address.\n"),
      (["--deadline", "0"], "primetime-web: '0.0' is not a number of seconds above 0, up to a day.\n"),
      (["--deadline", "nan"], "primetime-web: 'nan' is not a number of seconds above 0, up to a day.\n"),
      (["--health", "health"], "primetime-web: 'health' is not a path such as /health.\n"),
      (["--health", "/"], "primetime-web: '/' is not a path such as /health.\n"),
      (
        ["--log", "loud"],
        "primetime-web: 'loud' is not one of the levels trace, debug, info, notice, warning, error, critical.\n"
      ),
    ]
  )
  func mistakesGetALine(arguments: [String], line: String) throws {
    let run = try ExampleProcess("primetime-web", arguments)
    #expect(run.exitCode == 64)
    #expect(run.error == line)
    #expect(run.output.isEmpty)
  }

  @Test func missingHomeFolderGetsALine() throws {
    // Without a home folder, the program ends, with or without the server.
    let run = try ExampleProcess("primetime-web", ["--port", "0"])
    #expect([64, 69].contains(run.exitCode))
    #expect(run.error.split(separator: "\n").count == 1)
  }
}
