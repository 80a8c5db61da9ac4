import Counterpoint
import PrimeTime
import PrimeTimeTerminal
import Testing

/// The failure text of a snapshot. Apart from the snapshots, so that recording these leaves it out.
@MainActor
@Suite struct ScreenComparisonTests {
  /// Seed 004: “We get a single snapshot assertion failure. If we look at the diff, that makes sense.”
  @Test func aChangedTitleFailsWithADifferenceThatOneCanRead() throws {
    let changed = makeStore(CounterFeature.State(favoritePrimes: [2])).terminalView
    try withKnownIssue {
      try expectScreen(changed.state, named: "1-start")
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains("− [f] Favorite primes (0)") && text.contains("+ [f] Favorite primes (1)")
    }
  }
}
