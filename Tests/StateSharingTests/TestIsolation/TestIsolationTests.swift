import CounterpointTestSupport
import DependencyInjection
import DependencyInjectionTestSupport
import Foundation
import IssueReporting
import Observation
import StateSharing
import Testing

private let url = URL(fileURLWithPath: "/counterpoint-test/quarantine.json")

/// Uses one name in all storages, and expects each to be empty.
private func useStorage(_ number: Int) -> Bool {
  @Shared(.inMemory("isolation")) var memory = number
  @Shared(.appStorage("isolation")) var setting = number
  @Shared(.fileStorage(url)) var file = number
  guard memory == number, setting == number, file == number else { return false }
  for shared in [$memory, $setting, $file] { shared.withLock { $0 += 1 } }
  return memory == number + 1 && setting == number + 1 && file == number + 1
}

/// `contract/sharing.md` §4.1: no test sees another's values, alone, in parallel, or with parameters.
@Suite struct TestIsolationTests {
  /// `Verification/stress-sharing` runs two thousand.
  private static let cases = ProcessInfo.processInfo.environment["COUNTERPOINT_CASES"].flatMap { Int($0) } ?? 100

  @Test(arguments: 1...cases) func manyCasesUseOneName(_ number: Int) async {
    #expect(useStorage(number))
    await Task.yield()
    @Shared(.inMemory("isolation")) var memory = 0
    #expect(memory == number + 1)
  }

  @Test(arguments: [1, 1, 1]) func equalArgumentsAreSeparateCases(_ number: Int) {
    #expect(useStorage(number))
  }

  @Test(arguments: 1...20, [true, false]) func severalParameters(_ number: Int, _ flag: Bool) {
    #expect(useStorage(number))
  }

  @Test(.dependencies, arguments: 0...10) func theTraitStillBeginsFresh(_ number: Int) {
    #expect(useStorage(number))
  }

  @Test func first() { #expect(useStorage(1)) }
  @Test func second() { #expect(useStorage(2)) }

  @Test(.dependency(\.defaultInMemoryStorage, InMemoryStorage())) func aTestCanHaveItsOwnStorage() {
    #expect(useStorage(3))
  }

  @Test(.dependencies { $0.defaultAppStorage = .testValue }) func aTestCanHaveItsOwnStore() {
    @Dependency(\.defaultAppStorage) var store
    @Shared(.appStorage("isolation")) var setting = 5
    #expect(store.integer(forKey: "isolation") == 5)
  }

  @Test func tasksOfATestBelongToIt() async {
    @Shared(.inMemory("isolation")) var outer = 1
    let inner = await Task { Shared(wrappedValue: 2, .inMemory("isolation")).wrappedValue }.value
    #expect(inner == 1)
    let escaped = await withEscapedDependencies { dependencies in
      await Task.detached {
        dependencies.yield { Shared(wrappedValue: 2, .inMemory("isolation")).wrappedValue }
      }.value
    }
    #expect(escaped == 1)
  }
}

/// `contract/sharing.md` Q-05 and Q-06: values outside of tests are reported.
@Suite struct OutsideTestsTests {
  /// Returns the issues reported while a function runs on a thread without a test.
  private func reported(on thread: @escaping @Sendable () -> Void) async -> [ReportedIssue] {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: issues { thread() })
      }
    }
  }

  @Test func aReferenceOutsideOfTestsIsReportedOnce() async {
    let make: @Sendable () -> Void = { _ = Shared(wrappedValue: 0, .inMemory("made outside of tests")) }
    let line: UInt = #line - 1
    let issues = await reported(on: make)
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.fileID == #fileID)
    #expect(issues.first?.message.contains(#".inMemory("made outside of tests")"#) == true)
    #expect(issues.first?.message.contains("withEscapedDependencies") == true)
    #expect(await reported(on: make).isEmpty)
  }

  @Test func codeWithATestsDependenciesIsNotReported() async {
    let escaped = await withEscapedDependencies { dependencies in
      await reported { dependencies.yield { _ = Shared(wrappedValue: 0, .inMemory("escaped")) } }
    }
    #expect(escaped.isEmpty)
    let overridden = await reported {
      withDependencies {
        $0.defaultInMemoryStorage = InMemoryStorage()
      } operation: {
        _ = Shared(wrappedValue: 0, .inMemory("overridden"))
      }
    }
    #expect(overridden.isEmpty)
    let detached = await Task.detached {
      issues { _ = Shared(wrappedValue: 0, .inMemory("made in a detached task")) }.count
    }.value
    #expect(detached == 1)
  }

  /// A program that detects XCTest and does not link the test support.
  @Test func xcTestWithoutTheSupportIsReportedOnce() throws {
    let program = try Program("sharing-fixture", ["outside"], environment: ["XCTestConfigurationFilePath": "/none"])
    let lines = program.lines()
    program.end()
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.first?.contains("DependencyInjectionTestSupport") == true)
    #expect(lines.last == "end")
  }

  @Test func programsWithoutTestsGetNoReport() throws {
    let program = try Program("sharing-fixture", ["outside"])
    #expect(program.lines() == ["end"])
    program.end()
  }
}

/// Seed 001, statement by statement.
@Suite struct SeedTestingTests {
  @Observable final class CounterModel {
    @ObservationIgnored
    @Shared(.appStorage("count")) var count = 0
    func incrementButtonTapped() {
      $count.withLock { $0 += 1 }
    }
  }

  @Test func increment() {
    let model = CounterModel()
    model.incrementButtonTapped()
    #expect(model.count == 1)
  }

  @Test func basics() {
    @Shared(.appStorage("count")) var count = 42

    // Shared state is 42 for all features that use it.
    let model = CounterModel()
    #expect(model.count == 42)
  }

  @Test func aLaterChangeIsVisibleToAllWrappers() {
    let entryPoint = CounterModel()
    @Shared(.appStorage("count")) var count = 42
    #expect(count == 0)
    $count.withLock { $0 = 42 }
    #expect(entryPoint.count == 42)
  }

  @Test func entryPointsCanTellThatTestsRun() {
    #expect(isTesting)
  }

  @Test func preparedStoresAreUsed() {
    let store = AppStorageStore.inMemory
    prepareDependencies {
      $0.defaultAppStorage = store
      $0.defaultFileStorage = .testValue
      $0.defaultInMemoryStorage = InMemoryStorage()
    }
    @Shared(.appStorage("count")) var count = 3
    #expect(store.integer(forKey: "count") == 3)
  }
}
