@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import CounterpointTesting
import Foundation
import Testing

/// Runs an exploration, whose failures don't fail the test.
func explored<Action>(
  _ explore: () async -> ExplorationReport<Action>
) async throws -> ExplorationReport<Action> {
  var report: ExplorationReport<Action>?
  let messages = await issues { report = await explore() }.map(\.message)
  let found = try #require(report)
  #expect(messages.count == (found.counterexample == nil ? 0 : 1))
  if let test = found.counterexample?.test { #expect(messages[0].contains(test)) }
  return found
}

/// Expects that the printed test stands in `PrintedTests.swift`, and fails.
///
/// - Returns: The failures of the test, without its notices.
@discardableResult
func expectPrinted<Action>(
  _ report: ExplorationReport<Action>,
  _ name: String,
  _ test: @escaping @Sendable () async -> Void
) async throws -> [Issue] {
  try expectPrinted(try #require(report.counterexample?.test), name)
  let issues = try await recordedIssues { await test() }.filter(\.isFailure)
  #expect(!issues.isEmpty)
  return issues
}

/// Expects that the printed test stands in `PrintedTests.swift`.
func expectPrinted(_ printed: String, _ name: String) throws {
  let function = try #require(printed.range(of: "@Test func explored"))
  let expected = "static func \(name)" + printed[function.upperBound...]
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("PrintedTests.swift")
  let source = try String(contentsOf: file, encoding: .utf8)
  #expect(flat(source).contains(flat(expected)), "\(expected)")
}

private func flat(_ source: String) -> String {
  source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
}
