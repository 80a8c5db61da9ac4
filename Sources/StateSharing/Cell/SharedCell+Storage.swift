// The storage of a cell's value. A cell without a key has none.

extension SharedCell {
  /// Loads the value.
  func load() async throws {
    if let refusal { throw refusal }
    try await persister?.load()
  }

  /// Loads the value, and fails if nothing is stored.
  func required() async throws -> SharedCell {
    if let refusal { throw refusal }
    if let persister { _ = try await persister.load().required(by: persister.connection) }
    return self
  }

  /// Saves the value.
  func save() async throws {
    if let refusal { throw refusal }
    if isSaved { try await persister?.save() }
  }

  func save(within timeout: Duration) async throws {
    guard let remote, isSaved else { return try await save() }
    if let refusal { throw refusal }
    try await remote.save(within: timeout)
  }

  func acknowledgeSaveError() {
    // A refused key stays refused.
    if refusal == nil { persister?.acknowledgeSaveError() }
  }

  /// Waits until all changes are stored remotely.
  func drain() async throws {
    try await remote?.wait(receivesLosses: true)
  }

  /// Records a change that has to be saved. Called under the lock.
  func noteUnsavedChange() {
    if let remote { remote.appendChange() } else { persister?.noteUnsavedChange() }
  }

  /// Passes the recorded changes to the key, in their order. Called without a lock.
  func saveChanges() {
    if let remote { remote.start() } else { persister?.passToKey() }
  }

  /// Records that a value of the key replaces the value. Called under the lock.
  ///
  /// - Parameters:
  ///   - value: The replaced value.
  ///   - revision: The number of the new state, if the key numbers them.
  ///   - isArrival: Whether the storage has changed. Otherwise the program has loaded the value.
  /// - Returns: The loss of a change that could not be stored before.
  func noteReplacement(of value: Value, revision: UInt64?, isArrival: Bool) -> (any Error)? {
    persister?.noteReplacement(of: value, revision: revision, isArrival: isArrival)
  }

  /// Returns whether a delivered value has to be postponed because of changes that are not stored. Called under the
  /// lock.
  func isPostponed(_ value: Transfer<Value>, _ version: SharedVersion?) -> Bool {
    remote?.isPostponed(value, version) ?? false
  }

  /// Decides what to do with a stored value of a transaction. Called under the lock.
  func acceptance(of version: SharedVersion) -> CellAcceptance {
    if let remote { return remote.accept(version) }
    return state.version.map { version > $0 } ?? true ? .show : .ignore
  }
}
