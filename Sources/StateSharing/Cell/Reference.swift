@_spi(Internals) import CounterpointSupport

/// A reference to a shared value: a root that holds the value, or a part of another reference's value.
///
/// A class with subclasses instead of a protocol, so that reading costs one virtual call.
class Reference<Value>: @unchecked Sendable, CustomStringConvertible {
  // @unchecked because of the values, see `Transfer`. Subclasses protect their mutable state with locks.

  /// The root's observation. Stored here, so that a read needs no virtual call to find it.
  final let observation: SharedObservation

  init(observation: SharedObservation) {
    self.observation = observation
  }

  /// The root that holds the value.
  var root: any Root { toBeOverridden() }

  var description: String { toBeOverridden() }

  /// The wrapper as it is written in code: `Shared<Int>(.inMemory("count"))`.
  final var wrapperDescription: String { wrapperText(of: Value.self, description) }

  /// Returns the name of the value in recordings, which is the same in each process; `nil` if it has none.
  ///
  /// - Parameter known: Returns the name that a root has already.
  func recordedName(_ known: (AnyObject) -> String?) -> String? { nil }

  /// Returns the value without recording a read.
  func value(_ view: SharedView) -> Value { toBeOverridden() }

  /// Returns whether both references show the same part of the same root.
  func isSame(as other: Reference<Value>) -> Bool { self === other }

  /// Subscribes to the current value and to each later one, in order.
  func subscribe(_ receive: @escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription {
    toBeOverridden()
  }

  /// Records a read for observation.
  final func access() {
    observation.access(.value)
  }
}

/// A requested transaction.
struct RemoteRequest {
  let attempts: Int
  let timeout: Duration
  let location: SourceLocation
}

/// A reference through which the value can be changed.
class MutableReference<Value>: Reference<Value>, @unchecked Sendable {
  /// Changes the value, or the value that an assertion expects.
  func withLock<Result, Failure: Error>(
    _ assertion: SharedAssertion?,
    _ mode: ChangeMode,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    toBeOverridden()
  }

  /// Changes the value in a transaction of the root's key; `nil` if the key has none.
  func transactWithKey<Result>(
    _ request: RemoteRequest,
    isolation: isolated (any Actor)?,
    _ operation: (inout Value) throws -> Result
  ) async throws -> Result? {
    toBeOverridden()
  }
}

/// Traps in members of the abstract classes above, which are never instantiated.
private func toBeOverridden(_ member: StaticString = #function) -> Never {
  fatalError("\(member) has to be overridden.")
}

/// A type-erased reference that holds a value.
protocol Root: AnyObject, Sendable {
  /// The wrapper without its value, for issues.
  var name: String { get }
  /// The value, for code that looks for shared values in states.
  var source: SharedSource { get }
  var observation: SharedObservation { get }
  var isLoading: Bool { get }
  var loadError: (any Error)? { get }
  var saveError: (any Error)? { get }
  func load() async throws
  func save() async throws
  /// Saves the value, and waits through failures of remote storage until the timeout.
  func save(within timeout: Duration) async throws
  /// Clears `saveError`, and whatever the next `save()` would throw because of an earlier change.
  func acknowledgeSaveError()
}

extension Root {
  func save(within timeout: Duration) async throws { try await save() }
  func acknowledgeSaveError() {}
}

/// Returns a wrapper as it is written in code: `Shared<Int>(.inMemory("count"))`.
func wrapperText(_ wrapper: String = "Shared", of value: Any.Type, _ content: String) -> String {
  "\(wrapper)<\(typeName(value))>(\(content))"
}

// MARK: - Instrumentation

extension SharedTracking {
  /// Returns whether a change is tracked. Records it as untracked if not.
  static func isTracking<Value>(_ root: Reference<Value>, at location: SourceLocation) -> Bool {
    isTracking(root.root, at: location) { root.wrapperDescription }
  }
}

extension SharedChangeTracker {
  /// Records the value before a change, if this is the first change of the reference.
  func record<Value>(
    _ owner: Reference<Value>,
    before: Value,
    type: Value.Type,
    root: any Root,
    at location: SourceLocation
  ) {
    note(owner, before: before, root: root, at: location, name: { owner.wrapperDescription }) { owner.value(.live) }
  }
}

extension SharedAssertion {
  /// Sets the value that the assertion expects.
  func expect<Value>(_ value: Value, of reference: Reference<Value>, root: any Root, at location: SourceLocation) {
    set(value, owner: reference, root: root, at: location, name: { reference.wrapperDescription }) {
      reference.value(.live)
    }
  }
}
