import Counterpoint
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
@testable import CounterpointTesting
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

  /// A program that IssueReporting doesn't recognize as a test run: by its name, its arguments or its environment.
  @Test func failsAProcessThatIsNotRecognized() throws {
    #if canImport(Darwin)
    // On this platform the tests are a bundle, which this process can't start.
    #else
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(path: "program")
    let tests = URL(fileURLWithPath: try #require(CommandLine.arguments.first)).standardizedFileURL
    try FileManager.default.createSymbolicLink(at: program, withDestinationURL: tests)
    #expect(try exitCode(of: program, environment: [:]) == 0)
    #expect(try exitCode(of: program, environment: [FailingStoreCases.variable: "1"]) != 0)
    #endif
  }

  @Test func failsATestInAProcessThatIsNotRecognized() async throws {
    let issues = try await recordedIssues {
      let location = CounterpointSupport.SourceLocation(fileID: #fileID, filePath: #filePath, line: 7, column: 1)
      UnrecognizedRun.check(at: location, printsIssues: true)
      UnrecognizedRun.fail("The state is wrong.", at: location)
    }
    #expect(issues.map { $0.sourceLocation?.line } == [7, 7])
    #expect(!issues.contains { !$0.isFailure })
    #expect("\(issues)".contains("This process is not recognized as a test run."))
    #expect("\(issues)".contains("The state is wrong."))
    #expect(!UnrecognizedRun.printsIssues)
  }

  /// Runs the tests below in a separate process.
  private func exitCode(of program: URL? = nil, environment: [String: String]) throws -> Int32 {
    let process = Process()
    process.executableURL = try program ?? URL(fileURLWithPath: #require(CommandLine.arguments.first))
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
