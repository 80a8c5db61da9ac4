import DependencyInjection

/// The root for a key, which loads if it is new.
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

/// The root for a key that is about to be loaded.
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

/// The root for a key under which something must be stored: the one that is in use, loaded anew, or a new one.
func rootOfRequired<Value>(
  _ key: some SharedReaderKey<Value>,
  at location: SourceLocation
) async throws -> RootReference<Value> {
  let connection = key.connect()
  let references = DependencyValues._current.sharedReferences
  if let root = references.rootInUse(for: connection) { return try await root.required() }
  // Followed before it is loaded, so that no change goes unseen between the two. There is no root yet that could be told: it has to
  // begin with a value.
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
  // Somebody else was faster, whose root follows the key by itself.
  subscription.cancel()
  return try await root.required()
}
