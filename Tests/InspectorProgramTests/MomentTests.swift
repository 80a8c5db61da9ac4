import Testing

@testable import InspectorProgram

struct MomentTests {
  @Test func momentsOfStoresDiffer() {
    #expect(Moment(store: 1, number: 1) != Moment(store: 2, number: 1))
  }
}
