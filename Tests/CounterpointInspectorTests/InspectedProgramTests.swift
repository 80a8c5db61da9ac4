import CounterpointInspector
import Testing

struct InspectedProgramTests {
  @Test func aRecordingMayOnlyBeLookedAt() {
    #expect(InspectedProgram.Description(name: "a").permissions == [.look])
  }
}
