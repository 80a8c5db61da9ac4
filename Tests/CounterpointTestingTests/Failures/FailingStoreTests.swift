import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Foundation
import Testing
import XCTest

/// A failing test store fails its test. On Linux its failures would only be printed without the test support of
/// IssueReporting.
@Suite struct FailingStoreTests {
  @Test func failsASwiftTestingTest() async throws {
    let issues = try await recordedIssues {
      let store = TestStore(initialState: Relay.State()) { Relay() }
      await store.send(.increment)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.description.contains("the test doesn't assert it") == true)
  }

  @Test func failsAtTheEndOfASwiftTestingTest() async throws {
    let issues = try await recordedIssues {
      let store = TestStore(initialState: Relay.State()) { Relay() }
      await store.send(.startAtOnce)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.description.contains("that the test has not asserted") == true)
  }

  @Test func failsAnXCTestCase() throws {
    #if canImport(Darwin)
    // On this platform the tests are a bundle, which this process can't start.
    #else
    #expect(try exitCode(environment: [:]) == 0)
    #expect(try exitCode(environment: [FailingStoreCases.variable: "1"]) != 0)
    #endif
  }

  /// Runs the tests below in a separate process.
  private func exitCode(environment: [String: String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(CommandLine.arguments.first))
    process.arguments = ["CounterpointTestingTests.FailingStoreCases/testFailsIfTheVariableIsSet"]
    process.environment = ProcessInfo.processInfo.environment.filter { name, _ in
      name.hasPrefix("LD_") || name.hasPrefix("TSAN_") || name == "PATH"
    }
    .merging(environment) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// Tests that fail if an environment variable is set.
final class FailingStoreCases: XCTestCase {
  static let variable = "COUNTERPOINT_FAILING_STORE"

  func testFailsIfTheVariableIsSet() async {
    guard ProcessInfo.processInfo.environment[Self.variable] != nil else { return }
    let store = TestStore(initialState: Relay.State()) { Relay() }
    await store.send(.increment)
  }
}
