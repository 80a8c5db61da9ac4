import CounterpointTestSupport
import DependencyInjection
import Foundation
import Testing

/// The propagation of overrides, implicit and explicit.
@Suite struct PropagationTests {
  private func overridden<Value: Sendable>(_ operation: () async -> Value) async -> Value {
    await withDependencies {
      $0.number = 10
    } operation: {
      await operation()
    }
  }

  @Test func tasksInherit() async {
    #expect(await overridden { await Task { DependencyValues._current.number }.value } == 10)
  }

  @Test func groupsAndAsyncLetInherit() async {
    let numbers = await overridden {
      async let first = DependencyValues._current.number
      let others = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<3 { group.addTask { DependencyValues._current.number } }
        return await group.reduce(0, +)
      }
      return await [first, others]
    }
    #expect(numbers == [10, 30])
  }

  @Test func detachedTasksDoNot() async {
    #expect(await overridden { await Task.detached { DependencyValues._current.number }.value } == 3)
  }

  @Test func queuesDoNot() async {
    let number = await overridden {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: DependencyValues._current.number) }
      }
    }
    #expect(number == 3)
  }

  @Test func streamsThatUnfoldDoNotOnAForeignTask() async {
    let stream = await overridden {
      AsyncStream<Int>(unfolding: { DependencyValues._current.number })
    }
    #expect(await stream.first { _ in true } == 3)
  }

  @Test func aContinuationTakesThemAlongAsOftenAsOneLikes() async {
    let number = await overridden {
      await withEscapedDependencies { dependencies in
        await withCheckedContinuation { continuation in
          DispatchQueue.global().async {
            let first = dependencies.yield { DependencyValues._current.number }
            let second = dependencies.yield {
              withDependencies {
                $0.optional = 1
              } operation: {
                DependencyValues._current.number + (DependencyValues._current.optional ?? 0)
              }
            }
            let third = dependencies.yield { DependencyValues._current.optional ?? 0 }
            continuation.resume(returning: [first, second, third])
          }
        }
      }
    }
    #expect(number == [10, 11, 3])
  }

  @Test func aContinuationMayOutliveItsScope() async {
    let dependencies = await overridden { withEscapedDependencies { $0 } }
    #expect(dependencies.yield { DependencyValues._current.number } == 10)
    #expect(
      await dependencies.yield {
        await Task.yield()
        return DependencyValues._current.number
      } == 10
    )
    #expect(DependencyValues._current.number == 3)
  }

  @Test func aContinuationKnowsItsTestOnOtherThreads() async {
    enum ObjectKey: TestDependencyKey {
      static var testValue: Recorder<Int> { Recorder() }
    }
    let own = DependencyValues._current[ObjectKey.self]
    let dependencies = withEscapedDependencies { $0 }
    let found = await Task.detached {
      (dependencies.yield { DependencyValues._current[ObjectKey.self] }, DependencyValues._current[ObjectKey.self])
    }.value
    #expect(found.0 === own)
    #expect(found.1 !== own)
  }
}
