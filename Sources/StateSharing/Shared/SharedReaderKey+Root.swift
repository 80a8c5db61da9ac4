@_spi(Internals) import CounterpointSupport
import DependencyInjection
import IssueReporting

extension SharedReaderKey {
  /// Returns the root for a key. A new root loads its value.
  func root(
    at location: SourceLocation,
    initialValue: () -> Value
  ) -> RootReference<Value> {
    let connection = connect()
    guard _isReadRecorded(), let type = Value.self as? any Codable.Type else {
      return root(for: connection, at: location, initialValue: initialValue)
    }
    return recordedRoot(for: connection, at: location, type, initialValue: initialValue)
  }

  private func root(
    for connection: KeyConnection<Value>,
    at location: SourceLocation,
    initialValue: () -> Value
  ) -> RootReference<Value> {
    let (root, isNew) = DependencyValues._current.sharedReferences.root(
      for: connection,
      at: location,
      initialValue: initialValue
    )
    if isNew { SharedValuesOutsideTests.check(connection, at: location) }
    return root
  }

  /// Returns the root for a wrapper that a reducer creates in a recording, or in a replay. The value that it shows
  /// depends on the storage, which a replay does not use.
  @inline(never)
  private func recordedRoot<Coded: Codable>(
    for connection: KeyConnection<Value>,
    at location: SourceLocation,
    _ type: Coded.Type,
    initialValue: () -> Value
  ) -> RootReference<Value> {
    var created: RootReference<Value>?
    let value = recordedRead("shared \(connection.recordedName)") { () -> Coded in
      let root = root(for: connection, at: location, initialValue: initialValue)
      created = root
      guard let value = root.value(.live) as? Coded else { preconditionFailure("\(Coded.self) is not \(Value.self).") }
      return value
    }
    return created ?? root(for: connection, at: location) { value as? Value ?? initialValue() }
  }

  /// Returns the root for a key whose value is about to be loaded.
  func rootForLoading(
    at location: SourceLocation,
    value: Value
  ) -> RootReference<Value> {
    let connection = connect()
    let (root, isNew) = DependencyValues._current.sharedReferences.root(
      for: connection,
      at: location,
      start: { $0.persister?.start(loading: false) },
      initialValue: { value }
    )
    if isNew { SharedValuesOutsideTests.check(connection, at: location) }
    return root
  }

  /// Returns the root for a key whose value must be stored: the one in use, loaded again, or a new one.
  func requiredRoot(at location: SourceLocation) async throws -> RootReference<Value> {
    let connection = connect()
    let references = DependencyValues._current.sharedReferences
    if let root = references.rootInUse(for: connection) { return try await root.required() }
    // Subscribed before it is loaded, so that no change in between is missed. The events are buffered, because a root
    // needs a value to begin with.
    let events = EarlyEvents<Value>()
    let subscription = connection.subscribe(.userInitiated, events.subscriber)
    let promise = Promise<Transfer<LoadAnswer<Value>>>()
    connection.load(
      .userInitiated,
      LoadContinuation(description: { connection.description }) { result in
        promise.resume(with: result.map { Transfer(value: $0) })
      }
    )
    let answer: LoadAnswer<Value>, value: Value
    do {
      answer = try await promise.value.value
      value = try answer.required(by: connection)
    } catch {
      subscription.cancel()
      throw error
    }
    let (root, isNew) = references.root(
      for: connection,
      at: location,
      start: { root in
        root.persister?.start(having: answer, followedBy: subscription)
        events.deliver(to: root)
      },
      initialValue: { value }
    )
    if isNew { return root }
    // Another caller was faster, and its root has its own subscription.
    subscription.cancel()
    return try await root.required()
  }
}

/// Reports references that are created outside of any test while tests run. No test sees their storage.
enum SharedValuesOutsideTests {
  /// The reported keys. Each key is reported once.
  private static let reported = Locked<Set<KeyID>>([])
  private static let hasReportedSupport = Locked(false)

  /// Checks whether the current code belongs to a test.
  static func check<Value>(_ connection: KeyConnection<Value>, at location: SourceLocation) {
    switch TestMembership.current {
    case .fine:
      return
    case .outside:
      guard reported.withLock({ $0.insert(connection.id).inserted }) else { return }
      reportIssue(
        """
        The shared value \(connection.description) was created outside of any test: on a thread, in a detached task, or \
        before or after the tests. It does not use the storage of a test.

        To use a test's storage, capture its dependencies with 'withEscapedDependencies', and call 'yield' where the code \
        runs. Skip the program's startup code while 'isTesting' is true.
        """,
        at: location
      )
    case .withoutSupport:
      let isFirst = hasReportedSupport.withLock { hasReported in
        defer { hasReported = true }
        return !hasReported
      }
      guard isFirst else { return }
      reportIssue(
        """
        XCTest runs without 'DependencyInjectionTestSupport', so each test case sees the shared values and other defaults of \
        earlier test cases.

        Add this product to the dependencies of the test target; no import is needed. (The first shared value was \
        \(connection.description).)
        """,
        at: location
      )
    }
  }
}
