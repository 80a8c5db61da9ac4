import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

/// N14: an exhaustive test that passes also passes in non-exhaustive mode, with any assertions omitted.
@Suite struct ConversionPropertyTests {
  @Test(arguments: UInt64(0)..<200) func anySubsetOfTheAssertionsPasses(seed: UInt64) async {
    var random = SplitMix(state: seed)
    func isKept() -> Bool { random.next() % 2 == 0 }

    let clock = TestClock()
    let failures = await issues {
      let store = TestStore(initialState: Person.State(), exhaustivity: .off) {
        Person()
      } withDependencies: {
        $0.continuousClock = clock
      }
      let (name, surname) = (isKept(), isKept())
      await store.send(.changeIdentity(name: "Marek", surname: "Nowak")) {
        if name { $0.name = "Marek" }
        if surname { $0.surname = "Nowak" }
      }
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      if isKept() {
        let age = isKept()
        await store.receive(.changeAge(34)) { if age { $0.age = 34 } }
      }
      if isKept() {
        await store.receive(.changeMood(1), assert: isKept() ? { $0.mood = 1 } : nil)
      }
      let mood = isKept()
      await store.send(.changeMood(5)) { if mood { $0.mood = 5 } }
    }
    #expect(failures.isEmpty)
  }

  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return bits ^ (bits >> 31)
    }
  }
}
