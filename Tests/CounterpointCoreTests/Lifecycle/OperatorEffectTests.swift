import CounterpointTestSupport
import Testing

/// Every operator of the library passes on the dependencies, the cancellation, the dismissal and the instruments of the
/// effects that a reducer below it starts.
///
/// The table is that of the lifecycle. `OperatorLifecycleTests` checks that it has every operator.
@MainActor
@Suite struct OperatorEffectTests {
  @Test(arguments: OperatorWithHook.all, EffectProbe.Ending.allCases)
  func anEffectBelowAnOperatorIsThatOfTheFeature(_ operator: OperatorWithHook, _ ending: EffectProbe.Ending) async {
    let probe = EffectProbe(ending)
    let events = await `operator`.events(HookAttachment(hook: .effect(probe)), probe)
    #expect(events == probe.expectedEvents)
  }
}
