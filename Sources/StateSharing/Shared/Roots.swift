import CounterpointSupport
import DependencyInjection

/// Returns the root for a key. A new root loads its value.
func root<Value>(
  _ key: some SharedReaderKey<Value>,
  at location: SourceLocation,
  initialValue: () -> Value
) -> RootReference<Value> {
  let connection = key.connect()
  let (root, isNew) = DependencyValues._current.sharedReferences.root(
    for: connection,
    at: location,
    initialValue: initialValue
  )
  if isNew { ValuesOutsideTests.check(connection, at: location) }
  return root
}

/// Returns the root for a key whose value is about to be loaded.
func rootForLoading<Value>(
  _ key: some SharedReaderKey<Value>,
  at location: SourceLocation,
  value: Value
) -> RootReference<Value> {
  let connection = key.connect()
  let (root, isNew) = DependencyValues._current.sharedReferences.root(
    for: connection,
    at: location,
    start: { $0.start(loading: false) },
    initialValue: { value }
  )
  if isNew { ValuesOutsideTests.check(connection, at: location) }
  return root
}

/// Returns the root for a key whose value must be stored: the one in use, loaded again, or a new one.
func rootOfRequired<Value>(
  _ key: some SharedReaderKey<Value>,
  at location: SourceLocation
) async throws -> RootReference<Value> {
  let connection = key.connect()
  let references = DependencyValues._current.sharedReferences
  if let root = references.rootInUse(for: connection) { return try await root.required() }
  // Subscribed before it is loaded, so that no change in between is missed. The events are buffered, because a root
  // needs a value to begin with.
  let news = EarlyEvents<Value>()
  let subscription = connection.subscribe(.userInitiated, news.subscriber)
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
    start: { $0.start(having: answer, followedBy: subscription, news) },
    initialValue: { value }
  )
  if isNew { return root }
  // Another caller was faster, and its root has its own subscription.
  subscription.cancel()
  return try await root.required()
}
