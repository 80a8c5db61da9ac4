/// Where a shared value is: a root that holds one, or a part of another reference's value.
///
/// A class with subclasses and not a protocol, so that reading costs one virtual call.
class Reference<Value>: @unchecked Sendable, CustomStringConvertible {
  // @unchecked because of the values: see `Transfer`. Subclasses guard what they change with locks.

  /// Those of the root. Here, so that reading asks nobody for them.
  final let observation: SharedObservation

  init(observation: SharedObservation) {
    self.observation = observation
  }

  /// The reference that holds the value that this one is a part of.
  var root: any Root { toBeOverridden() }

  var description: String { toBeOverridden() }

  /// A wrapper that shows the value: `Shared<Int>(.inMemory("count"))`.
  final var wrapperDescription: String { wrapperText(of: Value.self, description) }

  /// The value, without noting that it was read.
  func value(_ view: SharedView) -> Value { toBeOverridden() }

  /// Whether both are the same part of the same root.
  func isSame(as other: Reference<Value>) -> Bool { self === other }

  /// Tells of the value now, and of each that follows, in order.
  func subscribe(_ receive: @escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription {
    toBeOverridden()
  }

  /// Notes that the value was read, for observation.
  final func access() {
    observation.access(.value)
  }
}

/// A reference through which the value can be changed.
class MutableReference<Value>: Reference<Value>, @unchecked Sendable {
  /// Changes the value, or what an assertion expects of it.
  func withLock<Result, Failure: Error>(
    _ assertion: SharedAssertion?,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    toBeOverridden()
  }

  /// Changes the value as a transaction of the root's key; `nil` if that has none.
  func transactWithKey<Result>(
    _ request: RemoteRequest,
    isolation: isolated (any Actor)?,
    _ operation: (inout Value) throws -> Result
  ) async throws -> Result? {
    toBeOverridden()
  }
}

/// What the classes above leave to those that are used: they are never made themselves.
private func toBeOverridden(_ member: StaticString = #function) -> Never {
  fatalError("\(member) has to be overridden.")
}

/// What of a value is asked for.
enum SharedView {
  /// What it is now.
  case live
  /// What an assertion expects: the value before the step, with what the assertion has changed in it.
  case expected(SharedAssertion)
  /// What it was right after the step that an assertion is about.
  case actual(SharedAssertion)
}

/// A reference that holds a value, whatever its type.
protocol Root: AnyObject, Sendable {
  /// The value as one would write it, without what it is, for issues.
  var name: String { get }
  /// Tells observers.
  var observation: SharedObservation { get }
  var isLoading: Bool { get }
  var loadError: (any Error)? { get }
  var saveError: (any Error)? { get }
  func load() async throws
  func save() async throws
}
