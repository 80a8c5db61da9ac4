import Foundation
import StateSharing
import StateSharingTestSupport

/// A key of an engine that rejects unlucky numbers.
struct PickyKey: EngineKeyDouble {
  let base: InMemoryEngineKey<Int>
  var id: InMemoryEngineKeyID { base.id }

  func commit(
    _ value: Int,
    _ ticket: SharedVersion,
    writeID: UUID
  ) async throws -> SharedRemoteCommit<Int, SharedVersion> {
    if value == 13 { throw SharedStorageError.refused(underlying: Failure(name: "unlucky")) }
    return try await base.commit(value, ticket, writeID: writeID)
  }
}
