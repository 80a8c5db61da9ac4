import CounterpointTestSupport
import DependencyInjection
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

  @Test func aMissingValueIsNotFound() async throws {
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

  /// `contract/sharing.md` IM-04: each dependency scope has its own references.
  @Test func referencesOfTwoScopesReceiveEachOthersChanges() {
    let storage = InMemoryStorage()
    func makeCount() -> Shared<Int> {
      withDependencies {
        $0 = DependencyValues()
        $0.defaultInMemoryStorage = storage
      } operation: {
        Shared(wrappedValue: 1, .inMemory("count"))
      }
    }
    let first = makeCount(), second = makeCount()
    let values = Recorder<Int>()
    let subscription = second.publisher.sink { values.note($0) }
    first.withLock { $0 = 2 }
    #expect(second.wrappedValue == 2)
    second.withLock { $0 += 1 }
    #expect(first.wrappedValue == 3)
    first.withLock { $0 += 1 }
    #expect(second.wrappedValue == 4)
    #expect(values.entries == [1, 2, 3, 4])
    withExtendedLifetime(subscription) {}
  }

  /// `contract/sharing.md` IM-05. The references belong to two scopes, because one scope would report the types itself.
  @Test func aNameThatIsInUseForAnotherTypeKeepsItsValue() async {
    let storage = InMemoryStorage()
    func inNewScope<Result>(_ make: () -> Result) -> Result {
      withDependencies {
        $0 = DependencyValues()
        $0.defaultInMemoryStorage = storage
      } operation: {
        make()
      }
    }
    let number = inNewScope { Shared(wrappedValue: 1, .inMemory("value")) }
    let text = inNewScope { Shared(wrappedValue: "a", .inMemory("value")) }
    #expect(text.wrappedValue == "a")
    #expect(text.loadError is SharedStorageError)
    text.withLock { $0 = "b" }
    #expect(text.wrappedValue == "b")
    #expect(text.saveError is SharedStorageError)
    #expect(number.wrappedValue == 1)
    #expect(inNewScope { Shared(wrappedValue: 2, .inMemory("value")) }.wrappedValue == 1)
  }

  @Test func aThirdScopeReceivesTheChangesOfTheOthers() {
    let storage = InMemoryStorage()
    let scopes = (1...3).map { _ in
      withDependencies {
        $0 = DependencyValues()
        $0.defaultInMemoryStorage = storage
      } operation: {
        Shared(wrappedValue: [0], .inMemory("numbers"))
      }
    }
    for (number, shared) in scopes.enumerated() { shared.withLock { $0.append(number) } }
    #expect(scopes.map(\.wrappedValue) == Array(repeating: [0, 0, 1, 2], count: 3))
  }
}
