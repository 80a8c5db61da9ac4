import Counterpoint
import CounterpointTesting
import SharedStats
import StateSharingEtcd
import Testing

@Suite struct StatsInAClusterTests {
  /// A program on the cluster.
  private func stats(_ memory: InMemoryEtcd) -> Shared<Stats> {
    Shared(.stats(named: "stats", in: .inMemory(memory)))
  }

  @Test func theChangesOfTwoProgramsAddUp() async throws {
    let memory = InMemoryEtcd()
    let (mine, theirs) = (stats(memory), stats(memory))
    try await mine.load()
    try await theirs.load()
    for _ in 1...3 { mine.withLock { $0.increment() } }
    for _ in 1...2 { theirs.withLock { $0.decrement() } }
    try await mine.save()
    try await theirs.save()
    try await mine.load()
    #expect(mine.wrappedValue.count == 1)
    #expect(mine.wrappedValue.numberOfCounts == 5)
    #expect(mine.wrappedValue.maxCount >= 1 && mine.wrappedValue.minCount <= 0)
  }
}
