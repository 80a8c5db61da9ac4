@_spi(Internals) import CounterpointSupport

/// The reference of a wrapper that holds a value, with or without a key: connects a cell with its persister and its
/// synchronizer.
final class RootReference<Value>: SharedCell<Value>, @unchecked Sendable {
  // @unchecked, and without checks of exclusive access, because the variables are set only by the initializer.

  /// Loads and saves the value, if it has a key.
  @safe @exclusivity(unchecked) private(set) var persister: Persister<Value>?
  /// Synchronizes the value with its storage, if that is remote.
  @safe @exclusivity(unchecked) private var remote: RemoteSynchronizer<Value>?
  /// Whether the key has local transactions.
  private let isTransactional: Bool
  /// The reason why the value can be neither loaded nor saved although it has a key.
  private let refusal: (any Error)?
  private let cache: ReferenceCache?
  /// Whether only read-only wrappers show the value.
  private let isConstant: Bool

  init(
    _ value: Value,
    connection: KeyConnection<Value>? = nil,
    declaredAt location: SourceLocation? = nil,
    cache: ReferenceCache? = nil,
    refusal: (any Error)? = nil,
    isConstant: Bool = false
  ) {
    self.isConstant = isConstant
    self.cache = cache
    self.refusal = refusal
    isTransactional = connection?.begin != nil
    super.init(value, connection: connection, declaredAt: location)
    if let connection { connect(connection) }
    if let refusal {
      status.withLock { status in
        status.loadError = refusal
        status.saveError = refusal
      }
    }
  }

  @inline(never)
  private func connect(_ connection: KeyConnection<Value>) {
    remote = connection.remote.map { RemoteSynchronizer($0, cell: self) }
    persister = Persister(connection, cell: self, remote: remote)
  }

  deinit {
    if let cache, let connection { cache.remove(connection.id, ObjectIdentifier(self)) }
    if let remote { remote.connection.pendingWrites.forget(ObjectIdentifier(self), unreported: remote.unreportedLoss) }
  }

  override var source: SharedSource {
    SharedSource(self, value(.live), key: connection?.description, isConstant: isConstant)
  }

  // MARK: Changes

  override func withLock<Result, Failure: Error>(
    _ assertion: SharedAssertion?,
    _ mode: ChangeMode,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    ThreadChanges.checkChange(of: self, at: location)
    if let assertion { return try change(in: assertion, mode, at: location, operation) }
    guard isTransactional, let persister else { return try mutate(mode, at: location, operation) }
    return try persister.transact(mode, at: location, operation)
  }

  override func transactWithKey<Result>(
    _ request: RemoteRequest,
    isolation: isolated (any Actor)?,
    _ operation: (inout Value) throws -> Result
  ) async throws -> Result? {
    if let remote { return try await remote.transact(request, isolation: isolation, operation) }
    guard isTransactional, let persister else { return nil }
    let outcome = try persister.runTransaction(
      attempts: request.attempts,
      timeout: request.timeout,
      at: request.location,
      operation
    )
    if let error = outcome.error { throw error }
    return outcome.result
  }

  // MARK: Storage

  override func load() async throws {
    if let refusal { throw refusal }
    try await persister?.load()
  }

  /// Loads, and fails if nothing is stored.
  func required() async throws -> RootReference {
    if let refusal { throw refusal }
    if let persister { _ = try await persister.load().required(by: persister.connection) }
    return self
  }

  override func save() async throws {
    if let refusal { throw refusal }
    if isSaved { try await persister?.save() }
  }

  override func save(within timeout: Duration) async throws {
    guard let remote, isSaved else { return try await save() }
    if let refusal { throw refusal }
    try await remote.save(within: timeout)
  }

  override func acknowledgeSaveError() {
    // A refused key stays refused.
    if refusal == nil { persister?.acknowledgeSaveError() }
  }

  override func drain(within timeout: Duration?) async throws {
    try await remote?.drain(within: timeout)
  }

  override func noteUnsavedChange() {
    if let remote { remote.appendChange() } else { persister?.noteUnsavedChange() }
  }

  override func saveChanges() {
    if let remote { remote.start() } else { persister?.passToKey() }
  }

  override func noteReplacement(of value: Value, revision: UInt64?, isArrival: Bool) -> (any Error)? {
    persister?.noteReplacement(of: value, revision: revision, isArrival: isArrival)
  }

  override func isPostponed(_ value: Transfer<Value>, _ version: SharedVersion?) -> Bool {
    remote?.isPostponed(value, version) ?? false
  }

  override func acceptance(of version: SharedVersion) -> CellAcceptance {
    remote?.accept(version) ?? super.acceptance(of: version)
  }
}
