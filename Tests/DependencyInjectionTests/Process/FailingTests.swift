import DependencyInjection
import Foundation
import IssueReporting
import Testing

/// An issue that a dependency reports fails the test. On Linux it would only be printed without the test support.
@Suite struct FailingTests {
  @Test func anIssueFailsASwiftTestingTest() {
    // Fails if nothing was recorded.
    withKnownIssue {
      @Dependency(\.openFailure) var openFailure
      openFailure("on purpose")
    } matching: { issue in
      issue.description.contains("on purpose")
    }
  }

  @Test func anIssueFailsAnXCTestCase() throws {
    #if canImport(Darwin)
    // There the tests are a bundle, which this process could not start.
    #else
    let name = "DependencyInjectionTests.FailingCases/testUsesWhatHasNoTestValue"
    let tests = URL(fileURLWithPath: try #require(CommandLine.arguments.first))
    let passing = try Fixture.run(tests, [name], environment: [:])
    #expect(passing.exitCode == 0)
    #expect(passing.output.contains("Executed 1 test, with 0 failures"))
    let failing = try Fixture.run(tests, [name], environment: [FailingCases.variable: "1"])
    #expect(failing.exitCode != 0)
    #expect(failing.output.contains("Executed 1 test, with 1 failure"))
    #endif
  }

  @Test func customReportersSeeIt() {
    let reported = issues {
      @Dependency(\.openFailure) var openFailure
      openFailure("seen")
    }
    #expect(reported.count == 1)
  }
}
