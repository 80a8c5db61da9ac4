@_spi(Internals) @testable import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import Foundation
import Testing

struct ServerConnectionTests {
  private let settings = ServerSettings(program: "p", process: 1, token: "secret", permissions: [.look])
  private let log = EventLog(limit: 1000, redacting: Redaction())

  private func hello(_ token: String) -> [UInt8] { ClientLine.hello(versions: [1], token: token).bytes }

  private func text(_ connection: ServerConnection) -> String { String(decoding: connection.output, as: UTF8.self) }

  /// Attaches a connection, and takes what it says about the past.
  private func attach(_ connection: inout ServerConnection) {
    _ = connection.receive(hello("secret"), now: 0, log: log)
    _ = connection.fill(from: log)
    connection.wrote(connection.output.count)
  }

  @Test func aClientThatSaysNothingIsRefusedAtTheDeadline() {
    var connection = ServerConnection(settings, now: 0)
    connection.pass(4999)
    #expect(text(connection) == "")
    connection.pass(5000)
    #expect(text(connection) == "{\"refused\":\"The client has sent no token in time.\"}\n")
    connection.pass(5999)
    #expect(!connection.isClosed)
    connection.pass(6000)
    #expect(connection.isClosed)
  }

  @Test func aWrongTokenIsAnsweredAfterAPause() {
    var connection = ServerConnection(settings, now: 100)
    let received = connection.receive(hello("secres"), now: 100, log: log)
    #expect(received.isEmpty)
    #expect(!connection.wantsInput)
    connection.pass(599)
    #expect(text(connection) == "")
    connection.pass(600)
    #expect(text(connection).contains("The token is wrong"))
    connection.wrote(connection.output.count)
    #expect(connection.isClosed)
  }

  @Test func noMoreRequestsAreReadThanMayBeUnanswered() {
    var connection = ServerConnection(settings, now: 0)
    _ = connection.receive(hello("secret"), now: 0, log: log)
    let requests = (1...4).flatMap { ClientLine.state(id: $0, store: 1, number: 1).bytes }
    let received = connection.receive(requests, now: 0, log: log)
    #expect(received.count == 4)
    #expect(!connection.wantsInput)
    connection.answer([])
    #expect(connection.wantsInput)
  }

  @Test func whatTheRingHasDroppedIsCounted() {
    var connection = ServerConnection(settings, now: 0)
    attach(&connection)
    for _ in 0..<100 { _ = log.append(Array("123456789\n".utf8)) }
    let filled1 = connection.fill(from: log)
    #expect(filled1)
    let lines = text(connection).split(separator: "\n")
    #expect(lines.first == "{\"missed\":83}")
    #expect(lines.count == 18)
    let filled2 = connection.fill(from: log)
    #expect(!filled2)
  }

  @Test func aClientHasCaughtUpAlsoIfLinesComeAllTheTime() {
    var settings = settings
    settings.output = 100
    var connection = ServerConnection(settings, now: 0)
    for _ in 0..<17 { _ = log.append(Array("123456789\n".utf8)) }
    _ = connection.receive(hello("secret"), now: 0, log: log)
    connection.wrote(connection.output.count)
    var received = ""
    for _ in 0..<4 {
      _ = log.append(Array("new line.\n".utf8))
      let isFilled = connection.fill(from: log)
      #expect(isFilled)
      received += text(connection)
      connection.wrote(connection.output.count)
    }
    let parts = received.components(separatedBy: "{\"caughtUp\":true}\n")
    #expect(parts.count == 2)
    #expect(parts.first?.contains("123456789") == true)
    #expect(parts.last?.contains("123456789") == false)
  }

  @Test func noMoreIsCopiedThanTheConnectionMayHold() {
    var settings = settings
    settings.output = 100
    var connection = ServerConnection(settings, now: 0)
    attach(&connection)
    for _ in 0..<17 { _ = log.append(Array("123456789\n".utf8)) }
    let filled3 = connection.fill(from: log)
    #expect(filled3)
    #expect(connection.output.count == 100)
    let filled4 = connection.fill(from: log)
    #expect(!filled4)
    connection.wrote(100)
    let filled5 = connection.fill(from: log)
    #expect(filled5)
    #expect(connection.output.count == 70)
  }

  @Test func aFloodWithoutLineEndsIsRefused() {
    var connection = ServerConnection(settings, now: 0)
    let bytes = [UInt8](repeating: 120, count: 1 << 16)
    for _ in 0..<4 { _ = connection.receive(bytes, now: 0, log: log) }
    #expect(text(connection) == "")
    _ = connection.receive(bytes, now: 0, log: log)
    #expect(text(connection) == "{\"refused\":\"A line has more than 262144 bytes.\"}\n")
  }
}
