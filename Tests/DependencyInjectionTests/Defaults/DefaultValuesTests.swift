import CounterpointTestSupport
import DependencyInjection
import Testing

/// Defaults are computed once per context, per test, and per set of values derived from one another.
@Suite struct DefaultValuesTests {
  enum ObjectKey: DependencyKey {
    static var liveValue: Recorder<String> { Recorder() }
    static var testValue: Recorder<String> { Recorder() }
  }

  private var object: Recorder<String> { DependencyValues._current[ObjectKey.self] }

  @Test func aComputedDefaultIsOneObject() {
    let first = object
    #expect(object === first)
    withDependencies {
      $0.number = 1
    } operation: {
      #expect(object === first)
    }
  }

  @Test func contextsHaveTheirOwn() {
    let test = object
    withDependencies {
      $0.context = .live
    } operation: {
      let live = object
      #expect(live !== test)
      #expect(object === live)
    }
  }

  @Test func newValuesHaveTheirOwn() {
    let outside = object
    withDependencies {
      $0 = DependencyValues()
    } operation: {
      let inside = object
      #expect(inside !== outside)
      withDependencies {
        $0.number = 1
      } operation: {
        #expect(object === inside)
      }
    }
    #expect(object === outside)
  }

  // Two tests that don't observe each other's defaults, in either order.

  @Test func aTestLeavesNothingBehindForAnother() {
    #expect(object.entries.isEmpty)
    object.note("one")
  }

  @Test func aTestFindsNothingOfAnother() {
    #expect(object.entries.isEmpty)
    object.note("another")
  }

  @Test func overridesEndWithTheScope() {
    withDependencies {
      $0.number = 10
    } operation: {
      #expect(DependencyValues._current.number == 10)
    }
    #expect(DependencyValues._current.number == 3)
  }

  @Test func aDefaultMayReadAnother() {
    enum Inner: TestDependencyKey {
      static var testValue: Int { 20 }
    }
    enum Outer: TestDependencyKey {
      static var testValue: Int {
        @Dependency(Inner.self) var inner
        return inner + 1
      }
    }
    #expect(DependencyValues._current[Outer.self] == 21)
  }

  @Test func bindingEarlyRemembersTheFirstScopeAndBindingLateNone() {
    enum Early: TestDependencyKey {
      static var testValue: @Sendable () -> Int {
        @Dependency(\.number) var number
        return { number }
      }
    }
    enum Late: TestDependencyKey {
      static var testValue: @Sendable () -> Int {
        {
          @Dependency(\.number) var number
          return number
        }
      }
    }
    withDependencies {
      $0.number = 10
    } operation: {
      #expect(DependencyValues._current[Early.self]() == 10)
      #expect(DependencyValues._current[Late.self]() == 10)
    }
    #expect(DependencyValues._current[Early.self]() == 10)
    #expect(DependencyValues._current[Late.self]() == 3)
    withDependencies {
      $0.number = 11
    } operation: {
      #expect(DependencyValues._current[Early.self]() == 11)
      #expect(DependencyValues._current[Late.self]() == 11)
    }
  }

  @Test func aDefaultIsComputedWithTheValuesThatAskForIt() {
    enum FrozenKey: TestDependencyKey {
      static var testValue: Int { DependencyValues._current.number }
    }
    var values = DependencyValues()
    values.number = 42
    #expect(values[FrozenKey.self] == 42)
    #expect(DependencyValues._current[FrozenKey.self] == 3)
  }

  @Test func aDefaultThatNeedsItselfStopsTheProgramAndSaysSo() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = DependencyValues._current[CircularKey.self]
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("CircularKey"))
    #expect(text.contains("depends on itself"))
  }
}

private enum CircularKey: TestDependencyKey {
  static var testValue: Int { DependencyValues._current[OtherCircularKey.self] }
}

private enum OtherCircularKey: TestDependencyKey {
  static var testValue: Int { DependencyValues._current[CircularKey.self] }
}
