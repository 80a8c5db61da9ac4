import Foundation
import StateSharing

/// The two keys of a value in the cluster: its JSON, and the ids of its last writes.
///
/// The ids are under the name with `~writes` at its end: one byte that tells whether the write stored a value (1) or
/// its absence (0), then the ids with 16 bytes each, the newest first. Both keys are written in one transaction. So a
/// value whose key is newer than its ids was written by another program, such as `etcdctl`.
struct EtcdValueRecord: Sendable {
  /// The number of ids that are kept.
  static let rememberedWrites = 64

  let key: String

  private var value: Data { Data(key.utf8) }
  private var writes: Data { Data((key + "~writes").utf8) }

  enum Outcome {
    case stored(SharedVersion)
    case conflict(EtcdTicket)
  }

  /// Reads the value and the ids.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - version: The version on which a write of unknown outcome was made. All writes since are then looked up in
  ///     the cluster's history, because more than are remembered may have followed.
  ///   - deadline: The deadline.
  func read(_ client: EtcdClient, since version: SharedVersion?, until deadline: ContinuousClock.Instant) async throws
    -> EtcdTicket
  {
    var ticket = ticket(
      try await client.read(EtcdTransaction(success: [.get(value), .get(writes)]), until: deadline)
    )
    while ticket.lacksVersion {
      // An absent value needs a version too: it is that of its ids.
      let result = try await client.read(
        EtcdTransaction(
          conditions: conditions(ticket),
          success: [.put(writes, bytes(of: [UUID()] + ticket.writeIDs, isPresent: false))],
          failure: []
        ),
        until: deadline
      )
      if result.succeeded {
        ticket.writesRevision = result.revision
        ticket.marksAbsence = true
      } else {
        ticket = self.ticket(
          try await client.read(EtcdTransaction(success: [.get(value), .get(writes)]), until: deadline)
        )
      }
    }
    if let version, version < ticket.version {
      ticket.writeIDs = try await history(client, from: version, to: ticket, until: deadline)
    }
    return ticket
  }

  /// Writes a value, if nothing was written since the ticket was read.
  ///
  /// - Parameters:
  ///   - data: The value.
  ///   - lease: The lease at whose end the value is deleted. The ids stay.
  ///   - ticket: The ticket.
  ///   - id: The id of the write.
  ///   - client: The client.
  func write(_ data: Data, lease: Int64?, _ ticket: EtcdTicket, _ id: UUID, _ client: EtcdClient) async throws
    -> Outcome
  {
    let ids = bytes(of: [id] + ticket.writeIDs, isPresent: true)
    let put = lease.map { EtcdTransaction.Operation.putLeased(value, data, lease: $0) } ?? .put(value, data)
    let result = try await client.write(
      EtcdTransaction(
        conditions: conditions(ticket),
        success: [put, .put(writes, ids)],
        failure: [.get(value), .get(writes)]
      )
    )
    if result.succeeded { return .stored(SharedVersion(UInt64(result.revision))) }
    return .conflict(self.ticket(result))
  }

  private func conditions(_ ticket: EtcdTicket) -> [EtcdTransaction.Condition] {
    [
      EtcdTransaction.Condition(key: value, revision: ticket.valueRevision),
      EtcdTransaction.Condition(key: writes, revision: ticket.writesRevision),
    ]
  }

  private func ticket(_ result: EtcdTransactionResult) -> EtcdTicket {
    let value = result.records.first ?? nil
    let writes = result.records.dropFirst().first ?? nil
    var ticket = EtcdTicket(
      value: value?.value,
      valueRevision: value?.revision ?? 0,
      writesRevision: writes?.revision ?? 0,
      marksAbsence: writes?.value.first == 0,
      writeIDs: writes.map { ids(in: $0.value) } ?? []
    )
    // The write of a program that leaves no id.
    if ticket.valueRevision > ticket.writesRevision { ticket.writeIDs.insert(UUID(), at: 0) }
    return ticket
  }

  // MARK: Ids

  private func bytes(of ids: [UUID], isPresent: Bool) -> Data {
    var bytes = Data([isPresent ? 1 : 0])
    for id in ids.prefix(Self.rememberedWrites) { bytes.append(contentsOf: id.bytes) }
    return bytes
  }

  private func ids(in bytes: Data) -> [UUID] {
    let bytes = Array(bytes.dropFirst())
    return stride(from: 0, to: bytes.count - 15, by: 16).map { UUID(bytes: bytes[$0..<$0 + 16]) }
  }

  /// Returns the ids of all writes after a version, then those before it.
  private func history(
    _ client: EtcdClient,
    from version: SharedVersion,
    to ticket: EtcdTicket,
    until deadline: ContinuousClock.Instant
  ) async throws -> [UUID] {
    // A member whose connection is lost without a notice never answers.
    let events = try await client.askMembers(until: deadline) { member, limit in
      try await client.authorized(at: member, within: limit, isWatch: true) { token in
        let answers = client.transport.watch(
          prefix: writes,
          from: Int64(version.number) + 1,
          at: member,
          token: token
        )
        return try await within(limit) { try await changes(in: answers, after: version, to: ticket) }
      }
    }
    guard let events, let oldest = events.first?.value else { return ticket.writeIDs }
    let isForeign = ticket.valueRevision > ticket.writesRevision
    let newest = events.reversed().compactMap { $0.value.flatMap { ids(in: $0).first } }
    return (isForeign ? [UUID()] : []) + newest + ids(in: oldest).dropFirst()
  }

  /// Returns the changes of the ids after a version; `nil` if the cluster does not keep them any more.
  private func changes(
    in answers: AsyncThrowingStream<EtcdWatchAnswer, any Error>,
    after version: SharedVersion,
    to ticket: EtcdTicket
  ) async throws -> [EtcdEvent]? {
    var events: [EtcdEvent] = []
    for try await answer in answers {
      switch answer {
      case .began(let revision):
        // Nothing follows if the last write left no id.
        if revision >= ticket.writesRevision, ticket.writesRevision <= Int64(version.number) { return [] }
      case .events(let batch, _):
        events += batch.filter { $0.key == writes }
        if let last = events.last, last.revision >= ticket.writesRevision { return events }
      case .compacted:
        return nil
      }
    }
    return nil
  }

  /// Runs an operation, and cancels it after a time.
  private func within<Result: Sendable>(
    _ limit: Duration,
    _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
      group.addTask(operation: operation)
      group.addTask {
        try await Task.sleep(for: limit)
        throw EtcdFault(code: 4, message: "The history of the value has not arrived.")
      }
      defer { group.cancelAll() }
      guard let result = try await group.next() else { throw CancellationError() }
      return result
    }
  }
}

extension UUID {
  fileprivate var bytes: [UInt8] {
    let (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) = uuid
    return [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
  }

  /// Creates an id of sixteen bytes.
  fileprivate init(bytes: ArraySlice<UInt8>) {
    let b = Array(bytes)
    self.init(
      uuid: (
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
      )
    )
  }
}

/// The state of a value in the cluster, on which a write is conditional.
public struct EtcdTicket: Sendable {
  /// The JSON; `nil` if nothing is stored.
  var value: Data?
  var valueRevision: Int64
  var writesRevision: Int64
  /// Whether the ids belong to the absence of a value.
  var marksAbsence: Bool
  var writeIDs: [UUID]

  var version: SharedVersion { SharedVersion(UInt64(max(valueRevision, writesRevision))) }

  /// Whether the value is absent without a version: it was never written, or was deleted by another program.
  var lacksVersion: Bool { value == nil && !marksAbsence }
}
