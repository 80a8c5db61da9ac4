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
  if isNew { OutsideOfTests.check(connection, at: location) }
  return root
}

/// The root for a key that is about to be loaded.
func rootForLoading<Value>(
  _ key: some SharedReaderKey<Value>,
  at location: SourceLocation,
  value: Value
) -> RootReference<Value> {
  let connection = key.connect()
  let (root, isNew) = DependencyValues._current.sharedReferences.root(for: connection, at: location, loading: false) {
    value
  }
  if isNew { OutsideOfTests.check(connection, at: location) }
  return root
}

/// The root for a key under which something must be stored.
func rootOfRequired<Value>(
  _ key: some SharedReaderKey<Value>,
  at location: SourceLocation
) async throws -> RootReference<Value> {
  let connection = key.connect()
  let promise = Promise<Transfer<LoadAnswer<Value>>>()
  let description = connection.description
  connection.load(
    .userInitiated,
    LoadContinuation(description: { description }) { result in
      promise.resume(with: result.map { Transfer(value: $0) })
    }
  )
  // Taken before the answer: what changes in a root that is in use meanwhile is newer.
  let answer = try await promise.value.value
  guard let value = answer.value else { throw SharedStorageError.missing(key: description) }
  let (root, isNew) = DependencyValues._current.sharedReferences.root(for: connection, at: location, loading: false) {
    value
  }
  // Also of a new one, which has the value: so that it knows the version.
  if !isNew || answer.version != nil, root.mutationCount == 0 {
    root.apply(value, version: answer.version) { $0.mutations == 0 && $0.arrivals == 0 }
  }
  return root
}

extension RootReference {
  /// How often the value was changed here.
  var mutationCount: UInt64 { lock.whileHeld { state.mutations } }
}
