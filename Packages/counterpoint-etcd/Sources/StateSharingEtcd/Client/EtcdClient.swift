@_spi(Internals) import CounterpointSupport
public import Foundation

/// Sends requests to the members of a cluster: one member as long as it answers, then the next one.
///
/// Reads are repeated until their deadline. Writes are sent once, because only the caller can find out whether a write
/// whose answer was lost is stored. Safe to use from any thread.
@_spi(Internals) public final class EtcdClient: Sendable {
  private struct State {
    var member = 0
    var token: String?
    var isClosed = false
  }

  package let transport: any EtcdTransport
  private let credentials: EtcdCredentials?
  /// The maximum duration of a read at one member. A write may take half as long again.
  public let readLimit: Duration
  /// The clock of the pauses after all members were asked; `nil` in memory, where there are none and no repetitions.
  private let clock: (any Clock<Duration>)?
  private let state = Locked(State())

  init(
    _ transport: any EtcdTransport,
    credentials: EtcdCredentials?,
    readLimit: Duration,
    clock: (any Clock<Duration>)?
  ) {
    self.clock = clock
    self.transport = transport
    self.credentials = credentials
    self.readLimit = readLimit
  }

  var writeLimit: Duration { readLimit + readLimit / 2 }

  /// The member that is asked next.
  public var member: Int { state.withLock(\.member) }

  /// Asks the next member from now on, unless another call has already turned away from this one.
  public func turnAway(from member: Int) {
    state.withLock { state in
      if state.member == member { state.member = (member + 1) % transport.memberCount }
    }
  }

  func close() async {
    state.withLock { $0.isClosed = true }
    await transport.close()
  }

  /// Runs a transaction that writes nothing, or that may be repeated.
  ///
  /// - Parameters:
  ///   - transaction: The transaction.
  ///   - deadline: The deadline of all attempts together. A cluster in memory has none.
  public func read(_ transaction: EtcdTransaction, until deadline: ContinuousClock.Instant) async throws
    -> EtcdTransactionResult
  {
    var transaction = transaction
    transaction.isRepeatable = true
    return try await askMembers(until: deadline) { [transaction] member, limit in
      try await perform(transaction, at: member, within: limit)
    }
  }

  /// Asks one member after the other until one answers.
  ///
  /// - Parameters:
  ///   - deadline: The deadline of all attempts together. A cluster in memory has none.
  ///   - ask: Asks a member. May be called again.
  func askMembers<Answer>(
    until deadline: ContinuousClock.Instant,
    _ ask: (_ member: Int, _ limit: Duration) async throws -> Answer
  ) async throws -> Answer {
    var errors: [String: String] = [:]
    var lastFault: EtcdFault?
    var round = 0
    while true {
      try Task.checkCancellation()
      let rest = deadline - .now
      let limit = clock == nil ? max(readLimit, rest) : min(readLimit, rest)
      guard limit > .zero else { throw failure(errors, lastFault) }
      let member = member
      do {
        return try await ask(member, limit)
      } catch {
        if let error = error as? EtcdError { throw error }
        lastFault = error as? EtcdFault
        if let lastFault, lastFault.isDenied || lastFault.isWrongLogin || lastFault.code == 3 { throw lastFault }
        // A timeout says less than an earlier error. A member that refuses a certificate may close the connection
        // before the request has read why.
        let address = transport.address(of: member)
        if errors[address] == nil || !EtcdGateway.isTimeout(error) { errors[address] = description(of: error) }
        turnAway(from: member)
        round += 1
        guard round % transport.memberCount == 0 else { continue }
        let pause = Duration.milliseconds(Int64.random(in: 20...100))
        guard let clock, deadline - .now > pause else { throw failure(errors, lastFault) }
        try await clock.sleep(for: pause)
      }
    }
  }

  /// Runs a transaction once. If it throws anything but a refusal, it is unknown whether it was stored.
  public func write(_ transaction: EtcdTransaction) async throws -> EtcdTransactionResult {
    let member = member
    do {
      return try await perform(transaction, at: member, within: writeLimit)
    } catch let error as EtcdFault where error.isDenied || error.isTooLarge || error.isLeaseLost || error.code == 3 {
      throw error
    } catch {
      turnAway(from: member)
      throw failure(error, at: member)
    }
  }

  /// Returns the changes of the keys that begin with a prefix, from now on.
  public func watch(_ prefix: Data, at member: Int, token: String?) -> AsyncThrowingStream<EtcdWatchAnswer, any Error> {
    transport.watch(prefix: prefix, from: nil, at: member, token: token)
  }

  /// Runs an operation at a member with a token, which is renewed once if the member does not know it.
  ///
  /// - Parameters:
  ///   - member: The index of the member.
  ///   - limit: The maximum duration of a login.
  ///   - isWatch: Whether the operation is a watch. Some versions of etcd deny a watch if its token is stale, so the
  ///     token is then renewed as well.
  ///   - operation: The operation.
  public func authorized<Result>(
    at member: Int,
    within limit: Duration,
    isWatch: Bool = false,
    _ operation: (_ token: String?) async throws -> Result
  ) async throws -> Result {
    if state.withLock(\.isClosed) { throw EtcdError.closed }
    let token = try await token(at: member, within: limit)
    do {
      return try await operation(token)
    } catch let fault as EtcdFault
      where (fault.isUnauthenticated || isWatch && fault.isDenied) && credentials != nil
    {
      // Refused before anything was done, so it may be repeated.
      state.withLock { if $0.token == token { $0.token = nil } }
      return try await operation(try await self.token(at: member, within: limit))
    }
  }

  private func perform(_ transaction: EtcdTransaction, at member: Int, within limit: Duration) async throws
    -> EtcdTransactionResult
  {
    try await authorized(at: member, within: limit) { token in
      try await transport.perform(transaction, at: member, token: token, within: limit)
    }
  }

  private func token(at member: Int, within limit: Duration) async throws -> String? {
    guard let credentials else { return nil }
    if let token = state.withLock(\.token) { return token }
    do {
      let token = try await transport.authenticate(
        user: credentials.user,
        password: credentials.password,
        at: member,
        within: limit
      )
      state.withLock { $0.token = token }
      return token
    } catch let fault as EtcdFault where fault.isWrongLogin || fault.code == 3 {
      throw EtcdError.authenticationFailed(fault.message)
    }
  }

  /// Returns the error of a value whose member failed.
  func failure(_ error: any Error, at member: Int) -> EtcdError {
    (error as? EtcdError)
      ?? failure([transport.address(of: member): description(of: error)], error as? EtcdFault)
  }

  private func failure(_ errors: [String: String], _ fault: EtcdFault?) -> EtcdError {
    if let fault, fault.message.contains("no leader") || fault.message.contains("request timed out") {
      return .noQuorum(fault.message)
    }
    return .unreachable(errors)
  }

  private func description(of error: any Error) -> String {
    (error as? EtcdFault)?.message ?? EtcdSecurity.description(of: error)
  }
}

/// A user of a cluster.
public struct EtcdCredentials: Hashable, Sendable {
  /// The name of the user.
  public var user: String
  /// The password.
  public var password: String

  /// Creates credentials.
  ///
  /// - Parameters:
  ///   - user: The name of the user.
  ///   - password: The password.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}
