import CounterpointCore
@_spi(Internals) import CounterpointSupport
import DependencyInjection
import IssueReporting
import StateSharing

/// The shared values in the initial state of an exploration.
struct ExploredSharedValues {
  /// A stored value that the test has prepared.
  struct Prepared {
    let key: String
    let type: String
    let value: Any
  }

  /// The key or the type of each value that all runs would share, because its wrapper was created outside of the call.
  private(set) var shared: [String] = []
  /// The stored values that the test has prepared: those that differ from the defaults of the state.
  private(set) var prepared: [Prepared] = []
  /// The maximum number of visited values, because a state may be large.
  private var rest = 10_000

  /// - Parameter makeState: Creates the initial state, with the dependencies of a run.
  init(in makeState: (DependencyValues) -> Any) {
    withIssueReporters([ExplorationIssues()]) {
      let current = DependencyValues._current
      let state = makeState(current.withFreshDefaultsAndPreparedValues)
      compare(state, makeState(current.withFreshDefaults))
    }
  }

  private mutating func compare(_ value: Any, _ other: Any) {
    guard rest > 0 else { return }
    rest -= 1
    if let value = value as? any SharedHandle, let other = other as? any SharedHandle {
      return compare(value, other)
    }
    for (child, other) in zip(Mirror(reflecting: value).children, Mirror(reflecting: other).children) {
      compare(child.value, other.value)
    }
  }

  private mutating func compare(_ handle: any SharedHandle, _ other: any SharedHandle) {
    let name = handle.sourceOfKey
    guard !handle.isSame(as: other) else { return shared.append(name ?? "a value of type '\(handle.typeText)'") }
    let (value, standard) = handle.comparison(with: other)
    guard let name, areEqual(value, standard) == false, !prepared.contains(where: { $0.key == name }) else { return }
    prepared.append(Prepared(key: name, type: handle.typeText, value: value))
  }

  /// The message for values that all runs would share; `nil` if there are none.
  var issue: String? {
    guard let name = shared.first else { return nil }
    return """
      The runs of 'explore' would all change the same shared value: \(name).

      Its wrapper was created outside of the call, so the changes of a run would be the beginning of the next one. Create \
      the initial state in the first argument. A stored value that the test has prepared is found there by its key.
      """
  }
}

extension RecordedTest {
  /// Appends the preparation of shared values.
  mutating func prepare(_ values: [ExploredSharedValues.Prepared]) {
    for value in values {
      if Literal.isCertain(value.value), let text = Literal.text(of: value.value) {
        append("  Shared<\(value.type)>(wrappedValue: \(text), \(value.key)).withLock { $0 = \(text) }")
      } else {
        let text = "Prepare \(value.key) here, whose value can't be written as Swift."
        append("  Issue.record(\(Literal.string(text)))")
      }
    }
  }
}
