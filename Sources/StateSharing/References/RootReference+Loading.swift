import Locks
import IssueReporting

extension RootReference {
  /// When a load was begun: what has changed since is newer than its answer.
  struct LoadStart: Sendable {
    let mutations: UInt64
    let arrivals: UInt64
    /// How often the subscription had failed.
    let failures: Int
  }

  /// Begins to follow the key, and loads for the first time, unless that is left to somebody else.
  ///
  /// The subscription comes first: a change between the two reaches the subscriber, and the older answer is then ignored.
  func start(loading: Bool) {
    guard let connection else { return }
    let context: LoadContext<Value> =
      loading ? initialValue.map { .initialValue($0.value) } ?? .userInitiated : .userInitiated
    let start = loading ? beginLoading() : nil
    let subscriber = SharedSubscriber<Value>(
      versioned: { [weak self] result in self?.arrive(result) },
      onLoading: { [weak self] isLoading in self?.arrive(isLoading: isLoading) },
      onConnected: { [weak self] in self?.tryAgain() }
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

  /// Goes on with a value that has been loaded before there was this root, and with what has been told since.
  func start(having answer: LoadAnswer<Value>, followedBy subscription: SharedSubscription, _ news: News<Value>) {
    status.withLock { $0.subscription = subscription }
    lock.whileHeld {
      state.version = answer.version
      state.revision = answer.revision ?? 0
    }
    noteRemote(answer)
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

  /// Loads, and gives what was found as well.
  private func answer(from connection: KeyConnection<Value>) async throws -> LoadAnswer<Value> {
    let start = beginLoading()
    let promise = Promise<Transfer<LoadAnswer<Value>>>()
    connection.load(
      .userInitiated,
      LoadContinuation(description: { connection.description }) { [self] result in
        // Who has asked is told of an error.
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
      noteRemote(answer)
      if let value = answer.value {
        // Where versions are compared anyway, a change here that has been stored since is known to be older or newer.
        let isOrdered = (remote != nil || gate != nil) && answer.version != nil
        apply(value, version: answer.version, revision: answer.revision) { state in
          isOrdered || state.mutations == start.mutations && state.arrivals == start.arrivals
        }
      } else if let revision = answer.revision {
        // The value stays, and from now on it builds on a storage that is empty.
        lock.whileHeld {
          guard state.mutations == start.mutations, state.arrivals == start.arrivals else { return }
          state.revision = max(state.revision, revision)
        }
      }
      // Of a connection that has been lost since, an older answer says nothing.
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

  /// Takes what others have changed.
  func arrive(_ result: Result<LoadAnswer<Value>, any Error>) {
    afterOutermostChange(result) { root, result in root.arriveNow(result) }
  }

  private func arriveNow(_ result: Result<LoadAnswer<Value>, any Error>) {
    switch result {
    case .success(let answer):
      noteRemote(answer)
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

  /// Notes whether somebody else is loading the value.
  func arrive(isLoading: Bool) {
    ThreadChanges.afterOutermost { [self] in update(.isLoading) { $0.isLoadingForSubscriber = isLoading } }
  }

  /// Sets the value to what the key says, if it still is newer than what is here.
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
      // A load may find again what has been applied; an arrival that has been applied is not applied twice.
      if let revision, revision < state.revision || isArrival && revision == state.revision { return false }
      guard let new, let version = state.version else { return true }
      return new > version
    }
    lock.lock()
    guard !isPostponed(transfer, new), isNewer(state) else { return lock.unlock() }
    let old = unsafe storage.pointee
    unsafe storage.pointee = value
    if let new { state.version = new }
    if let revision { state.revision = revision }
    if isArrival { state.arrivals += 1 }
    noteChange(save: false)
    lock.unlock()
    // Its end can run any code.
    withExtendedLifetime(old) {}
    deliver()
    signals.change(.value)
  }
}

// MARK: - Status

extension RootReference {
  var isLoading: Bool {
    signals.access(.isLoading)
    return status.withLock(\.isLoading)
  }

  var loadError: (any Error)? {
    signals.access(.loadError)
    return status.withLock(\.loadError)
  }

  var saveError: (any Error)? {
    signals.access(.saveError)
    return status.withLock(\.saveError)
  }

  func update(_ property: Signals.Property, _ body: (inout SharedStatus) -> Void) {
    let wasLoading = status.withLock(\.isLoading)
    status.withLock { body(&$0) }
    if property != .isLoading || wasLoading != status.withLock(\.isLoading) { notify(property) }
  }

  private func notify(_ property: Signals.Property) {
    ThreadChanges.afterOutermost { [signals] in signals.change(property) }
  }

  /// Sets or clears an error. In debug builds a new one is reported as well, except in tests, which look for themselves.
  ///
  /// - Parameter isWanted: Whether to do it, as things stand when it is done.
  func setError(
    _ property: Signals.Property,
    _ error: (any Error)?,
    isReported: Bool = true,
    if isWanted: (SharedStatus) -> Bool = { _ in true }
  ) {
    let path: WritableKeyPath<SharedStatus, (any Error)?> = property == .loadError ? \.loadError : \.saveError
    // Handed out, because an error may end with an object of anybody's.
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
