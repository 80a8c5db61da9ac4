import CustomDump
import IdentifiedArrays
import StateSharing
import Testing

@Suite struct TextTests {
  private struct Local: Equatable { var n = 1 }

  @Test func descriptions() {
    @Shared(.inMemory("count")) var count = 0
    @Shared(value: Stats()) var stats
    #expect(Shared(value: 0).description == "Shared<Int>(value: 0)")
    #expect($count.description == #"Shared<Int>(.inMemory("count"))"#)
    #expect(SharedReader($count).description == #"SharedReader<Int>(.inMemory("count"))"#)
    #expect($stats.count.description.hasSuffix(#"[dynamicMember: \Stats.count])"#))
    #expect($count.read { "\($0)" }.description == #"SharedReader<String>(.inMemory("count").map(…, as: String.self))"#)
    @Shared(.inMemory("optional")) var optional: Int? = 1
    #expect($optional.description == #"Shared<Int?>(.inMemory("optional"))"#)
    #expect(Shared($optional)?.description == #"Shared<Int>(.inMemory("optional")!)"#)
    #expect(Shared(value: [Local()]).description.hasPrefix("Shared<[TextTests.Local]>"))
    #expect(Shared(value: ["a": 1]).description.hasPrefix("Shared<[String: Int]>"))
    let key = InMemoryKey<Int>.Default[.inMemory("k"), default: 1]
    #expect(String(describing: key) == #"InMemoryKey<Int>.Default[.inMemory("k"), default: 1]"#)
    #expect(Shared(key).description == #"Shared<Int>(.inMemory("k"))"#)
  }

  @Test func dumpsShowOnlyTheValue() {
    struct State { @Shared var stats: Stats }
    let state = State(stats: Shared(value: Stats(count: 1)))
    #expect(
      String(customDumping: state).contains("count: 1") && !String(customDumping: state).contains("storage")
    )
    #expect(Mirror(reflecting: state.$stats).children.compactMap(\.label) == ["count", "maximum", "label"])
  }

  @Test func wrappersAreEqualIfTheirValuesAre() {
    @Shared(.inMemory("count")) var count = 1
    #expect($count == Shared(value: 1))
    #expect(SharedReader($count) == SharedReader(value: 1))
    #expect($count != Shared(value: 2))
  }
}
