import Foundation
import Testing

@testable import FeatureTools

/// The samples have a mistake for each rule.
@Suite struct LinterTests {
  private static let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples")

  @Test func eachMistakeOfTheSamplesIsFound() throws {
    let inventory = try PackageInventory(folder: Self.samples.path(percentEncoded: false))
    let findings = try Linter().findings(in: inventory)
    let expected = try String(contentsOf: Self.samples.appending(path: "findings.txt"), encoding: .utf8)
    #expect(findings.map { "\($0)\n" }.joined() == expected)
  }

  @Test func theSamplesHaveAMistakeForEachRule() throws {
    let inventory = try PackageInventory(folder: Self.samples.path(percentEncoded: false))
    let found = Set(try Linter().findings(in: inventory).map(\.rule))
    #expect(found == Set(Linter().ruleDescriptions.map(\.name)))
  }

  @Test func findingsOfATargetAreSelected() throws {
    let inventory = try PackageInventory(folder: Self.samples.path(percentEncoded: false))
    let findings = try Linter().findings(in: inventory, targets: ["ProgramTests"])
    #expect(Set(findings.map(\.file)) == ["Tests/ProgramTests/MistakeTests.swift"])
    #expect(try Linter().findings(in: inventory, exceptions: ["Program"]) == findings)
    #expect(try Linter().findings(in: inventory, targets: ["Program"], exceptions: ["Program"]) == [])
  }

  @Test func aTargetIsAFolderOfSourcesOrTests() throws {
    let inventory = try PackageInventory(folder: Self.samples.path(percentEncoded: false))
    #expect(inventory.targets.map(\.name) == ["Program", "ProgramTests"])
    #expect(inventory.targets.map(\.isTest) == [false, true])
  }
}

/// The page of the documentation is up to date.
@Suite struct LinterPageTests {
  private func page() throws -> String {
    let page = URL(filePath: #filePath)
      .appending(path: "../../../../../Sources/Counterpoint/Counterpoint.docc/ToolsForFeatures.md").standardizedFileURL
    return try String(contentsOf: page, encoding: .utf8)
  }

  @Test func thePageListsAllRulesInTheirOrder() throws {
    let rows = try page().split(separator: "\n").filter { $0.hasPrefix("| `") && !$0.contains(".swift`") }
    #expect(rows.map { String($0.split(separator: "`")[1]) } == Linter().ruleDescriptions.map(\.name))
  }

  @Test func thePageShowsAFindingOfTheSamples() throws {
    let samples = URL(filePath: #filePath).appending(path: "../Samples/findings.txt").standardizedFileURL
    let findings = try String(contentsOf: samples, encoding: .utf8)
    let shown = try #require(try page().split(separator: "```text\n").dropFirst().first?.split(separator: "```").first)
    #expect(findings.contains(shown))
  }
}
