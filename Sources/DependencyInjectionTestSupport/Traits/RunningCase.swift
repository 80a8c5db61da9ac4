import DependencyInjection
import Locks
import Testing

/// Tells the running case of a parameterised test from the others, so that each has defaults of its own.
///
/// The ids of its arguments, which Swift Testing makes from their values: it has them, but only for tools to see. Were they to
/// go, the cases of a test would share their defaults, as they do without this module, and the trait `.dependencies` keep them
/// apart; a test says so.
private func runningCase() -> String? {
  guard let testCase = Test.Case.current, testCase.isParameterized else { return nil }
  // Looking into a case takes long, and is asked for at each use of a dependency. A case with the same bits is the same one:
  // those that are known are held, so that no other can take their place in memory.
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

// The loader calls this function when it loads the tests: linking this module is all that a user has to do.
#if objectFormat(MachO)
@section("__DATA,__mod_init_func") @used
private let register: @convention(c) () -> Void = { TestCaseIdentity.register(runningCase) }
#elseif objectFormat(ELF)
@section(".init_array") @used
private let register: @convention(c) () -> Void = { TestCaseIdentity.register(runningCase) }
#endif
