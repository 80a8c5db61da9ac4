@testable import CounterpointSimulation
import CounterpointTestSupport
import StateSharing
import Testing

/// Seeds that reach something new are preferred, and each run can be repeated.
@Suite struct ExplorationTests {
  private typealias Story = @Sendable (World) async throws -> Void

  /// Two programs with one file, which may lose their power at each call.
  private static let story: Story = { world in
    let cards = Cards()
    let first = world.machine("a") { try await cards.add(mode: .transactional, every: .milliseconds(40)) }
    let second = world.machine("b", beside: first) {
      try await cards.add(mode: .transactional, every: .milliseconds(70))
    }
    world.faults = [.crashAtCalls([first, second]), .pause([first, second])]
    await world.run(for: .seconds(2))
  }

  private func run(_ seed: RunSeed) async -> SimulationRun {
    await SimulationRun.run(seed: seed, keepsSteps: true, patience: 20, Self.story)
  }

  @Test(arguments: ["17", "-3", "17,830:42", "17,0:5,830:42,900:-1"])
  func theSeedsOfARunAreATextAndBack(text: String) {
    #expect(RunSeed(text)?.description == text)
  }

  @Test func aRunBeginsAsAnotherOneAndGoesOnByItself() async throws {
    let first = await run(RunSeed(1))
    let point = try #require(first.coverage.points.values.sorted().last)
    let mixed = await run(RunSeed(1).continued(by: 2, from: point / 2))
    let difference = try #require(Trace.firstDifference(first.trace, mixed.trace))
    let steps = try #require(first.trace.steps)
    #expect(difference.number > 0 && difference.number < steps.count)
    // What was reached before the seeds differ is reached by both.
    let common = first.coverage.points.filter { $0.value <= point / 2 }
    #expect(!common.isEmpty)
    #expect(common.allSatisfy { mixed.coverage.points[$0.key] == $0.value })
    let again = await run(try #require(RunSeed("1,\(point / 2):2")))
    #expect(mixed.trace.hash == again.trace.hash)
  }

  @Test func everyFourthRunBeginsAtSomethingRare() {
    let (usual, rare) = (CoveragePoint.state(1), CoveragePoint.fault(2))
    var exploration = Exploration()
    func coverage(_ points: [CoveragePoint: Int]) -> Coverage {
      var coverage = Coverage()
      for (point, count) in points { coverage.add(point, after: count) }
      return coverage
    }
    for number in 1...100 {
      let seed = exploration.next(RunSeed(number))
      #expect(seed == RunSeed(number))
      exploration.add(coverage(number == 7 ? [usual: 3, rare: 40] : [usual: 3]), of: seed)
    }
    var found: [String] = []
    for number in 101...108 {
      let seed = exploration.next(RunSeed(number))
      found.append(seed.description)
      exploration.add(coverage([usual: 3, rare: 40]), of: seed)
    }
    #expect(found == ["101", "102", "103", "7,40:104", "105", "106", "107", "7,40:108"])
    #expect(exploration.stateCount == 1)
  }

  @Test func manySeedsGiveTheSameRunsAgain() async throws {
    let story: Story = { world in
      let cards = Cards()
      let machine = world.machine("a") { try await cards.add(mode: .immediate, every: .milliseconds(40)) }
      world.faults = [.crashAtCalls([machine], oneIn: 20)]
      await world.run(for: .milliseconds(300))
    }
    let first = try await simulate(seeds: 1...120, story)
    let second = try await simulate(seeds: 1...120, story)
    #expect(first == second)
    #expect(first.stateCount > 5, "\(first)")
    #expect("\(first)".contains(" \(first.stateCount) states, \(first.orderCount) orders, "), "\(first)")
    #expect("\(first)".hasSuffix("trace \(String(first.hash, radix: 16))"), "\(first)")
  }

  /// Each of five events happens in one of six runs that have had those before, so one seed of 7,776 has all.
  @Test func severalRareEventsInARowAreReached() async throws {
    let story: Story = { world in
      for event in 1...5 {
        await world.run(for: .milliseconds(10))
        if world.choose(below: 6) != 5 { return }
        world.note("event \(event)")
      }
      try world.expect("five events never happen", false)
    }
    let found = await #expect(throws: SimulationFailure.self) {
      try await simulate(seeds: 1...1_000, patience: 20, story)
    }
    let failure = try #require(found)
    #expect("\(failure)".contains("With seed \(failure.seed!),"), "\(failure)")
    for seed in 1...failure.seedCount {
      // Without its beginning, no seed does.
      let alone = await SimulationRun.run(seed: RunSeed(seed), patience: 20, story)
      #expect(alone.problem == nil)
    }
  }

  /// A run that begins as another one is printed so that a test can repeat it.
  @Test func aFailureOfARunWithSeveralSeedsIsRepeated() async throws {
    let story: Story = { world in
      let numbers = (world.choose(below: 1_000), world.choose(below: 1_000))
      try world.expect("the numbers are equal", numbers.0 == numbers.1)
    }
    let found = await #expect(throws: SimulationFailure.self) { try await simulate(repeating: "1,1:13", story) }
    let text = "\(try #require(found))"
    #expect(text.contains("With seed 1,1:13 (the 1st that was tried)"), "\(text)")
    let end =
      #"'SIMULATION_SEEDS=1,1:13 swift test', or in a test with 'try await simulate(repeating: "1,1:13", story)'."#
    #expect(text.hasSuffix("Repeat the whole run with \(end)"), "\(text)")
  }
}
