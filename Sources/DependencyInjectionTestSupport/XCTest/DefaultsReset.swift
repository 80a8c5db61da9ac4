import DependencyInjection
import XCTest

/// Has each XCTest test case begin with defaults that nobody has computed, and tells when a case runs.
///
/// Swift Testing needs nothing of the kind: there the defaults of one test are not those of another.
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

// The loader calls this function when it loads the tests: linking this module is all that a user has to do.
#if objectFormat(MachO)
@section("__DATA,__mod_init_func") @used
private let register: @convention(c) () -> Void = { observeTestCases() }
#elseif objectFormat(ELF)
@section(".init_array") @used
private let register: @convention(c) () -> Void = { observeTestCases() }
#endif
