import Counterpoint
import CounterpointTerminal
import PrimeTime
import PrimeTimeTerminal
import Testing

@MainActor
@Suite struct ScriptPlayerTests {
  private func play(_ text: String, on store: StoreOf<TerminalFeature>) async throws -> [String] {
    var output: [String] = []
    let player = ScriptPlayer(store.terminalView)
    let script = try Script<Intent>(parsing: text)
    try await script.play(size: .standard, perform: player.perform, screen: player.screen) { output.append($0) }
    return output
  }

  @Test func eachLinePrintsItsIntentAndAScreen() async throws {
    let output = try await play("increment 7\nis-prime\nsave-favorite\ndismiss\nnth-prime", on: makeStore())
    #expect(output.count == 10)
    #expect(output[0] == "> increment 7")
    #expect(output[1].contains("7th prime?"))
    #expect(output[3].contains("7 is prime"))
    #expect(output[5].contains("Remove from favorite primes"))
    #expect(!output[7].contains("is prime 🎉"))
    #expect(output[9].contains("The 7th prime is 17"))
  }

  @Test func aCancelledEffectIsNotWaitedFor() async throws {
    let store = Store(initialState: TerminalFeature.State()) {
      TerminalFeature()
    } withDependencies: {
      $0.primes.nthPrime = { _, _ in
        for await _ in AsyncStream.makeStream(of: Never.self).stream {}
        throw CancellationError()
      }
    }
    let output = try await play("nth-prime\ncancel", on: store)
    #expect(output[1].contains("Computing…"))
    #expect(!output[3].contains("Computing…"))
    #expect(store.withState { $0 } == TerminalFeature.State())
  }

  @Test func quitEndsTheScript() async throws {
    let output = try await play("increment\nquit\nincrement", on: makeStore())
    #expect(output.count == 4)
    #expect(output[2] == "> quit")
  }

  @Test func changesOfTheFavoritesAreUndone() async throws {
    let store = makeStore(CounterFeature.State(favoritePrimes: [2, 3]))
    let error = await #expect(throws: ScriptError.self) {
      try await play("delete-favorite 3\ndelete-favorite 2\nundo\nundo\nredo\nredo\nundo\nredo\nredo", on: store)
    }
    #expect(error?.description == "line 9: there is no change of the favorites to redo")
    #expect(store.withState(\.app.counter.favoritePrimes) == [])
  }

  @Test func deletingWhatIsNotThereStopsTheScriptAndSaysWhatIs() async throws {
    let store = makeStore(CounterFeature.State(favoritePrimes: [2, 3]))
    let error = await #expect(throws: ScriptError.self) {
      try await play("delete-favorite 3\ndelete-favorite 3", on: store)
    }
    #expect(error?.description == "line 2: 3 is not among the favorites; they are 2")
    #expect(store.withState(\.app.counter.favoritePrimes) == [2])
  }
}
