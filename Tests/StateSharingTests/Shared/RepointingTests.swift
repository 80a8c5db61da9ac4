import CounterpointTestSupport
import DependencyInjection
@_spi(Internals) import CounterpointSupport
import StateSharing
import Testing

@Suite struct RepointingTests {
  @Test func copiesGetTheNewReference() {
    @Shared(value: 1) var count
    let copy = $count
    $count = Shared(value: 9)
    #expect(copy.wrappedValue == 9)
    copy.withLock { $0 += 1 }
    #expect(count == 10)
  }

  @Test func derivedWrappersKeepTheOldReference() {
    @Shared(value: Stats(count: 1)) var stats
    let number = $stats.count, doubled = $stats.read { $0.count * 2 }, reader = SharedReader($stats)
    $stats = Shared(value: Stats(count: 5))
    #expect(number.wrappedValue == 1)
    #expect(doubled.wrappedValue == 2)
    #expect(reader.wrappedValue.count == 1)
    #expect($stats.count.wrappedValue == 5)
  }

  @Test func loadingAnotherKeyReplacesTheReference() async throws {
    let first = ScriptedKey<Int>.Place(), second = ScriptedKey<Int>.Place()
    first.script.withLock { $0.answer = { .success(1) } }
    second.script.withLock { $0.answer = { .success(2) } }
    @Shared(ScriptedKey(first)) var count = 0
    try await $count.load(ScriptedKey(second))
    #expect(count == 2)
    $count.withLock { $0 = 3 }
    #expect(first.saved.entries == [])
    #expect(second.saved.entries == [3])
  }

  @Test func aFailedLoadOfAnotherKeyReplacesTheReference() async throws {
    let second = ScriptedKey<Int>.Place()
    second.script.withLock { $0.answer = { .failure(Failure()) } }
    @Shared(value: 7) var count
    let shared = $count
    await #expect(throws: Failure.self) { try await shared.load(ScriptedKey(second)) }
    #expect(count == 7)
    #expect($count.loadError is Failure)
    #expect(second.saved.entries == [])
  }

  @Test func loadingAnotherKeyThatIsEmptyKeepsTheValue() async throws {
    let second = ScriptedKey<Int>.Place()
    second.script.withLock { $0.answer = { .success(nil) } }
    @Shared(value: 7) var count
    try await $count.load(ScriptedKey(second))
    #expect(count == 7)
    #expect(second.saved.entries == [])
  }
}
