import DependencyInjection
import Testing

@Suite struct WithDependenciesTests {
  struct Failure: Error {}

  private var number: Int { DependencyValues._current.number }

  @Test func theOperationSeesTheOverridesAndAfterwardsAllIsAsBefore() {
    let result = withDependencies {
      $0.number = 10
    } operation: {
      number
    }
    #expect(result == 10)
    #expect(number == 3)
  }

  @Test func allIsAsBeforeWhenTheOperationThrows() {
    #expect(throws: Failure.self) {
      try withDependencies {
        $0.number = 10
      } operation: {
        throw Failure()
      }
    }
    #expect(number == 3)
  }

  @Test func anUpdateThatThrowsRunsNothing() {
    let ran = Counter()
    #expect(throws: Failure.self) {
      try withDependencies { _ in
        throw Failure()
      } operation: {
        ran.increment()
      }
    }
    #expect(ran.value == 0)
  }

  @Test func scopesNestAndTheLastWriteWins() {
    withDependencies {
      $0.number = 10
      $0.optional = 20
      $0.number = 11
    } operation: {
      withDependencies {
        #expect($0.number == 11)
        $0.number = 12
      } operation: {
        #expect(number == 12)
        #expect(DependencyValues._current.optional == 20)
      }
      #expect(number == 11)
    }
  }

  @MainActor
  @Test func theAsynchronousFormStaysOnTheActorAndMayAwait() async {
    var log: [Int] = []
    await withDependencies {
      await Task.yield()
      $0.number = 10
      MainActor.assertIsolated()
    } operation: {
      MainActor.assertIsolated()
      await Task.yield()
      log.append(number)
    }
    #expect(log == [10])
    #expect(number == 3)
  }

  @Test func theAsynchronousFormRestoresOnThrow() async {
    await #expect(throws: Failure.self) {
      try await withDependencies {
        $0.number = 10
      } operation: {
        await Task.yield()
        throw Failure()
      }
    }
    #expect(number == 3)
  }

  @Test func aReadDuringAnUpdateReturnsTheNewValue() {
    withDependencies {
      $0.number = 10
      $0.optional = $0.number + 1
    } operation: {
      #expect(DependencyValues._current.optional == 11)
    }
  }
}
