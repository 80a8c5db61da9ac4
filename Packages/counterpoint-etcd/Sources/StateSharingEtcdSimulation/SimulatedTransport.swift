import CounterpointSimulation
package import Foundation
@_spi(Internals) package import StateSharingEtcd

/// Sends the requests of a simulated program to the members of a simulated cluster, each on a connection of its own.
package struct SimulatedTransport: EtcdTransport {
  let network: Network
  let members: [String]

  package var memberCount: Int { members.count }

  package func address(of member: Int) -> String { members[member] }

  package func perform(
    _ transaction: EtcdTransaction,
    at member: Int,
    token: String?,
    within limit: Duration
  ) async throws -> EtcdTransactionResult {
    guard case .result(let result) = try await ask(.perform(transaction), member, limit) else { throw wrongAnswer }
    return result
  }

  package func watch(
    prefix: Data,
    from revision: Int64?,
    at member: Int,
    token: String?
  ) -> AsyncThrowingStream<EtcdWatchAnswer, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: EtcdWatchAnswer.self,
      throwing: (any Error).self
    )
    let task = Task.detached {
      do {
        let connection = try await network.connect(to: members[member], port: SimulatedEtcd.port)
        defer { connection.close() }
        try connection.send(SimulatedEtcd.Request.watch(prefix: prefix, from: revision))
        for try await case let answer as SimulatedEtcd.Answer in connection.messages {
          switch answer {
          case .watched(let answer): continuation.yield(answer)
          case .fault(let fault): throw fault
          default: throw wrongAnswer
          }
        }
        throw NetworkError.reset
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  package func authenticate(user: String, password: String, at member: Int, within limit: Duration) async throws
    -> String
  {
    throw EtcdFault(code: 3, message: "authentication is not enabled")
  }

  package func grantLease(seconds: Int64, at member: Int, token: String?, within limit: Duration) async throws -> Int64
  {
    guard case .lease(let lease) = try await ask(.grantLease(seconds: seconds), member, limit) else {
      throw wrongAnswer
    }
    return lease
  }

  package func keepLeaseAlive(_ lease: Int64, at member: Int, token: String?, within limit: Duration) async throws
    -> Bool
  {
    guard case .isAlive(let isAlive) = try await ask(.keepLeaseAlive(lease), member, limit) else { throw wrongAnswer }
    return isAlive
  }

  package func revokeLease(_ lease: Int64, at member: Int, token: String?, within limit: Duration) async throws {
    guard case .revoked = try await ask(.revokeLease(lease), member, limit) else { throw wrongAnswer }
  }

  package func close() async {}

  private var wrongAnswer: EtcdFault { EtcdFault(code: 13, message: "The answer belongs to another request.") }

  private func ask(
    _ request: SimulatedEtcd.Request,
    _ member: Int,
    _ limit: Duration
  ) async throws -> SimulatedEtcd.Answer {
    try await withThrowingTaskGroup(of: SimulatedEtcd.Answer.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        let connection = try await network.connect(to: members[member], port: SimulatedEtcd.port)
        defer { connection.close() }
        try connection.send(request)
        for try await case let answer as SimulatedEtcd.Answer in connection.messages {
          if case .fault(let fault) = answer { throw fault }
          return answer
        }
        throw NetworkError.reset
      }
      group.addTask {
        try await Task.sleep(for: limit)
        throw NetworkError.timedOut
      }
      guard let answer = try await group.next() else { throw CancellationError() }
      return answer
    }
  }
}
