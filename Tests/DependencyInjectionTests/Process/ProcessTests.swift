import Foundation
import Testing

/// The dependencies of a program that runs no tests.
@Suite struct ProcessTests {
  @Test func aProgramIsLive() throws {
    let run = try Fixture()
    #expect(run.output == "context live\nnumber 1\n")
    #expect(run.error == "")
  }

  @Test(arguments: [("live", 1), ("preview", 2), ("test", 3)])
  func theEnvironmentSaysOtherwise(context: String, number: Int) throws {
    let run = try Fixture(environment: ["SWIFT_DEPENDENCIES_CONTEXT": context])
    #expect(run.output == "context \(context)\nnumber \(number)\n")
  }

  @Test func previewsAreRecognised() throws {
    #expect(try Fixture(environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"]).output.hasPrefix("context preview"))
  }

  @Test func anUnknownContextIsIgnoredAndReportedOnce() throws {
    let run = try Fixture(environment: ["SWIFT_DEPENDENCIES_CONTEXT": "production"])
    #expect(run.output == "context live\nnumber 1\n")
    #expect(run.error.components(separatedBy: "'production'").count == 2)
    #expect(run.error.contains("SWIFT_DEPENDENCIES_CONTEXT"))
  }

  #if DEBUG
  @Test func aMissingLiveValueIsReportedAtEachUse() throws {
    let run = try Fixture(["missing"])
    #expect(run.output.hasSuffix("test only\ntest only\nend\n"))
    #expect(run.error.components(separatedBy: "has no live value").count == 3)
    #expect(run.error.contains("dependency_fixture/DependencyFixture.swift"))
  }
  #endif

  @Test func aDefaultDoesNotDependOnTheOverridesOfItsFirstReader() throws {
    #expect(try Fixture(["override"]).output.hasSuffix("service of live\nservice of live\n"))
  }

  @Test func aFailedPreconditionStopsTheProgram() throws {
    // Disabled because a backtrace takes long and is not used here.
    let run = try Fixture(["precondition"], environment: ["SWIFT_BACKTRACE": "enable=no"])
    #expect(run.exitCode != 0)
    #expect(run.error.contains("the fixture's precondition") || !isDebug)
    #expect(!run.output.contains("went on"))
  }

  @Test func aProgramDoesNotWaitForFireAndForget() throws {
    #expect(try Fixture(["forget"]).output.hasSuffix("did not wait\n"))
  }

  @Test func aProgramHoldsNothingOfTheTestSupport() throws {
    let program = try Data(contentsOf: Fixture.executable, options: .alwaysMapped)
    // Names of the module in symbols; the first check proves that there are such names.
    #expect(program.range(of: Data("DependencyInjection".utf8)) != nil)
    #expect(program.range(of: Data("DependencyInjectionTestSupport".utf8)) == nil)
    #expect(program.range(of: Data("libXCTest".utf8)) == nil)
    #expect(program.range(of: Data("libTesting".utf8)) == nil)
  }

  @Test func aProgramLinksNoNetworkingThatItDoesNotUse() throws {
    let program = try Data(contentsOf: Fixture.executable, options: .alwaysMapped)
    #expect(program.range(of: Data("libFoundation".utf8)) != nil || !isOnLinux)
    #expect(program.range(of: Data("FoundationNetworking".utf8)) == nil)
  }

  private var isOnLinux: Bool {
    #if os(Linux)
    true
    #else
    false
    #endif
  }

  private var isDebug: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
  }
}
