import Counterpoint
import CounterpointTestSupport
import Testing

/// Defaults that begin with a closure, which must not become a trailing closure of the report.
@DependencyClient
private struct ClosureFirstClient: Sendable {
  var call: @Sendable () -> Void = { { Recorded.calls.note("call") }() }
  var several: @Sendable () -> Int = {
    { Recorded.calls.note("several") }()
    return 3
  }
}

private enum Recorded {
  static let calls = Recorder<String>()
}

@Suite struct ClosureFirstTests {
  @Test func theDefaultRunsBehindTheReport() {
    let issues = issues {
      let client = ClosureFirstClient()
      client.call()
      #expect(client.several() == 3)
    }
    #expect(issues.count == 2)
    #expect(Recorded.calls.entries == ["call", "several"])
  }
}
