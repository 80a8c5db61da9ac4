import CounterpointCore
@_spi(Internals) import CounterpointSupport
import DependencyInjection
import IssueReporting
import StateSharing

/// The shared values in the initial state of an exploration.
struct ExploredSharedValues {
  /// A stored value that the test has prepared.
  struct Prepared {
    /// The key as Swift source; `nil` if it is unknown.
    let key: String?
    let type: String
    let value: Any
  }

  /// The key or the type of each value that all runs would share, because its wrapper was created outside of the call.
  private(set) var shared: [String] = []
  /// The stored values that the test has prepared: those that differ from the defaults of the state.
  private(set) var prepared: [Prepared] = []
  /// The objects that hold the prepared values. Several wrappers can show the same one.
  private var roots: Set<ObjectIdentifier> = []
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
    if let value = value as? any SharedWrapper, let other = other as? any SharedWrapper {
      compare(value.source, other.source)
    }
    // The mirror of a shared value is that of its value, which may contain others.
    for (child, other) in zip(Mirror(reflecting: value).children, Mirror(reflecting: other).children) {
      compare(child.value, other.value)
    }
  }

  private mutating func compare(_ source: SharedSource, _ other: SharedSource) {
    guard source.root !== other.root else {
      if !source.isConstant { shared.append(source.key ?? "a value of type '\(source.type)'") }
      return
    }
    let isEqual = areEqual(source.value, other.value) ?? (Fingerprint(of: source.value) == Fingerprint(of: other.value))
    guard !isEqual, roots.insert(ObjectIdentifier(source.root)).inserted else { return }
    prepared.append(Prepared(key: source.key, type: source.type, value: source.value))
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
      guard let key = value.key else {
        appendIssue("Prepare the shared value of type '\(value.type)' here, whose key can't be written as Swift.")
        continue
      }
      if let text = literal.ofArguments.text(of: value.value) {
        append("  Shared<\(value.type)>(wrappedValue: \(text), \(key)).withLock { $0 = \(text) }")
      } else {
        appendIssue("Prepare \(key) here, whose value can't be written as Swift.")
      }
    }
  }

  /// Appends a statement that fails, because a test without what is missing could pass.
  private mutating func appendIssue(_ text: String) {
    append("  Issue.record(\(Literal.string(text)))")
  }
}
