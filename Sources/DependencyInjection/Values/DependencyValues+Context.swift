@_spi(Internals) import CounterpointSupport
import IssueReporting

extension DependencyValues {
  /// The context in which the program runs.
  ///
  /// Set it to use the values of another context for all dependencies that are not overridden:
  /// `withDependencies { $0.context = .live } operation: { … }`. If the context is neither set nor prepared, it is
  /// determined once per process. It depends on the environment variables `SWIFT_DEPENDENCIES_CONTEXT` (`live`,
  /// `preview` or `test`) and `XCODE_RUNNING_FOR_PREVIEWS` (`1`), and on whether the process runs tests.
  public var context: DependencyContext {
    get { storage.context ?? storage.defaults.preparedContext(test: currentTest, isRead: isRead) ?? .process }
    set {
      if case .preparing(let preparation) = storage.mode {
        let movesValues = storage.context == nil
        guard
          storage.defaults.prepare(context: newValue, test: currentTest, in: preparation, movesValues: movesValues)
        else {
          reportPreparedTooLate("context", key: DependencyContext.self, value: DependencyContext.self, at: nil)
          return
        }
      } else {
        change { $0.context = newValue }
      }
    }
  }
}

extension DependencyValues {
  /// The test whose defaults are used: the running one, or, in tasks and on threads without one, the test in which
  /// these values were captured.
  var currentTest: TestIdentity? {
    runningTest ?? storage.test
  }

  /// These values bound to the running test, for an object that outlives the current task.
  package var boundToTest: DependencyValues {
    guard let test = runningTest, test != storage.test else { return self }
    var values = self
    values.change { $0.test = test }
    return values
  }
}

extension DependencyValues {
  /// Removes the defaults that belong to no Swift Testing test: with XCTest, those of the previous test case.
  package static func resetDefaultsOutsideTests() {
    DefaultValues.shared.reset()
  }
}

extension DefaultValues {
  /// The defaults that all values share unless they were created with defaults of their own.
  static var shared: DefaultValues { DependencyValues.processDefault.storage.defaults }
}

/// The relation between the running code and the tests of the process.
package enum TestMembership: Sendable {
  /// The process runs no tests, or the code runs in a test, or it has explicitly set dependencies.
  case fine
  /// Tests run, but the code belongs to none of them: it runs on another thread, in a detached task, or before or
  /// after a test.
  case outside
  /// XCTest runs without the test support, so that test cases share their defaults.
  case withoutSupport

  /// The membership of the running code. Outside of tests, reading it costs one check.
  package static var current: TestMembership {
    guard isTesting, DependencyValues._current.storage.isUnmodified, runningTest == nil, !XCTestCases.isRunning else {
      return .fine
    }
    return XCTestCases.isObserved || isSwiftTesting ? .outside : .withoutSupport
  }

  /// Whether the process runs Swift Testing. Each library has its own process on Linux, and
  /// the command line contains its name.
  private static let isSwiftTesting = CommandLine.arguments.contains("swift-testing")
}
