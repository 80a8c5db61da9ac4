import Counterpoint
import CounterpointTesting
import ExampleTestSupport
import PrimeTime
import Testing

/// Records the test in the file beside this one, which is compiled and has to pass.
@Suite struct RecordingTests {
  @Test func aVisit() async throws {
    let source = await TestStore.record(
      [
        .counter(.counter(.incrTapped)),
        .counter(.counter(.incrTapped)),
        .counter(.counter(.isPrimeButtonTapped)),
        .counter(.primeModal(.saveFavoritePrimeTapped)),
        .counter(.counter(.primeModalDismissed)),
        .favoritePrimesButtonTapped,
        .favoritePrimes(.saveButtonTapped),
        .favoritePrimes(.deleteFavoritePrimes([3, 2])),
        .favoritePrimes(.loadButtonTapped),
        .favoritePrimesDismissed,
      ],
      named: "aRecordedVisit",
      initialState: AppFeature.State()
    ) {
      AppFeature()
    } withDependencies: {
      $0.favorites = .inMemory([])
    }
    try expectRecordedTest(source, in: "RecordedVisitTests.swift")
  }
}
