import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Foundation
import Testing
import XCTest

/// A run that stops the process leaves the steps that led to it.
@Suite struct StoppedRunTests {
  #if !canImport(Darwin)
  // On that platform the tests are a bundle, which this process can't start.

  @Test func anExploration() throws {
    let left = try filesLeft(by: "testExploration")
    #expect(left.count == 1)
    #expect(left.keys.first?.wholeMatch(of: #/explore-StoppedRunTests\.swift-\d+-[0-9A-F]{8}\.steps\.txt/#) != nil)
    let text = try #require(left.values.first)
    #expect(text.hasPrefix("// The process stopped while 'explore' at CounterpointTestingTests/StoppedRunTests.swift:"))
    try expectPrinted(text, "fragile")
    try expectRepeated(by: "testPrinted", "[.send, .send, .rest]")
  }

  @Test func aRandomExploration() throws {
    let left = try filesLeft(by: "testRandomExploration")
    #expect(left.count == 1)
    try expectPrinted(try #require(left.values.first), "fragileByChance")
    try expectRepeated(by: "testPrintedByChance", "[.send, .answer(1, 1), .send, .send, .send, .rest]")
  }

  @Test func schedules() throws {
    let left = try filesLeft(by: "testSchedules")
    #expect(left.keys.first?.hasPrefix("withSchedules-StoppedRunTests.swift-") == true)
    let text = try #require(left.values.first)
    let seed = try #require(text.firstMatch(of: #/await withSchedules\(seed: (\d+)\) \{ … \}/#)?.1)
    #expect(try filesLeft(by: "testSeed", seed: String(seed)).isEmpty)
  }

  @Test func aRunToTheEndLeavesNothing() throws {
    #expect(try filesLeft(by: "testExploration", isFixed: true).isEmpty)
    #expect(try filesLeft(by: "testSchedules", isFixed: true).isEmpty)
  }

  /// Expects that a printed test repeats the steps, which stop the process again.
  private func expectRepeated(by test: String, _ steps: String) throws {
    let left = try filesLeft(by: test)
    #expect(left.count == 1)
    #expect(left.values.first?.contains("\n    \(steps)\n") == true)
    #expect(left.keys.first?.hasPrefix("withOrder-PrintedTests.swift-") == true)
  }

  /// Runs a test below in another process, and returns the names and the texts of the files that it leaves.
  private func filesLeft(by test: String, isFixed: Bool = false, seed: String? = nil) throws -> [String: String] {
    let folder = try Folder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(CommandLine.arguments.first))
    process.arguments = ["CounterpointTestingTests.StoppedRunCases/\(test)"]
    process.environment = ProcessInfo.processInfo.environment.filter { name, _ in
      name.hasPrefix("LD_") || name.hasPrefix("TSAN_") || name == "PATH"
    }
    .merging(["SWIFT_BACKTRACE": "enable=no", "TMPDIR": folder.url.path]) { $1 }
    .merging([StoppedRunCases.variable: isFixed ? "fixed" : seed ?? "broken"]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == (isFixed ? .exit : .uncaughtSignal))
    if isFixed { #expect(process.terminationStatus == 0) }
    let names = folder.names.filter { $0.hasSuffix(".steps.txt") }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, folder.text($0) ?? "") })
  }
  #endif
}

/// Tests that stop their process if an environment variable is set.
final class StoppedRunCases: XCTestCase {
  static let variable = "COUNTERPOINT_STOPPED_RUN"

  private var mode: String? { ProcessInfo.processInfo.environment[Self.variable] }

  func testExploration() async { if let mode { await exploreFragile(isFixed: mode == "fixed") } }

  func testRandomExploration() async {
    if mode != nil { await exploreFragile(isFixed: false, strategy: .random(seed: 1, runs: 1_000)) }
  }

  func testPrinted() async { if mode != nil { await PrintedTests.fragile() } }

  func testPrintedByChance() async { if mode != nil { await PrintedTests.fragileByChance() } }

  func testSchedules() async {
    guard let mode else { return }
    await withSchedules(1...100) { await deliver(isFixed: mode == "fixed") }
  }

  func testSeed() async {
    guard let seed = mode.flatMap({ Int($0) }) else { return }
    await withSchedules(seed: seed) { await deliver(isFixed: false) }
  }
}

private func deliver(isFixed: Bool) async {
  let store = TestStore(initialState: Parcels.State(), exhaustivity: .off) { Parcels(isFixed: isFixed) }
  await store.send(.orderTapped)
  await store.finish()
}

private func exploreFragile(isFixed: Bool, strategy: ExplorationStrategy = .exhaustive) async {
  await CounterpointTesting.explore(Fragile.State(), depth: 5, strategy: strategy) { _ in
    [.deleteTapped]
  } reducer: {
    Fragile(isFixed: isFixed)
  } withDependencies: {
    $0[QueryClient.self] = .explored
  }
}
