import DependencyInjection
import XCTest

/// Resets the defaults before each XCTest test case, and tracks whether a test case runs.
///
/// Swift Testing doesn't need this, because there each test has its own defaults.
private final class DefaultsReset: NSObject, XCTestObservation {
  func testCaseWillStart(_ testCase: XCTestCase) {
    DependencyValues.forgetDefaultsOfLastTestCase()
    XCTestCases.begin()
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    XCTestCases.end()
  }
}

private func observeTestCases() {
  XCTestCases.register()
  XCTestObservationCenter.shared.addTestObserver(DefaultsReset())
}

// The loader calls this function when it loads the tests, so a user only has to link this module.
#if objectFormat(MachO)
@section("__DATA,__mod_init_func") @used
private let register: @convention(c) () -> Void = { observeTestCases() }
#elseif objectFormat(ELF)
@section(".init_array") @used
private let register: @convention(c) () -> Void = { observeTestCases() }
#endif
