import Counterpoint
import CounterpointTesting
import ExampleTestSupport
import SharedStats
import Testing

/// Records the test in the file beside this one, which is compiled and has to pass.
@Suite struct RecordingTests {
  @Test func aVisit() async throws {
    let source = await TestStore.record(
      [
        .counter(.incrementButtonTapped),
        .counter(.incrementButtonTapped),
        .counter(.isPrimeButtonTapped),
        .counter(.alert(.dismiss)),
        .counter(.decrementButtonTapped),
        .selectTab(.profile),
        .profile(.resetStatsButtonTapped),
      ],
      named: "aRecordedVisit",
      initialState: SharedState.State(stats: Shared(Stats()))
    ) {
      SharedState()
    }
    try expectRecordedTest(source, in: "RecordedVisitTests.swift")
  }
}
