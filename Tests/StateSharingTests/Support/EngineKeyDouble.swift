import StateSharing
import StateSharingTestSupport

/// A key of an engine that overrides some methods of the engine's own key, and forwards all others.
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
