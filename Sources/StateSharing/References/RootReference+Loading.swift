import CounterpointSupport
import IssueReporting

extension RootReference {
  /// The state at the beginning of a load. Later changes are newer than the answer of the load.
  struct LoadStart: Sendable {
    let mutations: UInt64
    let arrivals: UInt64
    /// The number of subscription failures so far.
    let failures: Int
  }

  /// Subscribes to the key, and loads for the first time unless the caller does that itself.
  ///
  /// The subscription comes first. A change between the two reaches the subscriber, and the older answer is then
  /// ignored.
  func start(loading: Bool) {
    guard let connection else { return }
    let context: LoadContext<Value> =
      loading ? initialValue.map { .initialValue($0.value) } ?? .userInitiated : .userInitiated
    let start = loading ? beginLoading() : nil
    let subscriber = SharedSubscriber<Value>(
      versioned: { [weak self] result in self?.arrive(result) },
      onLoading: { [weak self] isLoading in self?.arrive(isLoading: isLoading) },
      onConnected: { [weak self] in self?.becomeConnected() }
    )
    let subscription = connection.subscribe(context, subscriber)
    status.withLock { $0.subscription = subscription }
    guard let start else { return }
    connection.load(
      context,
      LoadContinuation(description: { connection.description }) { [weak self] result in
        self?.finishLoading(result, begunAt: start)
      }
    )
  }

  /// Starts with a value that was loaded before this root existed, and applies the events that arrived since.
  func start(having answer: LoadAnswer<Value>, followedBy subscription: SharedSubscription, _ news: EarlyEvents<Value>)
  {
    status.withLock { $0.subscription = subscription }
    lock.whileHeld {
      state.version = answer.version
      state.revision = answer.revision ?? 0
    }
    remote?.noteLoaded(answer)
    news.tell(self)
  }

  func load() async throws {
    if let refusal { throw refusal }
    guard let connection else { return }
    _ = try await answer(from: connection)
  }

  /// Loads, and fails if nothing is stored.
  func required() async throws -> RootReference {
    if let refusal { throw refusal }
    guard let connection else { return self }
    _ = try await answer(from: connection).required(by: connection)
    return self
  }

  /// Loads, and returns the answer.
  private func answer(from connection: KeyConnection<Value>) async throws -> LoadAnswer<Value> {
    let start = beginLoading()
    let promise = Promise<Transfer<LoadAnswer<Value>>>()
    connection.load(
      .userInitiated,
      LoadContinuation(description: { connection.description }) { [self] result in
        // The caller receives the error, so it is not reported.
        finishLoading(result, begunAt: start, isReported: false)
        promise.resume(with: result.map { Transfer(value: $0) })
      }
    )
    return try await promise.value.value
  }

  func beginLoading() -> LoadStart {
    update(.isLoading) { $0.loadsInFlight += 1 }
    let failures = status.withLock(\.failuresOfSubscription)
    return lock.whileHeld { LoadStart(mutations: state.mutations, arrivals: state.arrivals, failures: failures) }
  }

  func finishLoading(_ result: Result<LoadAnswer<Value>, any Error>, begunAt start: LoadStart, isReported: Bool = true)
  {
    afterOutermostChange(result) { root, result in root.finishLoadingNow(result, begunAt: start, isReported: isReported)
    }
  }

  private func finishLoadingNow(
    _ result: Result<LoadAnswer<Value>, any Error>,
    begunAt start: LoadStart,
    isReported: Bool
  ) {
    switch result {
    case .success(let answer):
      remote?.noteLoaded(answer)
      if let value = answer.value {
        // Versions order this answer and a local change that was stored meanwhile.
        let isOrdered = (remote != nil || transactionLock != nil) && answer.version != nil
        apply(value, version: answer.version, revision: answer.revision) { state in
          isOrdered || state.mutations == start.mutations && state.arrivals == start.arrivals
        }
      } else if let revision = answer.revision {
        // The value stays, and builds on an empty storage from now on.
        lock.whileHeld {
          guard state.mutations == start.mutations, state.arrivals == start.arrivals else { return }
          state.revision = max(state.revision, revision)
        }
      }
      // An answer from before a lost connection does not clear the error of the loss.
      setError(.loadError, nil) { $0.failuresOfSubscription == start.failures }
    case .failure(let error):
      setError(.loadError, error, isReported: isReported)
    }
    update(.isLoading) { $0.loadsInFlight -= 1 }
  }

  /// Handles a message of the key: now, or when the outermost change of this thread is over.
  ///
  /// A key may call on a thread that is changing this value, or another one that observers of this one read.
  private func afterOutermostChange(
    _ result: Result<LoadAnswer<Value>, any Error>,
    _ handle: @escaping (RootReference, Result<LoadAnswer<Value>, any Error>) -> Void
  ) {
    if ThreadChanges.isEmpty {
      handle(self, result)
    } else {
      ThreadChanges.afterOutermost { [self] in handle(self, result) }
    }
  }

  /// Applies a foreign change.
  func arrive(_ result: Result<LoadAnswer<Value>, any Error>) {
    afterOutermostChange(result) { root, result in root.arriveNow(result) }
  }

  private func arriveNow(_ result: Result<LoadAnswer<Value>, any Error>) {
    switch result {
    case .success(let answer):
      remote?.noteLoaded(answer)
      if let value = answer.value ?? initialValue?.value {
        apply(value, version: answer.version, revision: answer.revision, isArrival: true) { _ in true }
      }
      update(.isLoading) { $0.isLoadingForSubscriber = false }
      setError(.loadError, nil)
    case .failure(let error):
      update(.isLoading) {
        $0.isLoadingForSubscriber = false
        $0.failuresOfSubscription += 1
      }
      setError(.loadError, error)
    }
  }

  /// Records whether the key is loading the value on its own.
  func arrive(isLoading: Bool) {
    ThreadChanges.afterOutermost { [self] in update(.isLoading) { $0.isLoadingForSubscriber = isLoading } }
  }

  /// Sets the value that the key delivered, if it is newer than the current one.
  func apply(
    _ value: Value,
    version new: SharedVersion?,
    revision: UInt64? = nil,
    isArrival: Bool = false,
    if isWanted: @escaping @Sendable (RootState) -> Bool
  ) {
    let transfer = Transfer(value: value)
    let isNewer = { (state: RootState) in
      guard isWanted(state) else { return false }
      // A load may find a revision that has been applied; an arrival is not applied twice.
      if let revision, revision < state.revision || isArrival && revision == state.revision { return false }
      guard let new, let version = state.version else { return true }
      return new > version
    }
    lock.lock()
    guard remote?.isPostponed(transfer, new) != true, isNewer(state) else { return lock.unlock() }
    let old = unsafe storage.pointee
    unsafe storage.pointee = value
    if let new { state.version = new }
    if let revision { state.revision = revision }
    if isArrival { state.arrivals += 1 }
    noteChange(save: false)
    lock.unlock()
    // Releasing the old value may run arbitrary code.
    withExtendedLifetime(old) {}
    deliver()
    observation.change(.value)
  }
}

// MARK: - Status

extension RootReference {
  var isLoading: Bool {
    observation.access(.isLoading)
    return status.withLock(\.isLoading)
  }

  var loadError: (any Error)? {
    observation.access(.loadError)
    return status.withLock(\.loadError)
  }

  var saveError: (any Error)? {
    observation.access(.saveError)
    return status.withLock(\.saveError)
  }

  func update(_ property: SharedObservation.Property, _ body: (inout SharedStatus) -> Void) {
    let wasLoading = status.withLock(\.isLoading)
    status.withLock { body(&$0) }
    if property != .isLoading || wasLoading != status.withLock(\.isLoading) { notify(property) }
  }

  private func notify(_ property: SharedObservation.Property) {
    ThreadChanges.afterOutermost { [observation] in observation.change(property) }
  }

  /// Sets or clears an error. A new error is reported in debug builds, except in tests, which check for themselves.
  ///
  /// - Parameter isWanted: Decides, under the lock of the status, whether to set it.
  func setError(
    _ property: SharedObservation.Property,
    _ error: (any Error)?,
    isReported: Bool = true,
    if isWanted: (SharedStatus) -> Bool = { _ in true }
  ) {
    let path: WritableKeyPath<SharedStatus, (any Error)?> = property == .loadError ? \.loadError : \.saveError
    // Returned, because releasing an error may run arbitrary code and must happen without the lock.
    let replaced = status.withLock { status -> (any Error)?? in
      guard isWanted(status) else { return nil }
      defer { status[keyPath: path] = error }
      return .some(status[keyPath: path])
    }
    guard let replaced else { return }
    if replaced != nil || error != nil { notify(property) }
    if let error, isReported, property == .saveError { SaveErrorObservation.notify(of: error, in: description) }
    #if DEBUG
    if let error, isReported, !isTesting {
      let attempt = property == .loadError ? "loaded" : "saved"
      reportIssue("The shared value \(description) could not be \(attempt): \(error)", at: declaration)
    }
    #endif
  }
}
