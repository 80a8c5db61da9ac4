@testable import CounterpointSimulation
import CounterpointTestSupport
import Foundation
import Testing

/// A failure prints a test with the choices that are left.
@Suite struct RepeatedRunTests {
  private typealias Story = @Sendable (World) async throws -> Void

  /// Programs that press at random moments, and are paused.
  private static func story(limit: Int, names: [String] = ["a", "b"]) -> Story {
    { world in
      let presses = Recorder<Int>()
      let machines = names.filter { world.includes($0) }.map { name in
        world.machine(name) {
          for _ in 0..<20 {
            try await Task.sleep(for: .milliseconds(100))
            if world.choose(below: 4) == 3 { presses.note(1) }
          }
        }
      }
      world.faults = [.pause(machines, every: .milliseconds(500))]
      await world.run(for: .seconds(5))
      try world.expect("there are at most \(limit) presses", presses.entries.count <= limit)
    }
  }

  /// Returns the literal of a printed test as Swift reads it.
  private func repeated(_ failure: SimulationFailure) throws -> String {
    let lines = "\(failure)".components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.hasSuffix("repeating: \"\"\"") }, "\(failure)")
    let end = try #require(lines.firstIndex { $0 == "        \"\"\"," }, "\(failure)")
    return lines[(start + 1)..<end].map { String($0.dropFirst(8)) }.joined(separator: "\n")
  }

  private func repetition(_ run: String, _ story: @escaping Story) async throws -> SimulationFailure? {
    do {
      try await simulate(repeating: run, story)
    } catch let failure as SimulationFailure {
      return failure
    }
    return nil
  }

  @Test func aShrunkFailureIsRepeated() async throws {
    let found = try await failure(seeds: 1...100, Self.story(limit: 8))
    let text = try repeated(found)
    // Nine presses, and the presence of the programs that press.
    let count = text.split(separator: "\n").count - 1
    #expect((10...11).contains(count), "\(text)")
    let again = try #require(try await repetition(text, Self.story(limit: 8)))
    #expect(again.expectation == found.expectation && again.seed == found.seed)
    #expect(
      "\(again)".contains("The run with \(count) of \(count) choices that differ from the default, until"),
      "\(again)"
    )
    #expect(try repeated(again) == text)
    let table = "\(found)".components(separatedBy: "of virtual time:\n\n")[1].components(separatedBy: "\n\nRepeat")[0]
    #expect("\(again)".contains(table), "\(again)")
    #expect(!"\(again)".contains("Repeat the whole run"))
  }

  /// The program is corrected.
  @Test func aRunThatNoLongerFailsPasses() async throws {
    let found = try await failure(seeds: 1...100, Self.story(limit: 8))
    let run = try repeated(found)
    let report = try await simulate(repeating: run, Self.story(limit: 100))
    #expect(report.runCount == 1)
  }

  /// Such a test would prove nothing.
  @Test func aRunOfAnotherStoryFails() async throws {
    let found = try await failure(seeds: 1...100, Self.story(limit: 8, names: ["a"]))
    let run = try repeated(found)
    let again = try #require(try await repetition(run, Self.story(limit: 8, names: ["c"])))
    #expect("\(again)".hasPrefix("The run to repeat has choices about 'a', and this story has none."), "\(again)")
  }

  @Test func aRunThatNeverReachesItsLastSeedFails() async throws {
    let found = try #require(try await repetition("1,5000:2", Self.story(limit: 100)))
    #expect("\(found)".hasPrefix("The run to repeat, 1,5000:2, has only "), "\(found)")
  }

  @Test func aFailureWithoutChoicesIsRepeated() async throws {
    let story: Story = { world in try world.expect("nothing holds", world.choose(below: 3) > 5) }
    let found = try await failure(seeds: [7], story)
    #expect(try repeated(found) == "7 with 0 choices")
    let again = try #require(try await repetition("7 with 0 choices", story))
    #expect(again.expectation == "nothing holds")
  }

  @Test func namesAreWrittenAsInSwift() async throws {
    let story: Story = { world in
      for name in [#"a\b"#, "it's", #"""x"""#, "x', number 3: 4"] where world.includes(name) {
        world.machine(name) {
          if world.choose(below: 4) == 3 { world.note("presses") }
        }
      }
      await world.run(for: .seconds(1))
      try world.expect("nobody is there", !world.includes(#"a\b"#) || !world.includes("x', number 3: 4"))
    }
    let found = try await failure(seeds: [1], story)
    let text = try repeated(found)
    #expect(text.contains(#"presence of 'a\\b', number "#), "\(text)")
    let literal = text.replacing(#"\\"#, with: #"\"#).replacing(#"\""""#, with: #"""""#)
    #expect(try await repetition(literal, story)?.expectation == found.expectation)
  }

  @Test(arguments: [
    "", "some", "17,", "17 with 2 choices",
    "17 with 1 choices\nfault of 'crash shop', number 12: 1\norder of 'a', number 1: 1",
    "17 with 1 choice\nluck of 'shop', number 3: 2", "17 with 1 choice\norder of 'shop': 2", "with 0 choices",
    "17 with 1 choice\norder of 'shop', number 99999999999999999999: 2",
  ])
  func aTextThatIsNoRunIsRefused(text: String) async throws {
    let found = try #require(try await repetition(text) { _ in })
    #expect("\(found)".hasPrefix("The run to repeat is '\(text)'. Copy the text of a failure: a seed such as '17'"))
  }

  @Test(arguments: ["17", "17,830:42", "17 with 0 choices", "-3 with 1 choice\norder of 'my 'shop'', number 3: 2"])
  func aTextIsRead(text: String) throws {
    #expect(try #require(RepeatedRun(text)).description == text)
  }
}
