import StateSharing

/// A key of an engine that does some things otherwise than the engine's own, and all others as that does.
protocol EngineKeyDouble: AsyncTransactionalSharedKey<Int> {
  var base: InMemoryEngineKey<Int> { get }
}

extension EngineKeyDouble {
  var clock: (any Clock<Duration>)? { nil }

  func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
    base.subscribe(context: context, subscriber: subscriber)
  }

  func begin(
    _ request: SharedTransactionRequest
  ) async throws -> (stored: SharedStored<Int>, ticket: SharedVersion) {
    try await base.begin(request)
  }
}
