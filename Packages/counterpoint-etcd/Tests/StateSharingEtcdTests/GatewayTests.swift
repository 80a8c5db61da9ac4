import Foundation
@_spi(Internals) @testable import StateSharingEtcd
import Testing

/// The messages of the JSON gateway, as etcd 3.4 sends and expects them.
@Suite struct GatewayTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func transactionsAreEncoded() throws {
    let transaction = EtcdTransaction(
      conditions: [EtcdTransaction.Condition(key: Data("a".utf8), revision: 5)],
      success: [.put(Data("a".utf8), Data("1".utf8)), .delete(Data("b".utf8))],
      failure: [.get(Data("a".utf8)), .getLocally(Data("b".utf8))]
    )
    #expect(
      try json(GatewayTransaction(transaction)) == """
        {"compare":[{"key":"YQ==","mod_revision":"5","result":"EQUAL","target":"MOD"}],\
        "failure":[{"request_range":{"key":"YQ=="}},{"request_range":{"key":"Yg==","serializable":true}}],\
        "success":[{"request_put":{"key":"YQ==","value":"MQ=="}},{"request_delete_range":{"key":"Yg=="}}]}
        """
    )
  }

  @Test func resultsAreDecoded() throws {
    let text = """
      {"header":{"cluster_id":"1","revision":"42"},"succeeded":true,"responses":[{"response_range":{"kvs":\
      [{"key":"YQ==","mod_revision":"9","value":"MQ==","version":"2"}],"count":"1"}},{"response_put":{}}]}
      """
    let result = try JSONDecoder().decode(GatewayTransactionResult.self, from: Data(text.utf8)).result
    #expect(
      result
        == EtcdTransactionResult(
          revision: 42,
          succeeded: true,
          records: [EtcdRecord(key: Data("a".utf8), value: Data("1".utf8), revision: 9), nil]
        )
    )
  }

  @Test(arguments: [
    (#"{"header":{"revision":"7"},"created":true}"#, [EtcdWatchAnswer.began(revision: 7)]),
    (
      #"{"header":{"revision":"8"},"events":[{"kv":{"key":"YQ==","mod_revision":"8","value":"MQ=="}}]}"#,
      [.events([EtcdEvent(key: Data("a".utf8), value: Data("1".utf8), revision: 8)], revision: 8)]
    ),
    (
      #"{"header":{"revision":"9"},"events":[{"type":"DELETE","kv":{"key":"YQ==","mod_revision":"9"}}]}"#,
      [.events([EtcdEvent(key: Data("a".utf8), value: nil, revision: 9)], revision: 9)]
    ),
    (#"{"created":true,"canceled":true,"compact_revision":"7"}"#, [.compacted(revision: 7)]),
  ])
  func watchAnswersAreDecoded(_ text: String, _ expected: [EtcdWatchAnswer]) throws {
    #expect(try JSONDecoder().decode(GatewayWatchAnswer.self, from: Data(text.utf8)).answers() == expected)
  }

  @Test func aWatchWithoutPermissionIsRefused() throws {
    let text = #"{"created":true,"canceled":true,"watch_id":"-1"}"#
    let answer = try JSONDecoder().decode(GatewayWatchAnswer.self, from: Data(text.utf8))
    #expect(throws: EtcdFault(code: 7, message: "The watch was canceled.")) { try answer.answers() }
  }

  @Test func errorsAreDecoded() throws {
    let plain = #"{"error":"etcdserver: permission denied","code":7,"message":"etcdserver: permission denied"}"#
    let streamed = #"{"error":{"grpc_code":14,"http_code":503,"message":"etcdserver: no leader"}}"#
    #expect(
      try JSONDecoder().decode(GatewayError.self, from: Data(plain.utf8)).fault
        == EtcdFault(code: 7, message: "etcdserver: permission denied")
    )
    #expect(
      try JSONDecoder().decode(GatewayStreamed<GatewayWatchAnswer>.self, from: Data(streamed.utf8)).error?.fault
        == EtcdFault(code: 14, message: "etcdserver: no leader")
    )
  }

  @Test(arguments: [("a/", [0x61, 0x30]), ("a\u{7f}", [0x61, 0x80]), ("", [0])] as [(String, [UInt8])])
  func aPrefixEndsBeforeTheNextKey(_ prefix: String, _ end: [UInt8]) {
    #expect(Data(prefix.utf8).endOfPrefix == Data(end))
  }

  @Test func theEnvironmentNamesACluster() throws {
    #expect(throws: EtcdError.self) { try EtcdCluster.fromEnvironment(["ETCD_ENDPOINTS": "ftp://a"]) }
    #expect(throws: EtcdError.self) { try EtcdCluster.fromEnvironment(["ETCDCTL_CACERT": "/no/such/file"]) }
    #expect(try EtcdCluster.fromEnvironment(["ETCD_PREFIX": "shop/"]).prefix == "shop/")
  }
}
