import CounterpointTestSupport
import IdentifiedArrays
@_spi(Internals) import CounterpointSupport
import StateSharing
import Testing

@Suite struct DerivationTests {
  private struct Row: Identifiable, Equatable {
    let id: Int
    var title = ""
  }

  @Test func fieldsAreShared() {
    @Shared(value: Stats()) var stats
    let count = $stats.count
    count.withLock { $0 = 3 }
    #expect(stats.count == 3)
    stats.increment(on: $stats)
    #expect(count.wrappedValue == 4)
    #expect($stats.label.wrappedValue == nil)
  }

  @Test func anOptionalIsUnwrapped() throws {
    @Shared(value: 1) var number: Int?
    let unwrapped = try #require(Shared($number))
    unwrapped.withLock { $0 = 5 }
    #expect(number == 5)
    $number.withLock { $0 = nil }
    #expect(unwrapped.wrappedValue == 5)
    unwrapped.withLock { $0 = 6 }
    #expect(unwrapped.wrappedValue == 6)
    #expect(number == nil)
    $number.withLock { $0 = 100 }
    #expect(unwrapped.wrappedValue == 100)
    unwrapped.withLock { $0 += 1 }
    #expect(number == 101)
  }

  @Test func aFailedChangeOfAnUnwrappedOptionalIsForgotten() throws {
    @Shared(value: 1) var number: Int?
    let unwrapped = try #require(Shared($number))
    func fail() {
      #expect(throws: Failure.self) {
        try unwrapped.withLock { value in
          value = 5
          throw Failure()
        }
      }
    }
    fail()
    #expect(number == 1)
    $number.withLock { $0 = nil }
    #expect(unwrapped.wrappedValue == 1)
    fail()
    #expect(unwrapped.wrappedValue == 1)
  }

  @Test func nilIsNotUnwrapped() {
    let base = Shared<Int?>(value: nil)
    #expect(Shared(base) == nil)
    #expect(SharedReader(base) == nil)
    #expect(SharedReader(SharedReader(base)) == nil)
  }

  @Test func elementsAreIdentifiedByID() throws {
    @Shared(value: [Row(id: 1), Row(id: 2)]) var rows: IdentifiedArrayOf<Row>
    let elements = Array($rows)
    $rows.withLock { $0.swapAt(0, 1) }
    elements[0].withLock { $0.title = "one" }
    #expect(rows.map(\.title) == ["", "one"])
    $rows.withLock { _ = $0.remove(id: 1) }
    #expect(elements[0].wrappedValue.title == "one")
    elements[0].withLock { $0.title = "gone" }
    #expect(rows.count == 1)
    #expect(Array(SharedReader($rows)).map(\.wrappedValue.id) == [2])
  }

  @Test func elementsAreInsertedByID() {
    @Shared(value: []) var rows: IdentifiedArrayOf<Row>
    $rows[id: 7].withLock { $0 = Row(id: 7, title: "new") }
    #expect(rows[id: 7]?.title == "new")
  }

  @Test func aFunctionIsAppliedAtEachRead() {
    @Shared(value: 2) var number
    let squared = $number.read { $0 * $0 }
    $number.withLock { $0 = 3 }
    #expect(squared.wrappedValue == 9)
  }

  @Test func savingAFieldSavesTheWholeValue() async throws {
    let place = ScriptedKey<Stats>.Place()
    place.script.withLock { $0.answer = { .success(nil) } }
    @Shared(ScriptedKey(place)) var stats = Stats(count: 1)
    try await $stats.count.save()
    #expect(place.saved.entries == [Stats(count: 1)])
    #expect(place.contexts.entries == [.userInitiated])
  }

  @Test func aFieldRetainsTheRoot() {
    let place = ScriptedKey<Stats>.Place()
    place.script.withLock { $0.answer = { .success(nil) } }
    var field: Shared<Int>? = Shared(wrappedValue: Stats(), ScriptedKey(place)).count
    #expect(place.cancelled.entries == [])
    field?.withLock { $0 = 1 }
    #expect(place.saved.entries == [Stats(count: 1)])
    field = nil
    #expect(place.cancelled.entries == [1])
  }
}

extension Stats {
  fileprivate func increment(on shared: Shared<Stats>) {
    shared.withLock { $0.increment() }
  }
}
