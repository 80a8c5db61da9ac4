@_spi(Internals) import CounterpointSupport
import Testing

@Suite struct EqualityTests {
  private struct Opaque {}

  @Test func equatableValuesAreCompared() {
    #expect(areEqual(1, 1))
    #expect(!areEqual(1, 2))
    #expect(areEqual(Int?.none, nil))
    #expect(isEqual(1, 1) == true)
    #expect(isEqual(1, 2) == false)
    #expect(isEqual(1, "1") == false)
  }

  @Test func otherValuesAreNotComparable() {
    #expect(!areEqual(Opaque(), Opaque()))
    #expect(isEqual(Opaque(), Opaque()) == nil)
  }
}
