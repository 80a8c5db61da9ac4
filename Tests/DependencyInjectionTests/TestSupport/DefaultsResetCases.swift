import CounterpointTestSupport
import DependencyInjection
import Foundation
import XCTest

/// Two test cases that don't observe each other's defaults, in either order. Linking the test support is enough.
final class DefaultsResetCases: XCTestCase {
  private enum ObjectKey: TestDependencyKey {
    static var testValue: Recorder<String> { Recorder() }
  }

  private func useOnce() {
    let object = DependencyValues._current[ObjectKey.self]
    XCTAssertEqual(object.entries, [])
    object.note("used")
    XCTAssertEqual(DependencyValues._current[ObjectKey.self].entries, ["used"])
    XCTAssertEqual(issues { prepareDependencies { $0.number = 10 } }.count, 0)
    XCTAssertEqual(DependencyValues._current.number, 10)
  }

  func testOneCaseLeavesNothingBehind() {
    useOnce()
  }

  func testAnotherCaseFindsNothing() {
    useOnce()
  }
}

/// A test case that fails on request, as a proof that an issue fails a test case. See `FailingTests`.
final class FailingCases: XCTestCase {
  static let variable = "COUNTERPOINT_FAILING_CASES"

  func testUsesAMissingTestValue() {
    guard ProcessInfo.processInfo.environment[Self.variable] == "1" else { return }
    @Dependency(\.openFailure) var openFailure
    openFailure()
  }
}

extension DependencyValues {
  /// A test case whose issue is also reported in release builds.
  var openFailure: AssertionFailureEffect { assertionFailure }
}
