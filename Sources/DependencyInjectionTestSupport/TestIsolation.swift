@_spi(Internals) import CounterpointSupport
import DependencyInjection
import Testing
import XCTest

/// Returns the identity of the running case of a parameterized test, so that each case has its own defaults.
///
/// The identity consists of the identifiers that Swift Testing computes from the arguments. They are not public API,
/// so this function reads them by reflection. If they disappeared, the cases of a test would share their defaults,
/// as they do without this module. A test would notice it, and the trait `.dependencies` would still separate the
/// cases.
private func runningCase() -> String? {
  guard let testCase = Test.Case.current, testCase.isParameterized else { return nil }
  // Reflection is slow, and each use of a dependency calls this function. So the identity is cached by the bytes of
  // the case. The cache retains the cases, so that no other case can reuse their memory.
  let bits = unsafe withUnsafeBytes(of: testCase) { unsafe Array($0) }
  if let known = knownCases.withLock({ $0[bits] }) { return known.identity }
  let identity = identity(of: testCase)
  knownCases.withLock { $0[bits] = (testCase, identity) }
  return identity
}

private let knownCases = Locked<[[UInt8]: (testCase: Test.Case, identity: String?)]>([:])

private func identity(of testCase: Test.Case) -> String? {
  let kind = Mirror(reflecting: testCase)
  guard let arguments = kind.descendant("_kind", "parameterized", "arguments") as? [Any] else { return nil }
  let ids = arguments.map { argument in Mirror(reflecting: argument).descendant("id").map { "\($0)" } ?? "" }
  let discriminator = kind.descendant("_kind", "parameterized", "discriminator").map { "\($0)" } ?? ""
  return "\(ids) \(discriminator)"
}

/// Resets the defaults before each XCTest test case, and tracks whether a test case runs.
///
/// Swift Testing doesn't need this, because there each test has its own defaults.
private final class DefaultsReset: NSObject, XCTestObservation {
  func testCaseWillStart(_ testCase: XCTestCase) {
    DependencyValues.resetDefaultsOutsideTests()
    XCTestCases.begin()
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    XCTestCases.end()
  }
}

private func register() {
  TestCaseIdentity.register(runningCase)
  XCTestCases.register()
  XCTestObservationCenter.shared.addTestObserver(DefaultsReset())
}

// The loader calls this function when it loads the tests, so a user only has to link this module.
#if objectFormat(MachO)
@section("__DATA,__mod_init_func") @used
private let initializer: @convention(c) () -> Void = { register() }
#elseif objectFormat(ELF)
@section(".init_array") @used
private let initializer: @convention(c) () -> Void = { register() }
#endif
