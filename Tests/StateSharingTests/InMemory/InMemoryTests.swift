import StateSharing
import Testing

@Suite struct InMemoryTests {
  @Test func valuesOutliveTheirWrappers() {
    do {
      @Shared(.inMemory("count")) var count = 1
      $count.withLock { $0 = 2 }
    }
    @Shared(.inMemory("count")) var count = 9
    #expect(count == 2)
  }

  @Test func theFirstDefaultIsStored() {
    do { @Shared(.inMemory("count")) var count = 1; #expect(count == 1) }
    @Shared(.inMemory("count")) var count = 2
    #expect(count == 1)
  }

  @Test func whatIsAbsentIsNotFound() async throws {
    await #expect(throws: SharedStorageError.self) { _ = try await Shared<Int>(require: .inMemory("absent")) }
    do { @Shared(.inMemory("absent")) var value = 4; #expect(value == 4) }
    #expect(try await Shared<Int>(require: .inMemory("absent")).wrappedValue == 4)
  }

  @Test func aStoredNilIsAValue() {
    do {
      @Shared(.inMemory("optional")) var value: Int? = 1
      $value.withLock { $0 = nil }
    }
    @Shared(.inMemory("optional")) var value: Int? = 2
    #expect(value == nil)
    do {
      @Shared(.inMemory("nested")) var nested: Int?? = .some(nil)
      #expect(nested == .some(nil))
    }
    @Shared(.inMemory("nested")) var nested: Int?? = .none
    #expect(nested == .some(nil))
  }

  @Test func anOptionalNeedsNoDefault() {
    @Shared(.inMemory("name")) var name: String?
    #expect(name == nil)
  }
}
