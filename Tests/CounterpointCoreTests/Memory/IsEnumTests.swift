@testable import CounterpointCore
import IdentifiedArrays
import Testing

/// The operators' knowledge of state types agrees with mirrors of values.
@Suite struct IsEnumTests {
  private enum Single { case one }
  private enum Payload { case text(String), none }
  private enum Generic<Value> { case value(Value) }
  private indirect enum Recursive { case end, more(Recursive) }
  private enum Raw: Int { case one = 1 }
  private final class Object {}

  private func expectAgreement<Value>(_ value: Value) {
    #expect(isEnum(Value.self) == (Mirror(reflecting: value).displayStyle == .enum), "\(Value.self)")
  }

  @Test func enums() {
    expectAgreement(Single.one)
    expectAgreement(Payload.text("a"))
    expectAgreement(Payload.none)
    expectAgreement(Generic.value(1))
    expectAgreement(Recursive.more(.end))
    expectAgreement(Raw.one)
    expectAgreement(Result<Int, any Error>.success(1))
    #expect(isEnum(Single.self))
  }

  @Test func others() {
    expectAgreement(1)
    expectAgreement("text")
    expectAgreement(Twig.State())
    expectAgreement(Optional(Twig.State()))
    expectAgreement(Optional(Payload.none))
    expectAgreement((1, "text"))
    expectAgreement(Object())
    expectAgreement([1])
    expectAgreement([Single.one])
    expectAgreement(IdentifiedArrayOf<Twig.State>())
    expectAgreement({ (_: Int) in })
    #expect(!isEnum(Int?.self))
  }
}
