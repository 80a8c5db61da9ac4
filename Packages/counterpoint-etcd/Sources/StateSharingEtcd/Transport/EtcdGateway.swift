import AsyncHTTPClient
@_spi(Internals) import CounterpointSupport
package import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// The transport over etcd's JSON gateway, which each member serves beside gRPC.
package final class EtcdGateway: EtcdTransport {
  private let addresses: [String]
  /// A client per member: a member that does not answer holds no connection of another one.
  private let clients: [HTTPClient]

  /// Creates a transport. Connects with the first request.
  ///
  /// - Parameters:
  ///   - endpoints: The addresses of the members, as `https://10.0.0.1:2379`.
  ///   - security: The certificates for `https`.
  /// - Throws: ``EtcdError/invalidConfiguration(_:)`` if an endpoint is no address, or a certificate can't be read.
  package init(endpoints: [String], security: EtcdSecurity) throws {
    guard !endpoints.isEmpty else { throw EtcdError.invalidConfiguration("There is no endpoint.") }
    addresses = try endpoints.map(Self.address)
    let base = Self.configuration(try security.configuration())
    clients = addresses.map { address in
      var configuration = base
      if let name = security.serverName, let host = URL(string: address)?.host {
        configuration.dnsOverride = [name: host]
      }
      return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
    serverName = security.serverName
  }

  static func configuration(_ tls: TLSConfiguration) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
    configuration.timeout.connect = .seconds(1)
    configuration.httpVersion = .http1Only
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
    // The next member is asked instead. The pool would pause for up to a minute after an outage.
    configuration.connectionPool.retryConnectionEstablishment = false
    return configuration
  }

  private let serverName: String?

  /// Returns an endpoint with its scheme, and without a slash at the end.
  private static func address(_ endpoint: String) throws -> String {
    var address = endpoint.trimmingCharacters(in: .whitespaces)
    if !address.contains("://") { address = "http://" + address }
    while address.hasSuffix("/") { address.removeLast() }
    guard let url = URL(string: address), url.host != nil, ["http", "https"].contains(url.scheme) else {
      throw EtcdError.invalidConfiguration("'\(endpoint)' is no address such as 'https://10.0.0.1:2379'.")
    }
    return address
  }

  deinit {
    // A client must be shut down before it is released.
    for client in clients { client.shutdown { _ in } }
  }

  package var memberCount: Int { addresses.count }

  package func address(of member: Int) -> String { addresses[member] }

  package func close() async {
    for client in clients { try? await client.shutdown() }
  }

  package func perform(
    _ transaction: EtcdTransaction,
    at member: Int,
    token: String?,
    within limit: Duration
  ) async throws -> EtcdTransactionResult {
    let body = try JSONEncoder().encode(GatewayTransaction(transaction))
    let answer: GatewayTransactionResult = try await call("/v3/kv/txn", body, at: member, token, within: limit)
    return answer.result
  }

  package func authenticate(user: String, password: String, at member: Int, within limit: Duration) async throws
    -> String
  {
    let body = try JSONEncoder().encode(["name": user, "password": password])
    let answer: GatewayToken = try await call("/v3/auth/authenticate", body, at: member, nil, within: limit)
    return answer.token
  }

  package func grantLease(seconds: Int64, at member: Int, token: String?, within limit: Duration) async throws -> Int64
  {
    let body = try JSONEncoder().encode(GatewayLease(seconds: GatewayInteger(seconds)))
    let answer: GatewayLease = try await call("/v3/lease/grant", body, at: member, token, within: limit)
    guard let id = answer.id else { throw EtcdFault(code: 2, message: "The granted lease has no id.") }
    return id.value
  }

  package func keepLeaseAlive(_ lease: Int64, at member: Int, token: String?, within limit: Duration) async throws
    -> Bool
  {
    let body = try JSONEncoder().encode(GatewayLease(id: GatewayInteger(lease)))
    let answer: GatewayStreamed<GatewayLease> = try await call(
      "/v3/lease/keepalive",
      body,
      at: member,
      token,
      within: limit
    )
    if let error = answer.error { throw error.fault }
    // A lease that has ended has no time left, and the field is left out.
    return answer.result?.seconds?.value ?? 0 > 0
  }

  package func revokeLease(_ lease: Int64, at member: Int, token: String?, within limit: Duration) async throws {
    let body = try JSONEncoder().encode(GatewayLease(id: GatewayInteger(lease)))
    let _: GatewayConfirmation = try await call("/v3/lease/revoke", body, at: member, token, within: limit)
  }

  package func watch(prefix: Data, from revision: Int64?, at member: Int, token: String?)
    -> AsyncThrowingStream<EtcdWatchAnswer, any Error>
  {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          let body = try JSONEncoder().encode(GatewayWatch(prefix: prefix, from: revision))
          // Without a leader the member ends the watch, instead of keeping silent.
          let response = try await clients[member].execute(
            request("/v3/watch", body, at: member, token, headers: ["Grpc-Metadata-hasleader": "true"]),
            deadline: .distantFuture
          )
          try await check(response)
          for try await line in response.body.lines(limit: 16 << 20) {
            let answer = try JSONDecoder().decode(GatewayStreamed<GatewayWatchAnswer>.self, from: line)
            if let error = answer.error { throw error.fault }
            for answer in try answer.result?.answers() ?? [] { continuation.yield(answer) }
          }
          throw EtcdFault(code: 14, message: "The watch has ended.")
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  // MARK: Requests

  private func request(
    _ path: String,
    _ body: Data,
    at member: Int,
    _ token: String?,
    headers: HTTPHeaders = [:]
  ) -> HTTPClientRequest {
    var address = addresses[member]
    if let serverName, var parts = URLComponents(string: address) {
      parts.host = serverName
      address = parts.string ?? address
    }
    var request = HTTPClientRequest(url: address + path)
    request.method = .POST
    request.headers = headers
    request.headers.add(name: "Content-Type", value: "application/json")
    if let token { request.headers.add(name: "Authorization", value: token) }
    request.body = .bytes(ByteBuffer(bytes: body))
    return request
  }

  private func call<Answer: Decodable>(
    _ path: String,
    _ body: Data,
    at member: Int,
    _ token: String?,
    within limit: Duration
  ) async throws -> Answer {
    let request = request(path, body, at: member, token)
    let answer = try await withThrowingTaskGroup(of: Data.self) { group in
      defer { group.cancelAll() }
      group.addTask { [self] in
        let limit = TimeAmount.nanoseconds(Int64(limit / .nanoseconds(1)))
        let response = try await clients[member].execute(request, deadline: .now() + limit)
        try await check(response)
        let bytes = try await response.body.collect(upTo: 64 << 20)
        return Data(bytes.readableBytesView)
      }
      // The deadline of the request ends with the head of the answer, and its body may never arrive.
      group.addTask {
        try await Task.sleep(for: limit)
        throw HTTPClientError.deadlineExceeded
      }
      guard let answer = try await group.next() else { throw CancellationError() }
      return answer
    }
    return try JSONDecoder().decode(Answer.self, from: answer)
  }

  /// Returns whether a request has failed because there was no answer before its deadline.
  static func isTimeout(_ error: any Error) -> Bool { error as? HTTPClientError == .deadlineExceeded }

  /// Throws the error of an answer that is one.
  private func check(_ response: HTTPClientResponse) async throws {
    guard response.status != .ok else { return }
    let bytes = try await response.body.collect(upTo: 1 << 20)
    let body = Data(bytes.readableBytesView)
    if let fault = try? JSONDecoder().decode(GatewayError.self, from: body).fault { throw fault }
    throw EtcdFault(code: 14, message: "\(response.status): \(String(decoding: body.prefix(200), as: UTF8.self))")
  }
}

extension HTTPClientResponse.Body {
  /// The lines of the body.
  fileprivate func lines(limit: Int) -> AsyncThrowingStream<Data, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          var rest = Data()
          for try await buffer in self {
            rest.append(contentsOf: buffer.readableBytesView)
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
              let line = rest[..<end]
              if !line.isEmpty { continuation.yield(Data(line)) }
              rest = Data(rest[(end + 1)...])
            }
            if rest.count > limit { throw EtcdFault(code: 11, message: "A line of the watch is too long.") }
          }
          if !rest.isEmpty { continuation.yield(rest) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
