import CounterpointTestSupport
import DependencyInjection
import DependencyInjectionTestSupport
import Foundation
import Testing

/// The traits on tests and suites, and their precedence.
@Suite(.dependency(\.number, 10), .dependency(\.optional, 20))
struct DependenciesTraitTests {
  private var values: DependencyValues { DependencyValues._current }

  @Test func aSuitesTraitsHoldInItsTests() {
    #expect(values.number == 10)
    #expect(values.optional == 20)
  }

  @Test(.dependency(\.number, 11)) func aTestsTraitBeatsItsSuites() {
    #expect(values.number == 11)
    #expect(values.optional == 20)
  }

  @Test(.dependency(\.number, 11)) func theBodyBeatsBoth() {
    withDependencies {
      $0.number = 12
    } operation: {
      #expect(values.number == 12)
    }
  }

  @Suite(.dependency(\.optional, nil)) struct Inner {
    @Test func aNestedSuiteAdds() {
      #expect(DependencyValues._current.number == 10)
      #expect(DependencyValues._current.optional == nil)
    }
  }

  @Test(
    .dependencies {
      await Task.yield()
      $0.number += 1
      $0.client.fetch = { "trait" }
    }
  )
  func aClosureMayAwaitAndBuildsOnTheSuites() {
    #expect(values.number == 11)
    #expect(values.client.fetch() == "trait")
  }

  @Test(.dependency(Client(fetch: { "typed" }, count: { 0 }))) func aTypeThatIsItsOwnKey() {
    #expect(values.client.fetch() == "typed")
  }

  @Test(.dependency(\.uuid, .incrementing), arguments: 0..<5) func valuesAreBuiltForEachCase(_: Int) {
    @Dependency(\.uuid) var uuid
    #expect(uuid() == UUID(0))
    #expect(uuid() == UUID(1))
  }

  enum ObjectKey: TestDependencyKey {
    static var testValue: Recorder<Int> { Recorder() }
  }

  @Test(.dependencies, arguments: 0..<10) func defaultsBelongToACase(number: Int) {
    let object = values[ObjectKey.self]
    #expect(object.entries == [])
    object.note(number)
    #expect(values[ObjectKey.self].entries == [number])
  }

  @Test(.dependencies, arguments: 0..<3) func eachCaseMayPrepare(number: Int) {
    prepareDependencies { $0[ObjectKey.self] = Recorder() }
    #expect(values[ObjectKey.self].entries == [])
  }
}

/// A test without a trait on its suite: the outermost trait begins with new values.
@Suite struct FreshDependenciesTests {
  struct Override: TestTrait, TestScoping {
    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    func provideScope(
      for test: Test,
      testCase: Test.Case?,
      performing function: @Sendable () async throws -> Void
    ) async throws {
      try await withDependencies {
        $0.number = 99
      } operation: {
        try await function()
      }
    }
  }

  @Test(Override()) func aForeignTraitOverrides() {
    #expect(DependencyValues._current.number == 99)
  }

  @Test(Override(), .dependencies, .dependency(\.optional, 1)) func theOutermostTraitBeginsWithNewValues() {
    #expect(DependencyValues._current.number == 3)
    #expect(DependencyValues._current.optional == 1)
  }
}
