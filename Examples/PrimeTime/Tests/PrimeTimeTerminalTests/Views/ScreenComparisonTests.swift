import Counterpoint
import CounterpointTestSupport
import PrimeTime
import PrimeTimeTerminal
import Testing

/// The failure text of a snapshot. Apart from the snapshots, so that recording these leaves it out.
@MainActor
@Suite struct ScreenComparisonTests {
  /// Seed 004: “We get a single snapshot assertion failure. If we look at the diff, that makes sense.”
  @Test func aChangedTitleFailsWithADifferenceThatOneCanRead() async throws {
    let changed = makeStore(CounterFeature.State(favoritePrimes: [2])).terminalView
    let issues = try await recordedIssues { @MainActor in
      try expectScreen(changed.state, named: "1-start")
    }
    #expect(issues.count == 1)
    let text = issues.flatMap(\.comments).map(\.rawValue).joined()
    #expect(text.contains("− [f] Favorite primes (0)") && text.contains("+ [f] Favorite primes (1)"))
  }
}
