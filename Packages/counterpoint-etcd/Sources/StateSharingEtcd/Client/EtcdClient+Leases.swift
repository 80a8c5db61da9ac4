import Foundation

extension EtcdClient {
  /// Grants a lease. Keys with the lease are deleted when it ends.
  ///
  /// - Parameter seconds: The time after which the lease ends without ``keepLeaseAlive(_:)``.
  /// - Returns: The id of the lease.
  public func grantLease(seconds: Int64) async throws -> Int64 {
    try await atEachMember { transport, member, token, limit in
      try await transport.grantLease(seconds: seconds, at: member, token: token, within: limit)
    }
  }

  /// Renews a lease.
  ///
  /// - Returns: Whether the lease exists.
  public func keepLeaseAlive(_ lease: Int64) async throws -> Bool {
    try await atEachMember { transport, member, token, limit in
      try await transport.keepLeaseAlive(lease, at: member, token: token, within: limit)
    }
  }

  /// Ends a lease and deletes its keys.
  public func revokeLease(_ lease: Int64) async throws {
    try await atEachMember { transport, member, token, limit in
      try await transport.revokeLease(lease, at: member, token: token, within: limit)
    }
  }

  /// Runs an idempotent operation at one member after the other, until one answers.
  private func atEachMember<Result>(
    _ operation: (_ transport: any EtcdTransport, _ member: Int, _ token: String?, _ limit: Duration) async throws
      -> Result
  ) async throws -> Result {
    var attempts = 1
    while true {
      let member = member
      do {
        return try await authorized(at: member, within: readLimit) { token in
          try await operation(transport, member, token, readLimit)
        }
      } catch {
        guard attempts < transport.memberCount, !(error is EtcdError) else { throw error }
        attempts += 1
        turnAway(from: member)
      }
    }
  }
}
