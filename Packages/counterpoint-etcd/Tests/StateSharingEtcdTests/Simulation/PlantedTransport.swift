import CounterpointSimulation
import Foundation
@_spi(Internals) import StateSharingEtcd
import StateSharingEtcdSimulation

/// A fault of the client or of a program, for tests of the simulation.
enum PlantedFault: Sendable, CaseIterable {
  /// A program does not find its own writes, so one whose answer is lost is made again.
  case lostAnswerIsCountedTwice
  /// A write does not depend on what was read before.
  case writeHasNoCondition
  /// A program repeats a change of unknown outcome as another change.
  case retryHasNoID
  /// A program writes without a check that its lease still exists.
  case leaseIsNotChecked
  /// A watch goes on after a compaction without reading the value again.
  case watchHasAGap
}

/// A transport with a planted fault.
struct PlantedTransport: EtcdTransport {
  let base: SimulatedTransport
  let fault: PlantedFault?
  /// Called at the beginning of each watch.
  var noteWatch: @Sendable () -> Void = {}
  /// Returns what becomes of a write: whether it is executed, and whether the program receives the answer.
  var fate: @Sendable (EtcdTransaction) -> (isExecuted: Bool, isAnswered: Bool) = { _ in (true, true) }
  /// Whether a watch from a revision on, or from now on, never answers: its connection is lost without a notice.
  var isSilent: @Sendable (_ revision: Int64?) -> Bool = { _ in false }

  var memberCount: Int { base.memberCount }

  func address(of member: Int) -> String { base.address(of: member) }

  func perform(
    _ transaction: EtcdTransaction,
    at member: Int,
    token: String?,
    within limit: Duration
  ) async throws -> EtcdTransactionResult {
    var transaction = transaction
    if fault == .writeHasNoCondition, !transaction.isRepeatable { transaction.conditions = [] }
    let (isExecuted, isAnswered) = transaction.isRepeatable ? (true, true) : fate(transaction)
    guard isExecuted else { throw NetworkError.timedOut }
    var result = try await base.perform(transaction, at: member, token: token, within: limit)
    guard isAnswered else { throw NetworkError.timedOut }
    if fault == .lostAnswerIsCountedTwice {
      result.records = result.records.map { record in
        guard var record, isListOfIDs(record.key) else { return record }
        record.value = changed(record.value)
        return record
      }
    }
    return result
  }

  func watch(
    prefix: Data,
    from revision: Int64?,
    at member: Int,
    token: String?
  ) -> AsyncThrowingStream<EtcdWatchAnswer, any Error> {
    noteWatch()
    if isSilent(revision) { return AsyncThrowingStream { _ in } }
    let answers = base.watch(prefix: prefix, from: revision, at: member, token: token)
    guard fault == .lostAnswerIsCountedTwice else { return answers }
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: EtcdWatchAnswer.self,
      throwing: (any Error).self
    )
    let task = Task.detached {
      do {
        for try await answer in answers { continuation.yield(changed(answer)) }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private func changed(_ answer: EtcdWatchAnswer) -> EtcdWatchAnswer {
    guard case .events(let events, let revision) = answer else { return answer }
    let changed = events.map { event in
      guard let value = event.value, isListOfIDs(event.key) else { return event }
      var event = event
      event.value = self.changed(value)
      return event
    }
    return .events(changed, revision: revision)
  }

  private func isListOfIDs(_ key: Data) -> Bool { key.suffix(7) == Data("~writes".utf8) }

  /// Returns other ids, the same ones for the same ids.
  private func changed(_ ids: Data) -> Data { Data(ids.prefix(1)) + Data(ids.dropFirst().map { ~$0 }) }

  func authenticate(user: String, password: String, at member: Int, within limit: Duration) async throws -> String {
    try await base.authenticate(user: user, password: password, at: member, within: limit)
  }

  func grantLease(seconds: Int64, at member: Int, token: String?, within limit: Duration) async throws -> Int64 {
    try await base.grantLease(seconds: seconds, at: member, token: token, within: limit)
  }

  func keepLeaseAlive(_ lease: Int64, at member: Int, token: String?, within limit: Duration) async throws -> Bool {
    try await base.keepLeaseAlive(lease, at: member, token: token, within: limit)
  }

  func revokeLease(_ lease: Int64, at member: Int, token: String?, within limit: Duration) async throws {
    try await base.revokeLease(lease, at: member, token: token, within: limit)
  }

  func close() async { await base.close() }
}
