import CounterpointTestSupport
import Foundation
import StateSharing
@_spi(Internals) @testable import StateSharingEtcd
import Testing

/// Requests that the cluster refuses.
@Suite(.ends) struct RefusalTests {
  private let memory = InMemoryEtcd()
  private let denial = EtcdFault(code: 7, message: "etcdserver: permission denied")

  /// Follows a value of a program.
  private func follow(
    _ name: String,
    in program: EtcdCluster
  ) -> (results: AsyncStream<Result<Int?, any Error>>, subscription: SharedSubscription) {
    let (results, continuation) = AsyncStream.makeStream(of: Result<Int?, any Error>.self)
    let subscription = EtcdKey<Int>.etcd(name, cluster: program).subscribe(
      context: .initialValue(0),
      subscriber: SharedSubscriber(callback: { continuation.yield($0) })
    )
    return (results, subscription)
  }

  @Test func aKeyWithoutPermissionDoesNotEndTheWatchOfOthers() async throws {
    var guarded = GuardedEtcd(memory)
    guarded.checkTransaction = { [denial] transaction in
      if transaction.success.contains(.get(Data("secret".utf8))) { throw denial }
    }
    let program = guarded.program()
    let (secrets, secretSubscription) = follow("secret", in: program)
    let (counts, countSubscription) = follow("count", in: program)
    defer {
      secretSubscription.cancel()
      countSubscription.cancel()
    }
    var secret = secrets.makeAsyncIterator()
    guard case .failure(SharedStorageError.refused(let reason)) = await secret.next() else {
      Issue.record("The key should be refused.")
      return
    }
    #expect(reason as? EtcdError == .permissionDenied(key: "secret"))
    var count = counts.makeAsyncIterator()
    #expect(try await count.next()?.get() == .some(nil))
    memory.put(Data("5".utf8), in: "count")
    #expect(try await count.next()?.get() == 5)
  }

  @Test func anEmptyKeyIsRefused() async {
    let read = EtcdTransaction(success: [.getLocally(Data())])
    await #expect(throws: EtcdFault(code: 3, message: "etcdserver: key is not provided")) {
      try await memory.perform(read, at: 0, token: nil, within: .seconds(1))
    }
  }

  /// Some versions of etcd deny a watch whose token is stale.
  @Test func aDeniedWatchIsRepeatedWithAnotherToken() async throws {
    let (tokens, continuation) = AsyncStream.makeStream(of: String?.self)
    var guarded = GuardedEtcd(memory)
    guarded.checkWatch = { [denial] token in
      continuation.yield(token)
      if token == "1" { throw denial }
    }
    let program = guarded.program(credentials: EtcdCredentials(user: "shop", password: ""))
    let (_, subscription) = follow("count", in: program)
    defer { subscription.cancel() }
    var iterator = tokens.makeAsyncIterator()
    #expect(await iterator.next() == "1")
    #expect(await iterator.next() == "2")
  }

  @Test(arguments: [
    (3, "etcdserver: revision of auth store is old"),
    (2, "auth: revision in header is old"),
    (16, "etcdserver: invalid auth token"),
  ])
  func aStaleTokenIsRecognized(_ code: Int, _ message: String) {
    #expect(EtcdFault(code: code, message: message).isUnauthenticated)
  }

  @Test(arguments: [
    (3, "etcdserver: request is too large"),
    (8, "grpc: received message larger than max (3145728 vs. 2097152)"),
  ])
  func aRequestThatIsTooLargeIsRecognized(_ code: Int, _ message: String) {
    #expect(EtcdFault(code: code, message: message).isTooLarge)
  }
}
