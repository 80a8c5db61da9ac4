import IssueReporting
import CounterpointSupport

/// Reports the failures at the end of a test store in the test that created it, wherever the store is released.
///
/// On a thread or in a task outside of a test, Swift Testing would lose the failures. Task locals can't be copied,
/// so a task that inherits those of the test waits for the end of the store.
final class EndReporter: Sendable {
  typealias Reports = [@Sendable () -> Void]

  private enum State: Sendable {
    case idle
    case waiting(CheckedContinuation<Reports, Never>)
    case ended(Reports)
  }

  private let state = Locked(State.idle)
  private let test: TestContext.Testing.Test.ID?

  init() {
    test = Self.currentTest
    guard test != nil else { return }
    _ = Task { [state] in
      for report in await Self.reports(in: state) { report() }
    }
  }

  /// Reports the failures, and ends the waiting task. Call it once.
  func end(_ reports: Reports) {
    let isInTest = test == nil || Self.currentTest == test
    if isInTest { for report in reports { report() } }
    let waiting = state.withLock { state -> CheckedContinuation<Reports, Never>? in
      if case .waiting(let continuation) = state { return continuation }
      state = .ended(isInTest ? [] : reports)
      return nil
    }
    waiting?.resume(returning: isInTest ? [] : reports)
  }

  private static func reports(in state: Locked<State>) async -> Reports {
    await withCheckedContinuation { continuation in
      let reports = state.withLock { state -> Reports? in
        if case .ended(let reports) = state { return reports }
        state = .waiting(continuation)
        return nil
      }
      if let reports { continuation.resume(returning: reports) }
    }
  }

  /// The Swift Testing test of the running code, if there is one.
  static var currentTest: TestContext.Testing.Test.ID? {
    guard case .swiftTesting(let testing)? = TestContext.current else { return nil }
    return testing?.test.id
  }
}
