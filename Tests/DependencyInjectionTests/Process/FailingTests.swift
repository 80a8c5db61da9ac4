import CounterpointTestSupport
import DependencyInjection
import DependencyInjectionTestSupport
import Foundation
import IssueReporting
import Testing

/// An issue that a dependency reports fails the test. On Linux it would only be printed without the test support.
@Suite struct FailingTests {
  @Test func anIssueFailsASwiftTestingTest() async throws {
    let issues = try await recordedIssues {
      @Dependency(\.openFailure) var openFailure
      openFailure("on purpose")
    }
    #expect(!issues.isEmpty && issues.allSatisfy { $0.description.contains("on purpose") })
  }

  #if !canImport(Darwin)  // There the tests are a bundle, which this process could not start.
  @Test func anIssueFailsAnXCTestCase() throws {
    let name = "DependencyInjectionTests.FailingCases/testUsesAMissingTestValue"
    let passing = try Fixture.runTests([name])
    #expect(passing.exitCode == 0)
    #expect(passing.output.contains("Executed 1 test, with 0 failures"))
    let failing = try Fixture.runTests([name], environment: [FailingCases.variable: "1"])
    #expect(failing.exitCode != 0)
    #expect(failing.output.contains("Executed 1 test, with 1 failure"))
  }

  @Test func anIssueFailsTheProcessOfASwiftTestingTest() throws {
    let arguments = ["--testing-library", "swift-testing", "--filter", "failsWhenAsked"]
    let passing = try Fixture.runTests(arguments)
    #expect(passing.exitCode == 0)
    #expect((passing.output + passing.error).contains("1 test in 1 suite passed"))
    let failing = try Fixture.runTests(arguments, environment: [FailingCases.variable: "1"])
    #expect(failing.exitCode != 0)
    #expect((failing.output + failing.error).contains("asked for"))
  }

  @Test func repetitionsBeginWithNewDefaults() throws {
    let run = try Fixture.runTests([
      "--testing-library", "swift-testing", "--filter", "RepeatedTests", "--repetitions", "5",
    ])
    #expect(run.exitCode == 0)
    let output = run.output + run.error
    #expect(output.components(separatedBy: "beginsWithNewValues() passed").count == 6)
    #expect(output.components(separatedBy: "casesBeginWithNewDefaults(number:) with 3 test cases passed").count == 6)
  }
  #endif

  /// The tests that the two tests above start in a separate process.
  @Test func failsWhenAsked() {
    guard ProcessInfo.processInfo.environment[FailingCases.variable] == "1" else { return }
    @Dependency(\.openFailure) var openFailure
    openFailure("asked for")
  }

  @Test func customReportersSeeIt() {
    let reported = issues {
      @Dependency(\.openFailure) var openFailure
      openFailure("seen")
    }
    #expect(reported.count == 1)
  }
}

/// A test that is repeated in a separate process. Repetitions are one test, so only the trait separates their
/// defaults.
@Suite(.dependencies) struct RepeatedTests {
  private enum ObjectKey: TestDependencyKey {
    static var testValue: Recorder<String> { Recorder() }
  }

  private func useOnce() {
    let object = DependencyValues._current[ObjectKey.self]
    #expect(object.entries == [])
    object.note("used")
    #expect(issues { prepareDependencies { $0.number = 10 } }.isEmpty)
    #expect(DependencyValues._current.number == 10)
  }

  @Test func beginsWithNewValues() {
    useOnce()
  }

  @Test(arguments: 0..<3) func casesBeginWithNewDefaults(number: Int) {
    useOnce()
  }
}
