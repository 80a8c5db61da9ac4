@testable import CounterpointCore
import IdentifiedArrays
import OrderedCollections
import Testing

/// An address shows what is at the place that it is of, and no copy.
@Suite struct AddressTests {
  private struct Inner: Equatable {
    var flag = false
    var text = "a text that is too long to be kept inline"
  }

  private struct Outer {
    var byte: UInt8 = 7
    var inner = Inner()
    var object: Tally?
  }

  @Test func aStoredPropertyIsFoundAtItsDistance() throws {
    var outer = Outer(object: Tally())
    let text = try #require(MemoryLayout<Outer>.offset(of: \.inner.text))
    let object = try #require(MemoryLayout<Outer>.offset(of: \.object))
    withAddress(of: &outer) { outer in
      let place: MutableAddress<String> = outer.property(at: text)
      #expect(place.value == "a text that is too long to be kept inline")
      place.value += ", and longer still"
      #expect(outer.reading.property(Tally?.self, at: object).value === outer.value.object)
    }
    #expect(outer.inner.text == "a text that is too long to be kept inline, and longer still")
    #expect(outer.byte == 7)
  }

  @Test func theVariableItselfIsChanged() {
    var numbers = [1, 2]
    withAddress(of: &numbers) { $0.value.append(3) }
    #expect(numbers == [1, 2, 3])
    #expect(withAddress(of: numbers) { $0.value.count } == 3)
  }

  @Test func thePayloadOfAnOptionalOfAnyLayoutIsFound() {
    func expectFound<Wrapped: Equatable>(_ value: Wrapped) {
      #expect(withAddress(of: Optional(value)) { $0.payload()?.value } == value)
      #expect(withAddress(of: Wrapped?.none) { $0.payload() == nil })
    }
    expectFound(5)
    expectFound(true)
    expectFound("a text that is too long to be kept inline")
    expectFound(Inner())
    expectFound(Optional("x"))
    expectFound(String??.some(nil))
    expectFound([Inner()])
    expectFound(AnyHashable(1))
  }

  @Test func anElementIsFoundByItsID() {
    let rows = IdentifiedArray(uniqueElements: [1, 2, 3], id: \.self)
    #expect(rows.withElement(id: 2) { (row: CounterpointCore.Address<Int>?) in row?.value } == 2)
    #expect(rows.withElement(id: 4) { (row: CounterpointCore.Address<Int>?) in row == nil })
    let values: OrderedDictionary = ["a": "first", "b": "second"]
    #expect(values.values.withElement(at: 1) { $0?.value } == "second")
  }

  @Test func thePlaceOfATypeThatIsKnownIsTheSame() {
    func text<Value>(of value: Value) -> String? {
      withAddress(of: value) { Value.self == String.self ? $0.known(as: String.self).value : nil }
    }
    #expect(text(of: "x") == "x")
    #expect(text(of: 1) == nil)
  }

  @Test func aTypeThatIsNotThatOfTheValueStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      withAddress(of: 1) { _ = $0.known(as: String.self) }
    }
  }

  @Test func aPlaceBehindTheLastValueStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let values: OrderedDictionary = ["a": 1]
      values.values.withElement(at: 1) { _ in }
    }
  }
}
