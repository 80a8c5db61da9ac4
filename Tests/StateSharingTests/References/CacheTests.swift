import CounterpointTestSupport
import DependencyInjection
import Foundation
@_spi(Internals) import CounterpointSupport
import StateSharing
import Testing

@Suite struct CacheTests {
  @Test func wrappersOfOneKeyShareARoot() {
    @Shared(.inMemory("count")) var first = 1
    @Shared(.inMemory("count")) var second = 2
    @SharedReader(.inMemory("count")) var reader = 3
    $first.withLock { $0 = 5 }
    #expect(second == 5 && reader == 5)
  }

  @Test func theFirstDefaultDecidesAndOthersAreNotEvaluated() {
    let evaluated = Recorder<Int>()
    func value(_ number: Int) -> Int {
      evaluated.note(number)
      return number
    }
    @Shared(.inMemory("count")) var first = value(1)
    @Shared(.inMemory("count")) var second = value(2)
    #expect(first == 1 && second == 1)
    #expect(evaluated.entries == [1])
  }

  @Test func keysWithDefaultsShareTheRootOfTheirBase() {
    @Shared(.testCount) var count
    @Shared(.inMemory("testCount")) var base = 0
    @Shared(.testCount) var other = 9
    @SharedReader(.testCount) var reader
    $base.withLock { $0 = 4 }
    #expect(count == 4 && other == 4 && reader == 4)

    func generic(_ key: some SharedKey<Int>) -> Int { Shared(wrappedValue: 0, key).wrappedValue }
    #expect(generic(InMemoryKey<Int>.Default.testCount) == 4)
  }

  @Test func aRootEndsWithItsLastWrapper() {
    let place = ScriptedKey<Int>.Place()
    place.script.withLock { $0.answer = { .success(nil) } }
    do {
      @Shared(ScriptedKey(place)) var count = 1
      let copy = $count
      withExtendedLifetime(copy) { #expect(place.cancelled.entries == []) }
    }
    #expect(place.cancelled.entries == [1])
    place.subscriber?.yield(7)
    @Shared(ScriptedKey(place)) var count = 2
    #expect(count == 2)
    #expect(place.subscribers.withLock(\.count) == 2)
  }

  @Test func twoTypesUnderOneKeyAreReportedAndTheFirstStays() {
    @Shared(.inMemory("value")) var number = 1
    let line: UInt = #line
    let reported = issues {
      @Shared(.inMemory("value")) var text = "a"
      $text.withLock { $0 = "b" }
      #expect(text == "b")
    }
    #expect(reported.map(\.line) == [line + 2])
    #expect(reported.first?.fileID == #fileID)
    #expect(reported.first?.message.contains("InMemoryKey<Int>") == true)
    #expect(reported.first?.message.contains("String") == true)
    @Shared(.inMemory("value")) var again = 2
    $again.withLock { $0 = 3 }
    #expect(number == 3)
  }

  @Test func concurrentCreationAndReleaseLeaveOneRoot() {
    let values = DependencyValues._current
    let wrong = Recorder<String>()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      values.run {
        for _ in 0..<500 {
          let first = Shared(wrappedValue: 0, .inMemory("race"))
          let second = Shared(wrappedValue: 0, .inMemory("race"))
          if !first.isSame(as: second) { wrong.note("two roots") }
        }
      }
    }
    #expect(wrong.entries == [])
  }

  @Test func defaultsMayUseOtherSharedValues() {
    @Shared(.inMemory("outer")) var outer = Shared(wrappedValue: 3, .inMemory("inner")).wrappedValue + 1
    #expect(outer == 4)
  }

  @Test func differentStoragesHaveDifferentValues() {
    @Shared(.inMemory("count")) var outer = 1
    withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      @Shared(.inMemory("count")) var inner = 2
      #expect(inner == 2)
      $inner.withLock { $0 = 3 }
    }
    #expect(outer == 1)
  }
}

extension SharedKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var testCount: Self { Self[.inMemory("testCount"), default: 1] }
}

extension SharedReaderKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var testReader: Self { Self[.inMemory("testCount"), default: 1] }
}
